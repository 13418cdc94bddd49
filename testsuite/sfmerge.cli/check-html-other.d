# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Nothing that is not a page of a report is touched, nor is anything done.
#
#name: check: --html into a directory with other files
#source: none
#prepare: mkdir d; echo '<!DOCTYPE html>' >d/index.html
#files: d
#sfmerge: check --html=d missing
#status: 1
#error: d: has other files than those of a report: index.html
#stdout:
