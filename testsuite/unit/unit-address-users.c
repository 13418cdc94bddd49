/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-address-users.c - which relocations name bytes that are to move.  */

#include "config.h"

#include "edit-internal.h"
#include "fixture-image.h"
#include "result.h"

enum
{
  MOVES = 0x400,
  MOVES_END = 0x500
};

static struct fixture fx;

/* Whether bytes may move from the first segment if a relocation of TYPE has
   their address as the addend.  */
static bool
may_move (uint16_t machine, uint32_t type)
{
  struct phdr_plan plan;

  fixture_begin (&fx, machine == EM_AARCH64);
  uint16_t relocs = fixture_section (&fx, ".rela.dyn", SHT_RELA, SHF_ALLOC,
                                     FIXTURE_RELOCS, ELF_RELA_SIZE);
  fx.sections[relocs].sh_entsize = ELF_RELA_SIZE;
  elf_put64 (fx.bytes + FIXTURE_RELOCS + 8, type, fx.big_endian);
  elf_put64 (fx.bytes + FIXTURE_RELOCS + 16, MOVES + 8, fx.big_endian);
  if (fixture_open (&fx) != SFM_OK)
    return false;
  fx.image.machine = machine;
  phdr_nothing (&fx.image, &plan);
  bool may = range_is_unreferenced (&plan, MOVES, MOVES_END);
  fixture_close (&fx);
  return may;
}

/* The addend of a thread's variable is an offset in its block.  */
static void
test_types (void)
{
  static const struct
  {
    uint16_t machine;
    uint32_t relative, first, last;
  } cases[] = {
    { EM_X86_64, R_X86_64_RELATIVE, R_X86_64_DTPMOD64, R_X86_64_TPOFF64 },
    { EM_X86_64, R_X86_64_IRELATIVE, R_X86_64_TLSDESC, R_X86_64_TLSDESC },
    { EM_AARCH64, R_AARCH64_RELATIVE, R_AARCH64_TLS_DTPMOD,
      R_AARCH64_TLSDESC },
    { EM_S390, R_390_RELATIVE, R_390_TLS_DTPMOD, R_390_TLS_TPOFF },
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
      bool passed = !may_move (cases[i].machine, cases[i].relative);
      for (uint32_t type = cases[i].first; type <= cases[i].last; type++)
        passed &= may_move (cases[i].machine, type);
      unit_result_of (passed, "machine %u, relocations from %u on",
                      (unsigned) cases[i].machine, (unsigned) cases[i].first);
    }
}

int
main (void)
{
  test_types ();
  return unit_exit ();
}
