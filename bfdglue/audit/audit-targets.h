/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-targets.h - what the relocations of start fields name.  */

#ifndef BFDGLUE_AUDIT_TARGETS_H
#define BFDGLUE_AUDIT_TARGETS_H

#include "audit-match.h"
#include "input.h"

struct target_end
{
  uint64_t addr;
  uint32_t section;
};

/* The symbols of an object that have a size.  */
struct target_symbols
{
  const struct input_object *object;
  /* By section and value, of those at one place the largest.  */
  const struct input_symbol **symbols;
  size_t count;
  /* Of all, where they end, by section and address.  */
  struct target_end *ends;
  size_t end_count;
};

/* List SYMBOLS of OBJECT.  False: no memory.  */
bool targets_list (struct target_symbols *symbols,
                   const struct input_object *object);

/* Tell of what the relocations of MATCH, which is paired, name that SYMBOLS
   and the sections of their object contradict.  False: no memory.  */
bool targets_check (const struct target_symbols *symbols,
                    const struct match *match,
                    const struct finding_sink *found);

void targets_free (struct target_symbols *symbols);

#endif /* BFDGLUE_AUDIT_TARGETS_H */
