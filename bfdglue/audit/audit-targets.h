/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-targets.h - check the targets of the relocations of start fields.  */

#ifndef BFDGLUE_AUDIT_TARGETS_H
#define BFDGLUE_AUDIT_TARGETS_H

#include "audit-internal.h"
#include "input.h"

struct target_end
{
  uint64_t addr;
  uint32_t section;
};

/* The symbols of an object that have a size, in two orders.  */
struct target_symbols
{
  const struct input_object *object;
  /* By section and value; of several with the same value the largest.  */
  const struct input_symbol **symbols;
  size_t count;
  /* The ends of all of them, by section and address.  */
  struct target_end *ends;
  size_t end_count;
};

/* List the symbols of OBJECT, which must outlive SYMBOLS.  False: no memory.
   targets_free is due in any case.  */
bool targets_list (struct target_symbols *symbols,
                   const struct input_object *object);

/* Report each relocation of MATCH whose target SYMBOLS or the sections of
   their object contradict.  match_relocs comes first.  False: no memory.  */
bool targets_check (const struct target_symbols *symbols,
                    const struct match *match,
                    const struct finding_sink *found);

void targets_free (struct target_symbols *symbols);

#endif /* BFDGLUE_AUDIT_TARGETS_H */
