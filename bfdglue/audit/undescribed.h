/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   undescribed.h - functions of an image that its existing pieces do not
   describe.  */

#ifndef BFDGLUE_UNDESCRIBED_H
#define BFDGLUE_UNDESCRIBED_H

#include "pieces.h"

/* A function without rows, or with rows for some of its bytes.  */
struct undescribed_function
{
  uint64_t addr;
  uint64_t size;
  uint64_t uncovered; /* bytes without rows; set by coverage_measure */
  const char *name;   /* of a symbol or a PLT section; NULL: unknown */
};

struct undescribed
{
  bool by_symbols;  /* .eh_frame has no function: symbols were taken */
  size_t functions; /* of .eh_frame or the symbols, outside PLT code */
  struct undescribed_function *missing; /* by address */
  size_t count;
  size_t excused;  /* others without rows, which need none: functions of start
                     files, libgcc, libc_nonshared */
  size_t nameless; /* ... of these, functions excused by their address or
                     number alone, without a name */
  size_t undescribable; /* others without rows, which no assembler describes
                            (undescribable.h) */
  unsigned version;     /* ... in this version; 0: no piece shows which */
};

/* List the functions of INDEX's image that EXISTING does not describe.  INDEX
   must outlive UNDESCRIBED.  Statuses: NOMEM, which leaves nothing to
   free.  */
sfm_status undescribed_find (const struct function_index *index,
                             const struct existing_sframe *existing,
                             struct undescribed *undescribed,
                             const struct diag_sink *sink) SFM_CHECKED;

/* Called with DATA for a function [ADDR, ADDR + SIZE).  False: no memory.  */
typedef bool function_visitor (void *data, uint64_t addr, uint64_t size);

/* Call FN for the functions of INDEX that are in code, of several at one
   address for the largest: those of .eh_frame, or the symbols with a size if
   FN has not counted one of .eh_frame in *COUNTED.  *BY_SYMBOLS says which.
   False: FN has returned false.  */
bool each_function (const struct function_index *index, function_visitor *fn,
                    void *data, const size_t *counted, bool *by_symbols);

void undescribed_free (struct undescribed *undescribed);

#endif /* BFDGLUE_UNDESCRIBED_H */
