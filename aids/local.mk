# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Linker scripts that users give to their linker.

dist_pkgdata_DATA += %D%/discard.ld %D%/keep.ld
