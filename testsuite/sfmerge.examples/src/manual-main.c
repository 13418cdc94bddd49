/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   manual-main.c - the code of the manual's chapter on the library, run.  The
   files that it includes are taken out of the manual.  */

#define _GNU_SOURCE 1

#include <link.h>
#include <string.h>
#include <unistd.h>

#include "check.c"
#include "describe.c"
#include "jit.c"
#include "list.c"
#include "losses.c"
#include "plt.c"
#define FP STEP_FP
#define SP STEP_SP
#include "remote.c"
#include "step.c"
#undef FP
#undef SP
#include "table.h"

/* Places of code that nothing runs.  */
enum
{
  CODE = 0x401000,
  FUNCTION_SIZE = 0x40,
  FUNCTIONS = 20,
  TABLE = 0x500000
};

static void
expect (bool holds, unsigned line, const char *what)
{
  if (holds)
    return;
  printf ("line %u: not %s\n", line, what);
  exit (1);
}
#define EXPECT(what) expect (what, __LINE__, #what)

/* A builder with COUNT functions from CODE on.  */
static struct sfm_builder *
make_builder (uint64_t code, unsigned count)
{
  struct sfm_builder *builder;
  struct sfm_diag diag;

  EXPECT (jit_new (&builder, &diag) == SFM_OK);
  for (unsigned i = 0; i < count; i++)
    EXPECT (jit_add (builder, code + i * FUNCTION_SIZE, FUNCTION_SIZE, &diag)
            == SFM_OK);
  return builder;
}

/* Copy memory of this process.  */
static bool
read_own (void *data, uint64_t addr, void *buffer, size_t size)
{
  const uint64_t *stack = data;

  if (addr < (uintptr_t) stack || addr > (uintptr_t) (stack + 8) - size)
    return false;
  memcpy (buffer, (const void *) (uintptr_t) addr, size);
  return true;
}

/* Walk a stack by SECTION: function 1, called by the last instruction of
   function 0, called by nobody knows.  */
static void
walk (const struct sfm_section *section)
{
  uint64_t stack[8] = { 0 };
  struct frame frame = { .pc = CODE + FUNCTION_SIZE + 4,
                         .sp = (uintptr_t) stack,
                         .fp = (uintptr_t) (stack + 2),
                         .exact = true };

  stack[2] = (uintptr_t) (stack + 5);
  stack[3] = CODE + FUNCTION_SIZE - 1;
  stack[4] = 1;
  stack[5] = 2;
  EXPECT (step (section, &frame, read_own, stack) == STEP_CALLER);
  EXPECT (frame.pc == CODE + FUNCTION_SIZE - 1);
  EXPECT (frame.sp == (uintptr_t) (stack + 4));
  EXPECT (frame.fp == (uintptr_t) (stack + 5) && !frame.exact);
  EXPECT (step (section, &frame, read_own, stack) == STEP_CALLER);
  EXPECT (frame.pc == 0 && frame.fp == 2);
  EXPECT (frame.sp == (uintptr_t) (stack + 7));
  EXPECT (step (section, &frame, read_own, stack) == STEP_NOT_DESCRIBED);

  /* The return address of a call at the end is the next function's.  */
  frame = (struct frame){ .pc = CODE + FUNCTION_SIZE,
                          .sp = (uintptr_t) (stack + 6) };
  EXPECT (step (section, &frame, read_own, stack) == STEP_CALLER);
  EXPECT (frame.sp == (uintptr_t) (stack + 7));
  /* A stack that does not rise, and one that cannot be read.  */
  frame = (struct frame){ .pc = CODE + 4, .exact = true };
  frame.sp = (uintptr_t) (stack + 6);
  frame.fp = (uintptr_t) stack;
  EXPECT (step (section, &frame, read_own, stack) == STEP_FAILED);
  frame.fp = 0;
  EXPECT (step (section, &frame, read_own, stack) == STEP_FAILED);
}

/* Let the first function of BUILDER have no caller.  */
static void
outermost (struct sfm_builder *builder)
{
  const struct sfm_function function = { .addr = CODE, .size = 1 };
  const struct sfm_rules_at row = { .rules.ra.kind = SFM_RULE_UNDEFINED };
  struct frame frame = { .pc = CODE, .exact = true };
  struct sfm_diag diag;

  EXPECT (sfm_builder_remove (builder, CODE, &diag) == SFM_OK);
  EXPECT (sfm_builder_add (builder, &function, &row, 1, 0, NULL, &diag)
          == SFM_OK);
  struct jit_table *table = jit_publish (builder, &diag);
  EXPECT (table != NULL);
  EXPECT (step (&table->section, &frame, read_own, NULL) == STEP_OUTERMOST);
  free (table);
}

