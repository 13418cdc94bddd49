/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   link-prog.h - what the parts of the program call of each other.  */

#ifndef LINK_PROG_H
#define LINK_PROG_H

int part1_public (int n);
int part1_unused (int n);
int part2_public (int n);
int part2_unused (int n);
int part3_public (int n);
int part3_unused (int n);

#endif
