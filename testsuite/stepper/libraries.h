/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   libraries.h - the objects of the process, which of their rows are judged,
   and what was seen of them.  */

#ifndef STEPPER_LIBRARIES_H
#define STEPPER_LIBRARIES_H

#include "traced.h"

/* What samples of one object have shown.  */
struct library_counts
{
  unsigned timer;  /* samples at moments of the timer, */
  unsigned breaks; /* and at the first time that a row was reached */
  unsigned right;  /* where they ended: as was predicted, */
  unsigned wrong;  /* otherwise, */
  unsigned lost;   /* or not in time */
  uint64_t rows;   /* rows that were read on the way, and predict the same */
};

/* An object, and the copy of its section.  Rows are judged if they are of code
   that the other object of that name, in the directory of the user, does not
   describe.  */
struct library
{
  char name[256];
  uint64_t bias;
  uint64_t from;
  uint64_t to;
  bool described;
  struct sfm_section section;
  bool judged; /* there is another object, */
  bool other_described;
  struct sfm_section other; /* and this is its section */
  unsigned *sampled;        /* by FDE: how often it was sampled */
  uint8_t *seen; /* a bit for each byte of code: an instruction is there,
                        and its row was compared */
  struct library_counts counts;
};

/* Look for other objects in the directory DIR, or judge nothing: NULL.  */
void libraries_begin (struct process *p, const char *dir);

/* Look for objects that P has loaded since; one call in some does, as it takes
   long.  */
void libraries_find (void);

/* The library that has ADDR in its code, or NULL.  Objects that P has loaded
   since are found too.  */
struct library *library_at (uint64_t addr);

/* The library number IDX, or NULL.  */
struct library *library_number (unsigned idx);

/* Find the rules at ADDR if they are to be judged.  */
bool library_judged (const struct library *library, uint64_t addr,
                     struct sfm_found *found, struct sfm_rules *rules);

/* Whether the FDE number IDX of LIBRARY is to be judged; then *FOUND is
   it.  */
bool library_judged_fde (const struct library *library, uint32_t idx,
                         struct sfm_found *found);

/* Remember that the row at ADDR of LIBRARY was compared.  */
void library_see (struct library *library, uint64_t addr);

/* Print a line for each library that was sampled, and their sum, to FILE.
   Returns that sum.  */
struct library_counts libraries_print (FILE *file);

#endif /* STEPPER_LIBRARIES_H */