static void
run_time_code (void)
{
  struct sfm_builder *builder = make_builder (CODE, FUNCTIONS);
  struct sfm_section remote;
  struct sfm_diag diag;
  struct jit_table *table = jit_publish (builder, &diag);
  pid_t self = getpid ();

  EXPECT (table != NULL);
  EXPECT (is_valid (table->bytes, sfm_builder_size (builder),
                    table->section.addr, stdout));
  walk (&table->section);
  EXPECT (open_remote (&self, table->section.addr, sfm_builder_size (builder),
                       &remote, &diag)
          == SFM_OK);
  walk (&remote);
  FILE *out = fopen ("/dev/null", "w");
  *(uint8_t *) table->bytes ^= 1;
  EXPECT (out != NULL
          && !is_valid (table->bytes, sfm_builder_size (builder),
                        table->section.addr, out));
  fclose (out);
  free (table);
  outermost (builder);
  sfm_builder_free (builder);
}

/* What the text of print_section says of SIZE bytes at BYTES.  */
static void
expect_listed (const void *bytes, size_t size, uint64_t addr)
{
  struct sfm_diag diag;
  char text[4096] = "", *function;
  FILE *out = fmemopen (text, sizeof text, "w");

  EXPECT (print_section (bytes, size, addr, out, &diag) == SFM_OK);
  fclose (out);
  function = strstr (text, "0x401040: 64 bytes\n  +0: CFA = r7+8\n  +1: CFA = "
                           "r7+16\n  +4: CFA = r6+16\n  +63: CFA = r7+8\n");
  EXPECT (function != NULL);
}

/* One input of a link: COUNT functions from CODE on.  The caller frees the
   bytes.  */
static void *
make_input (uint64_t code, unsigned count, struct table_input *input)
{
  struct sfm_builder *builder = make_builder (code, count);
  const size_t size = sfm_builder_size (builder);
  struct sfm_diag diag;
  void *bytes = malloc (size);

  EXPECT (sfm_builder_write (builder, 0, bytes, size, &diag) == SFM_OK);
  EXPECT (sfm_piece_open (bytes, size, 0, &input->piece, &diag) == SFM_OK);
  input->places = calloc (count, sizeof *input->places);
  for (unsigned i = 0; i < count; i++)
    input->places[i].live = true;
  sfm_builder_free (builder);
  return bytes;
}

/* The linker: two inputs, of which the second has one function of the first
   again.  */
static void
link_inputs (void)
{
  struct table_input inputs[2];
  struct sfm_merger *merger, *parts[2];
  struct sfm_diag diag;
  uint64_t bound, half;
  char text[200] = "";
  void *bytes[2]
      = { make_input (CODE, 2, &inputs[0]), make_input (CODE, 2, &inputs[1]) };
  FILE *out = fmemopen (text, sizeof text, "w");

  EXPECT (table_begin (inputs, 2, &merger, &bound, &diag) == SFM_OK);
  uint8_t *section = malloc (bound);
  for (unsigned i = 0; i < 2; i++)
    for (unsigned f = 0; f < 2; f++)
      inputs[i].places[f].addr = CODE + (i + f) * FUNCTION_SIZE;
  EXPECT (table_end (inputs, 2, merger, TABLE, section, bound, &diag)
          == SFM_OK);
  EXPECT (sfm_merger_size (merger) < bound);
  EXPECT (is_valid (section, bound, TABLE, stdout));
  expect_listed (section, bound, TABLE);
  print_losses (merger, out);
  fclose (out);
  EXPECT (strcmp (text, "input 1: function at 0x401040: merged with an equal "
                        "one at the same address\n")
          == 0);

  EXPECT (table_begin (inputs, 1, &parts[0], &half, &diag) == SFM_OK);
  EXPECT (table_begin (inputs + 1, 1, &parts[1], &half, &diag) == SFM_OK);
  EXPECT (sfm_merger_join (parts[0], parts[1], &diag) == SFM_OK);
  EXPECT (sfm_merger_bound (parts[0]) == bound);
  uint8_t *again = malloc (bound);
  EXPECT (table_end (inputs, 2, parts[0], TABLE, again, bound, &diag)
          == SFM_OK);
  EXPECT (memcmp (section, again, bound) == 0);

  sfm_merger_free (merger);
  for (unsigned i = 0; i < 2; i++)
    {
      sfm_merger_free (parts[i]);
      free (inputs[i].places);
      free (bytes[i]);
    }
  free (section);
  free (again);
}

