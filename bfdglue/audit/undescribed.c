/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   undescribed.c - functions of an image that its existing pieces do not
   describe.

   Theory of operation.  The functions are those of .eh_frame, which linkers
   keep whole, or the symbols with a size if .eh_frame has none.  PLT code is
   left out.  The program's entry, DT_INIT, DT_FINI and functions with the name
   of a crt function (crt-functions.c) are excused: they need no rows.

   A function of which no assembler makes rows, by its call frame information,
   shows nothing: no linker has lost it.  In which version the objects were is
   known by the pieces; of several versions the highest counts, which expresses
   the most.

   In stripped images functions have no names.  Crt functions come from
   archives at the end of the link, so nameless functions after all described
   ones are excused: as many as are described, or up to NAMELESS_AFTER_MAX if
   that is more.  The limit is there because all objects of a program but the
   first may be there, too.

   Linkers gather cold parts before other code, including those of a statically
   linked unwinder, which only C++ needs.  So nameless functions at any address
   are excused if there is a .gcc_except_table and the image does not need
   libgcc_s.so.1.  In other images up to four are excused, as other start files
   and libraries have some (measured: gcrt1.o two, crtfastmath.o and libgcov.a
   one); whole objects that a linker left out have more.

   Without section headers .eh_frame's functions for PLT code cannot be told
   from others; there are at most four, which gold and GNU ld put before all
   others.  */

#include "config.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "elf-codec.h"
#include "elf-dynamic.h"
#include "undescribable.h"
#include "undescribed.h"
#include "crt-functions.h"
#include "sorted.h"
#include "audit-limits.h"

enum
{
  SPECIAL_MAX = 4 /* entry, the function after it, DT_INIT, DT_FINI */
};

struct finder
{
  const struct function_index *index;
  const struct existing_sframe *existing;
  struct undescribed *undescribed;
  size_t capacity;
  uint64_t special[SPECIAL_MAX];
  size_t special_count;
  struct undescribable judge;
  bool cold_crt; /* the unwinder's functions may be at any address */
  size_t before; /* nameless functions excused as PLT code */
  size_t after;  /* ... as crt functions */
};

/* In crt1.o of position-dependent programs an empty _dl_relocate_static_pie
   follows the entry: 1 byte on x86-64, 4 on AArch64, 8 with a branch target
   instruction.  Add its address if such a function follows ENTRY.  */
static void
list_after_entry (struct finder *f, uint64_t entry)
{
  const struct function_index *e = f->index;
  uint64_t size = index_fde_size (e, entry);
  uint64_t next
      = (entry + size + ENTRY_ALIGN - 1) & ~(uint64_t) (ENTRY_ALIGN - 1);
  uint64_t found = index_fde_size (e, next);

  if (size != 0 && found != 0 && found <= EMPTY_MAX)
    f->special[f->special_count++] = next;
}

static void
list_special (struct finder *f, const struct image *image)
{
  uint64_t value = elf_u64 (image->bytes + offsetof (Elf64_Ehdr, e_entry),
                            image->big_endian);

  f->special[f->special_count++] = value;
  list_after_entry (f, value);
  if (dynamic_find (image, DT_INIT, &value))
    f->special[f->special_count++] = value;
  if (dynamic_find (image, DT_FINI, &value))
    f->special[f->special_count++] = value;
}

/* A name of the function [ADDR, ADDR + SIZE): preferably that of a crt
   function, then that of a symbol with a size, then that of a symbol that
   begins before it, with NOPs to be patched, and ends with it.  NULL if it has
   none.  */
static const char *
name_of (const struct function_index *e, uint64_t addr, uint64_t size)
{
  const char *name = NULL;

  for (size_t i = function_list_from (&e->symbols, addr, 0);
       function_list_starts (&e->symbols, i, addr); i++)
    {
      if (crt_function_name (e->symbols.at[i].name))
        return e->symbols.at[i].name;
      if (name == NULL || e->symbols.at[i].size != 0)
        name = e->symbols.at[i].name;
    }
  const size_t over = function_list_over (&e->symbols, addr);
  if (name == NULL && over < e->symbols.count
      && e->symbols.at[over].addr < addr
      && e->symbols.at[over].addr + e->symbols.at[over].size == addr + size)
    name = e->symbols.at[over].name;
  return name;
}

/* Whether the nameless function at ADDR can be a crt function or PLT code, and
   count it.  */
static bool
excuse_nameless (struct finder *f, uint64_t addr)
{
  const struct existing_sframe *existing = f->existing;

  if (existing->functions.count == 0)
    return false;
  if (f->cold_crt)
    return true;
  size_t most = existing->functions.count;
  if (f->index->code.by_sections && most < NAMELESS_AFTER_MAX)
    most = NAMELESS_AFTER_MAX;
  if (addr > existing->functions.at[existing->functions.count - 1].addr)
    return f->after++ < most;
  return !f->index->code.by_sections && addr < existing->functions.at[0].addr
         && f->before++ < NAMELESS_PLT_MAX;
}

static bool
is_special (const struct finder *f, uint64_t addr)
{
  for (size_t i = 0; i < f->special_count; i++)
    if (f->special[i] == addr)
      return true;
  return false;
}

/* Whether the function [ADDR, ADDR + SIZE) called NAME, or NULL, needs no
   rows; count it if so.  Without section headers PLT code is told first: its
   expressions are none that an assembler describes.  */
static bool
excuse (struct finder *f, uint64_t addr, uint64_t size, const char *name)
{
  struct undescribed *undescribed = f->undescribed;
  const bool sections = f->index->code.by_sections;

  if (is_special (f, addr) || (name != NULL && crt_function_name (name)))
    undescribed->excused++;
  else if (name == NULL && !sections && excuse_nameless (f, addr))
    undescribed->nameless++;
  else if (undescribed->version != 0
           && undescribable_function (&f->judge, addr, size))
    undescribed->undescribable++;
  else if (name == NULL && sections && excuse_nameless (f, addr))
    undescribed->nameless++;
  else
    return false;
  return true;
}

/* List the function [ADDR, ADDR + SIZE) if no piece describes it and it is not
   excused.  False: no memory.  */
static bool
look_at (void *data, uint64_t addr, uint64_t size)
{
  struct finder *f = data;
  struct undescribed *undescribed = f->undescribed;

  if (code_ranges_plt_section (&f->index->code, addr, size) != NULL)
    return true;
  undescribed->functions++;
  if (pieces_any_at (f->existing, addr))
    return true;
  const char *name = name_of (f->index, addr, size);
  if (excuse (f, addr, size, name))
    return true;
  if (!array_grow (&undescribed->missing, &f->capacity, undescribed->count,
                   sizeof *undescribed->missing))
    return false;
  undescribed->missing[undescribed->count++] = (struct undescribed_function){
    .addr = addr, .size = size, .name = name
  };
  return true;
}

/* Call FN for the functions of LIST that are in the code of INDEX, as
   each_function does.  */
static bool
each_listed (const struct function_index *index,
             const struct function_list *list, function_visitor *fn,
             void *data)
{
  for (size_t i = 0; i < list->count; i++)
    {
      const struct function *f = &list->at[i];
      /* The last of an address is the largest.  */
      if (!function_list_starts (list, i + 1, f->addr) && f->size != 0
          && code_ranges_hold (&index->code, f->addr, f->size)
          && !fn (data, f->addr, f->size))
        return false;
    }
  return true;
}

bool
each_function (const struct function_index *index, function_visitor *fn,
               void *data, const size_t *counted, bool *by_symbols)
{
  if (!each_listed (index, &index->eh.functions, fn, data))
    return false;
  *by_symbols = *counted == 0;
  return !*by_symbols || each_listed (index, &index->symbols, fn, data);
}

/* Excuse the remaining nameless functions if they are few.  */
static void
excuse_few (struct finder *f)
{
  struct undescribed *undescribed = f->undescribed;
  size_t nameless = 0, kept = 0;

  for (size_t i = 0; i < undescribed->count; i++)
    nameless += undescribed->missing[i].name == NULL;
  if (nameless > NAMELESS_FEW || f->existing->functions.count == 0)
    return;
  for (size_t i = 0; i < undescribed->count; i++)
    if (undescribed->missing[i].name != NULL)
      undescribed->missing[kept++] = undescribed->missing[i];
  undescribed->count = kept;
  undescribed->nameless += nameless;
}

/* The highest version of the pieces of EXISTING; 0: there are none.  */
static uint8_t
highest_version (const struct existing_sframe *existing)
{
  uint8_t highest = 0;

  for (size_t i = 0; i < existing->piece_count; i++)
    if (existing->pieces[i].usable
        && existing->pieces[i].piece.version > highest)
      highest = existing->pieces[i].piece.version;
  return highest;
}

sfm_status
undescribed_find (const struct function_index *index,
                  const struct existing_sframe *existing,
                  struct undescribed *undescribed,
                  const struct diag_sink *sink)
{
  const struct image *image = index->image;
  struct finder f
      = { .index = index, .existing = existing, .undescribed = undescribed };

  *undescribed = (struct undescribed){ .version = highest_version (existing) };
  undescribable_begin (&f.judge, &index->eh, (uint8_t) undescribed->version);
  list_special (&f, image);
  f.cold_crt = image_find_section (image, ".gcc_except_table", 0) != 0
               && !dynamic_needs (image, "libgcc_s.so.1");
  if (each_function (index, look_at, &f, &undescribed->functions,
                     &undescribed->by_symbols))
    {
      excuse_few (&f);
      undescribed->excused += undescribed->nameless;
      return SFM_OK;
    }
  undescribed_free (undescribed);
  return diag_nomem (sink, image->path);
}

void
undescribed_free (struct undescribed *undescribed)
{
  free (undescribed->missing);
  *undescribed = (struct undescribed){ 0 };
}
