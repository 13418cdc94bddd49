/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-endings.c - functions of other files that do not return.

   The loader puts their addresses where the code or its PLT finds them.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "elf-symbols.h"
#include "prove-internal.h"
#include "sorted.h"

/* Functions of the C and C++ libraries that end the program, the thread, or
   the function that calls them, by a jump elsewhere.  Sorted.  */
static const char *const endings[] = {
  "_Exit",
  "_Unwind_Resume",
  "_ZN10__cxxabiv111__terminateEPFvvE",
  "_ZN10__cxxabiv112__unexpectedEPFvvE",
  "_ZSt10unexpectedv",
  "_ZSt9terminatev",
  "__assert",
  "__assert_fail",
  "__assert_perror_fail",
  "__chk_fail",
  "__cxa_bad_cast",
  "__cxa_bad_typeid",
  "__cxa_call_unexpected",
  "__cxa_deleted_virtual",
  "__cxa_pure_virtual",
  "__cxa_rethrow",
  "__cxa_throw",
  "__cxa_throw_bad_array_new_length",
  "__fortify_fail",
  "__longjmp_chk",
  "__stack_chk_fail",
  "_exit",
  "_longjmp",
  "abort",
  "err",
  "errx",
  "exit",
  "longjmp",
  "pthread_exit",
  "quick_exit",
  "siglongjmp",
  "thrd_exit",
  "verr",
  "verrx",
};

/* std::__throw_*, whose names have a length and types.  */
static bool
is_ending (const char *name)
{
  return bsearch (&name, endings, sizeof endings / sizeof *endings,
                  sizeof *endings, compare_strings)
             != NULL
         || (strncmp (name, "_ZSt", 4) == 0
             && strstr (name, "__throw_") != NULL
             && strchr (name, 'I') == NULL);
}

sfm_status
proving_relocs (struct proving *v,
                bool (*visit) (struct proving *v,
                               const struct elf_reloc *reloc))
{
  const struct image *image = v->code->image;

  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *section = &image->sections[i];
      struct elf_relocs relocs;
      struct elf_reloc reloc;
      if (!elf_type_is_relocs (section->type)
          || (section->flags & SHF_ALLOC) == 0
          || elf_relocs_begin (&relocs, image, section) != NULL)
        continue;
      while (elf_relocs_next (&relocs, &reloc))
        if (!visit (v, &reloc))
          return diag_nomem (v->sink, image->path);
    }
  return SFM_OK;
}

/* Note the place of RELOC if it gets the address of a function that does not
   return.  */
static bool
note_ending (struct proving *v, const struct elf_reloc *reloc)
{
  const struct image *image = v->code->image;
  struct image_symbol symbol = { .image = image };

  if ((reloc->type != v->machine->jump_slot
       && reloc->type != v->machine->glob_dat)
      || !symbol_table (image, SHT_DYNSYM, &symbol))
    return true;
  const uint64_t count
      = (uint64_t) (symbol.last - symbol.bytes) / ELF_SYM_SIZE;
  if (reloc->symbol > count)
    return true;
  symbol.bytes += (uint64_t) reloc->symbol * ELF_SYM_SIZE;
  if (!is_ending (symbol_name (&symbol)))
    return true;
  return LIST_ADD (&v->got, reloc->offset);
}

sfm_status
prove_endings (struct proving *v)
{
  const sfm_status status = proving_relocs (v, note_ending);

  sort_if_needed (v->got.at, v->got.count, sizeof *v->got.at, compare_u64);
  return status;
}

bool
proving_ends (const struct proving *v, uint64_t got)
{
  return got != 0 && v->got.count != 0
         && bsearch (&got, v->got.at, v->got.count, sizeof *v->got.at,
                     compare_u64)
                != NULL;
}