/* A PLT of the psABI: PLT0 and two entries.  */
static void
plt_code (void)
{
  static const uint8_t code[] = {
    0xff, 0x35, 0, 0, 0, 0, 0xff, 0x25, 0, 0, 0, 0,    0x0f, 0x1f, 0x40, 0,
    0xff, 0x25, 0, 0, 0, 0, 0x68, 0,    0, 0, 0, 0xe9, 0,    0,    0,    0,
    0xff, 0x25, 0, 0, 0, 0, 0x68, 1,    0, 0, 0, 0xe9, 0,    0,    0,    0,
  };
  const struct sfm_plt_code plt = { .addr = CODE,
                                    .bytes = code,
                                    .size = sizeof code,
                                    .abi = SFM_ABI_AMD64_ENDIAN_LITTLE };
  struct sfm_merger *merger;
  struct sfm_section section;
  struct sfm_rules rules;
  struct sfm_diag diag;
  uint8_t table[500];
  void *bytes;

  EXPECT (sfm_merger_new (NULL, &merger, &diag) == SFM_OK);
  EXPECT (add_plt (merger, &plt, 0, &bytes, &diag) == SFM_OK);
  EXPECT (bytes != NULL);
  EXPECT (sfm_merger_plan (merger, TABLE, sizeof table, &diag) == SFM_OK);
  EXPECT (sfm_merger_write (merger, table, sizeof table, &diag) == SFM_OK);
  EXPECT (sfm_section_open (table, sizeof table, TABLE, &section, &diag)
          == SFM_OK);
  EXPECT (sfm_find_rules (&section, CODE + 0x2b, NULL, &rules, &diag)
          == SFM_OK);
  EXPECT (rules.cfa.reg == 7 && rules.cfa.offset == 16);
  sfm_merger_free (merger);
  free (bytes);
}

#ifdef __x86_64__
/* Let DATA be the .eh_frame of the program, which comes first.  */
static int
find_eh_frame (struct dl_phdr_info *info, size_t size, void *data)
{
  struct sfm_cfi_section *section = data, header = { 0 };
  uint64_t at = 4;

  (void) size;
  header.abi = SFM_ABI_AMD64_ENDIAN_LITTLE;
  for (unsigned i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_GNU_EH_FRAME)
      {
        header.addr = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        header.bytes = (const uint8_t *) (uintptr_t) header.addr;
        header.size = info->dlpi_phdr[i].p_memsz;
        header.data_base = header.addr;
        header.has_data_base = true;
      }
  EXPECT (sfm_cfi_pointer (&header, &at, header.bytes[1], &section->addr));
  section->abi = header.abi;
  section->bytes = (const uint8_t *) (uintptr_t) section->addr;
  /* Up to the terminator: other sections may follow in the segment.  */
  uint32_t length;
  do
    {
      memcpy (&length, section->bytes + section->size, sizeof length);
      section->size += sizeof length + length;
    }
  while (length != 0);
  return 1;
}

/* This program, by its .eh_frame.  */
static void
own_code (void)
{
  struct sfm_cfi_section frames = { 0 };
  struct sfm_builder *builder;
  struct sfm_rules rules;
  struct sfm_diag diag;

  dl_iterate_phdr (find_eh_frame, &frames);
  EXPECT (jit_new (&builder, &diag) == SFM_OK);
  EXPECT (describe (&frames, builder, stderr, &diag) == SFM_OK);
  struct jit_table *table = jit_publish (builder, &diag);
  EXPECT (table != NULL);
  EXPECT (sfm_find_rules (&table->section, (uintptr_t) own_code, NULL, &rules,
                          &diag)
          == SFM_OK);
  EXPECT (rules.cfa.kind == SFM_RULE_VALUE && rules.cfa.reg == 7
          && rules.cfa.offset == 8);
  free (table);
  sfm_builder_free (builder);
}
#endif

int
main (void)
{
  run_time_code ();
  link_inputs ();
  plt_code ();
#ifdef __x86_64__
  own_code ();
#endif
  puts ("all is well");
  return 0;
}
