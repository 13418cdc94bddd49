/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   trap-member.c - the local names of the other parts from a source of
   another name.  */

#include "link-part.c"
