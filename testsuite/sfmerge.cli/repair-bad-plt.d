# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: repair: a way with linker-generated code that there is not
#source: none
#sfmerge: repair --plt= -o out image
#status: 2
#error: repair: --plt takes auto, none, keep or require, not ''
#stderr: Try 'sfmerge help repair' for more information.
#stdout:
