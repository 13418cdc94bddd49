/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-entries.c - where functions begin.

   What a caller finds by name, or the loader calls, begins in the state that
   the ABI says.  An address that is only stored somewhere may be a label: it
   counts if nothing else leads there, and what begins there returns as a
   function does.  */

#include "config.h"

#include "elf-symbols.h"
#include "prove-internal.h"

/* Whether nothing is known to lead to ADDR.  */
static bool
is_free (const struct proving *v, uint64_t addr)
{
  return proving_has (v, addr)
         && (v->bytes[addr - v->base]
             & (BYTE_SEEN | BYTE_START | BYTE_INSIDE | BYTE_ENTRY))
                == 0;
}

/* Take the function symbols that other files see or, if LOCAL, the others to
   which nothing leads.  */
static sfm_status
take_symbols (struct proving *v, bool local)
{
  const enum prove_kind kind = local ? PROVE_CANDIDATE : PROVE_HARD;
  struct image_symbol symbol = { .image = v->code->image };

  while (symbol_next (&symbol))
    {
      if (!symbol_has_address (&symbol)
          || (symbol_type (&symbol) != STT_FUNC
              && symbol_type (&symbol) != STT_GNU_IFUNC)
          || (symbol_bind (&symbol) == STB_LOCAL) != local
          || (local && !is_free (v, symbol_value (&symbol))))
        continue;
      if (!(local ? flow_entry : flow_open_entry) (v, symbol_value (&symbol),
                                                   kind))
        return diag_nomem (v->sink, v->code->image->path);
    }
  return SFM_OK;
}

/* Take the addresses in the array whose address and size the dynamic tags AT
   and SIZE give.  */
static sfm_status
take_array (struct proving *v, uint64_t at, uint64_t size)
{
  const struct image *image = v->code->image;
  uint64_t addr, bytes;

  if (!dynamic_find (image, at, &addr) || !dynamic_find (image, size, &bytes))
    return SFM_OK;
  const uint8_t *array = image_loaded (image, addr, bytes);
  for (uint64_t i = 0; array != NULL && i + 8 <= bytes; i += 8)
    if (!flow_open_entry (v, elf_u64 (array + i, image->big_endian),
                          PROVE_HARD))
      return diag_nomem (v->sink, image->path);
  return SFM_OK;
}

/* Take the functions of Go's table.  Those without a program may be data.  */
static sfm_status
take_go (struct proving *v)
{
  const struct go_table *go = v->p->index->go;
  struct go_function f;

  for (size_t i = 0; prover_has_go (v->p) && i < go->count; i++)
    {
      if (!go_table_function (go, i, &f) || f.program == 0)
        continue;
      if (!flow_entry (v, f.addr, PROVE_HARD))
        return diag_nomem (v->sink, v->code->image->path);
      const uint32_t entry = flow_find (v, f.addr);
      if (entry == UINT32_MAX)
        continue;
      v->p->entries.at[entry].ending = (f.flags & GO_ENDS) != 0 ? PROVE_ENDS
                                       : (f.flags & GO_RETURNS) != 0
                                           ? PROVE_RETURNS
                                           : PROVE_ASK;
      v->p->entries.at[entry].resumes = f.resumes;
      v->p->entries.at[entry].switches = (f.flags & GO_SP_WRITE) != 0;
      v->p->entries.at[entry].relinks = (f.flags & GO_LINK) != 0;
      v->bytes[f.addr - v->base] |= BYTE_FDE;
    }
  return SFM_OK;
}

sfm_status
prove_hard_entries (struct proving *v)
{
  const struct function_list *frames = &v->p->index->eh.functions;
  uint64_t addr;

  v->finds = PROVE_HARD;
  for (size_t i = 0; i < frames->count && !v->p->hide; i++)
    if (frames->at[i].addr - v->base < v->size)
      v->bytes[frames->at[i].addr - v->base] |= BYTE_FDE;
  TRY (take_go (v));
  TRY (take_symbols (v, false));
  TRY (take_array (v, DT_INIT_ARRAY, DT_INIT_ARRAYSZ));
  TRY (take_array (v, DT_FINI_ARRAY, DT_FINI_ARRAYSZ));
  if ((dynamic_find (v->code->image, DT_INIT, &addr)
       && !flow_open_entry (v, addr, PROVE_HARD))
      || (dynamic_find (v->code->image, DT_FINI, &addr)
          && !flow_open_entry (v, addr, PROVE_HARD)))
    return diag_nomem (v->sink, v->code->image->path);
  return SFM_OK;
}

/* Whether RULES are those at the start of a function of MACHINE.  */
static bool
are_first (const struct prove_machine *machine, const struct sfm_rules *rules)
{
  return rules->cfa.kind == SFM_RULE_VALUE
         && rules->cfa.reg == machine->dwarf_sp
         && rules->cfa.offset == -machine->entry_sp
         && (machine->link == REG_NONE || rules->ra.kind == SFM_RULE_SAME);
}

/* Take the functions whose call frame information begins like that of a
   function.  That of a part of a function does not, except if the part begins
   with an instruction that does nothing: GCC puts one before a part that only
   exceptions enter.  */
static sfm_status
take_frames (struct proving *v)
{
  const struct function_index *index = v->p->index;
  const struct sfm_cfi_section *section = NULL;
  struct sfm_cfi_fde fde = { 0 };
  struct sfm_cfi_rows rows;
  struct sfm_cfi_row row;

  for (size_t i = 0; i < index->eh.functions.count; i++)
    {
      const struct function *f = &index->eh.functions.at[i];
      if (!is_free (v, f->addr))
        continue;
      const struct insn *insn = insn_at (v, f->addr);
      if ((insn != NULL && insn->nop)
          || !eh_frame_fde (&index->eh, f->at, &section, &fde))
        continue;
      sfm_cfi_rows_begin (section, &fde, &rows);
      if (sfm_cfi_rows_next (&rows, &row) && row.problem == 0
          && are_first (v->machine, &row.rules)
          && !flow_entry (v, f->addr, PROVE_DESCRIBED))
        return diag_nomem (v->sink, index->image->path);
    }
  return SFM_OK;
}

static bool
note_pointer (struct proving *v, const struct elf_reloc *reloc)
{
  if (reloc->type != v->machine->relative
      && reloc->type != v->machine->irelative)
    return true;
  flow_open (v, reloc->addend);
  return !is_free (v, reloc->addend)
         || flow_open_entry (v, reloc->addend, PROVE_CANDIDATE);
}

sfm_status
prove_taken (struct proving *v)
{
  for (size_t i = 0; i < v->taken.count; i++)
    {
      const uint64_t addr = v->taken.at[i];
      flow_open (v, addr);
      if (is_free (v, addr) && !flow_open_entry (v, addr, PROVE_CANDIDATE))
        return diag_nomem (v->sink, v->code->image->path);
    }
  v->taken.count = 0;
  return SFM_OK;
}

sfm_status
prove_candidates (struct proving *v)
{
  v->finds = PROVE_CANDIDATE;
  if (!v->p->hide)
    TRY (take_frames (v));
  TRY (proving_relocs (v, note_pointer));
  TRY (prove_taken (v));
  return take_symbols (v, true);
}
