/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   walk-example.c - the program of examples/walk.c.  */

#define _GNU_SOURCE 1
#include "../../../examples/walk.c"
