#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Print the version, which include/sfmerge/base.h alone defines.

LC_ALL=C exec sed -n '
/^#define SFM_VERSION_MAJOR /{ s/.* //; h; }
/^#define SFM_VERSION_MINOR /{ s/.* //; H; }
/^#define SFM_VERSION_PATCH /{ s/.* //; H; g; s/\n/./g; p; q; }
' "$(dirname -- "$0")/../include/sfmerge/base.h"
