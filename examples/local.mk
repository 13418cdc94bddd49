# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# The sample that quickstart merges.

EXTRA_DIST += %D%/apple.c %D%/orchard.c %D%/orchard.h %D%/tree.c
