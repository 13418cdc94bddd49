/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   go-limits.h - the limits of reading the table of Go.  */

#ifndef BFDGLUE_GO_LIMITS_H
#define BFDGLUE_GO_LIMITS_H

enum
{
  /* Places that look like a table, where no section has its name.  For each
     the data of the image is searched; if there are more, no table is found.
     A program has one, and one more for each program of Go that it
     contains.  */
  GO_CANDIDATES = 8
};

#endif /* BFDGLUE_GO_LIMITS_H */
