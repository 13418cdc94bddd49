/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-last-calls.c - which functions end in a call, and whether the byte
   after it is padding; and existing pieces that describe functions with that
   byte.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "fixture-image.h"
#include "fixture-pieces.h"
#include "function-index.h"
#include "growth.h"
#include "result.h"

/* The function that ends in a call, and the one after it.  */
enum
{
  ADDR = OWNED_CODE + 0x100,
  SIZE = 0x15,
  END = ADDR + SIZE,
  NEXT = OWNED_CODE + 0x120
};

/* Put the SIZE bytes at BYTES to ADDR.  */
static void
put (struct owned *o, uint64_t addr, const void *bytes, size_t size)
{
  memcpy (o->bytes + addr, bytes, size);
}

#define PUT(o, addr, text) put (o, addr, text, sizeof text - 1)

/* An image with the two functions, NOPs between them, and RETs in and after
   them.  */
static void
begin (struct owned *o)
{
  owned_begin (o);
  memset (o->bytes + OWNED_CODE, 0xc3, 0x400);
  memset (o->bytes + END, 0x90, NEXT - END);
  PUT (o, END - 5, "\xe8\x00\x01\x00\x00");
  owned_frame (o, ADDR, SIZE);
  owned_frame (o, NEXT, 0x10);
}

/* The padding after the function that O describes if it may be covered, else
   0; -1 if it is not one that ends in a call.  Ends O.  */
static int
padding (struct owned *o)
{
  struct last_calls calls = { .at = NULL };
  int result = -2;

  if (owned_read (o)
      && last_calls_read (&o->index, &calls, &fixture_sink) == SFM_OK)
    {
      const struct last_call *call = last_calls_find (&calls, ADDR, SIZE);
      result = call == NULL                 ? -1
               : last_call_may_cover (call) ? call->padding
                                            : 0;
    }
  last_calls_free (&calls);
  owned_end (o);
  return result;
}

/* Code of a machine, and whether it ends in a call, or is padding.  */
struct code
{
  uint16_t machine;
  uint8_t size;
  int8_t wanted;
  const char *bytes;
  const char *name;
};

#define CODE(machine, wanted, bytes, name)                                    \
  {                                                                           \
    machine, sizeof bytes - 1, wanted, bytes, name                            \
  }

static const struct code calls[] = {
  CODE (EM_X86_64, 1, "\xe8\xfb\xff\xff\xff", "call"),
  CODE (EM_X86_64, 1, "\xff\xd0", "call *%rax"),
  CODE (EM_X86_64, 1, "\x41\xff\xd2", "call *%r10"),
  CODE (EM_X86_64, 1, "\xff\x50\x18", "call *0x18(%rax)"),
  CODE (EM_X86_64, 1, "\xff\x54\x24\x08", "call *8(%rsp)"),
  CODE (EM_X86_64, 1, "\xff\x10", "call *(%rax)"),
  CODE (EM_X86_64, 1, "\xff\x14\xc8", "call *(%rax,%rcx,8)"),
  CODE (EM_X86_64, 1, "\xff\x15\x00\x20\x00\x00", "call *0x2000(%rip)"),
  CODE (EM_X86_64, 1, "\xff\x90\x00\x01\x00\x00", "call *0x100(%rax)"),
  CODE (EM_X86_64, 1, "\xff\x14\x25\x00\x20\x00\x00", "call *0x2000"),
  CODE (EM_X86_64, 1, "\xff\x94\xc8\x00\x01\x00\x00",
        "call *0x100(%rax,%rcx,8)"),
  CODE (EM_X86_64, 0, "\xff\xe0", "jmp *%rax"),
  CODE (EM_X86_64, 0, "\xe9\xfb\xff\xff\xff", "jmp"),
  CODE (EM_X86_64, 0, "\x0f\x0b", "ud2"),
  CODE (EM_X86_64, 0, "\xe8\x00\x00\x00\x00\x0f\x0b", "call, ud2"),
  CODE (EM_AARCH64, 1, "\xff\xff\xff\x97", "bl"),
  CODE (EM_AARCH64, 1, "\x00\x02\x3f\xd6", "blr x16"),
  CODE (EM_AARCH64, 1, "\x11\x0a\x3f\xd7", "blraa x16, x17"),
  CODE (EM_AARCH64, 1, "\x1f\x0a\x3f\xd6", "blraaz x16"),
  CODE (EM_AARCH64, 0, "\xff\xff\xff\x17", "b"),
  CODE (EM_AARCH64, 0, "\x00\x02\x1f\xd6", "br x16"),
  CODE (EM_AARCH64, 0, "\xc0\x03\x5f\xd6", "ret"),
  CODE (EM_S390, 1, "\xc0\xe5\xff\xff\xff\xf0", "brasl %r14"),
  CODE (EM_S390, 1, "\xa7\xe5\xff\xf0", "bras %r14"),
  CODE (EM_S390, 1, "\x0d\xe1", "basr %r14,%r1"),
  CODE (EM_S390, 0, "\x0d\xd0", "basr %r13,0"),
  CODE (EM_S390, 0, "\xc0\xf4\xff\xff\xff\xf0", "jg"),
  CODE (EM_S390, 0, "\x07\xfe", "br %r14"),
};

static const struct code paddings[] = {
  CODE (EM_X86_64, 1, "\x90", "nop"),
  CODE (EM_X86_64, 2, "\x66\x90", "nop of 2"),
  CODE (EM_X86_64, 3, "\x0f\x1f\x00", "nop of 3"),
  CODE (EM_X86_64, 4, "\x0f\x1f\x40\x00", "nop of 4"),
  CODE (EM_X86_64, 5, "\x0f\x1f\x44\x00\x00", "nop of 5"),
  CODE (EM_X86_64, 6, "\x66\x0f\x1f\x44\x00\x00", "nop of 6"),
  CODE (EM_X86_64, 7, "\x0f\x1f\x80\x00\x00\x00\x00", "nop of 7"),
  CODE (EM_X86_64, 8, "\x0f\x1f\x84\x00\x00\x00\x00\x00", "nop of 8"),
  CODE (EM_X86_64, 11, "\x66\x66\x2e\x0f\x1f\x84\x00\x00\x00\x00\x00",
        "nop of 11"),
  CODE (EM_X86_64, 15,
        "\x66\x66\x66\x66\x66\x66\x2e\x0f\x1f\x84\x00\x00\x00\x00\x00",
        "nop of 15"),
  CODE (EM_X86_64, 0,
        "\x66\x66\x66\x66\x66\x66\x66\x2e\x0f\x1f\x84\x00\x00\x00\x00\x00",
        "nop of 16"),
  CODE (EM_X86_64, 1, "\xcc", "int3"),
  CODE (EM_X86_64, 1, "\x00", "zero"),
  CODE (EM_X86_64, 0, "\x0f\x1f\x44\x00", "nop of 5, cut off"),
  CODE (EM_X86_64, 0, "\x0f\x1f", "nop of 3, cut off"),
  CODE (EM_X86_64, 0, "\x66", "a prefix alone"),
  CODE (EM_X86_64, 0, "\xf3\x0f\x1e\xfa", "endbr64"),
  CODE (EM_X86_64, 0, "\x66\x0f\x1f\x4c\x00\x00", "0f 1f /1"),
  CODE (EM_X86_64, 0, "\xf4", "hlt"),
  CODE (EM_X86_64, 0, "\xc3", "ret"),
  CODE (EM_AARCH64, 4, "\x1f\x20\x03\xd5", "nop"),
  CODE (EM_AARCH64, 4, "\x00\x00\x00\x00", "udf #0"),
  CODE (EM_AARCH64, 4, "\x00\x7d\x20\xd4", "brk #1000"),
  CODE (EM_AARCH64, 0, "\x00\x00\x00", "udf #0, cut off"),
  CODE (EM_AARCH64, 0, "\x01\x00\x00\x00", "udf #1"),
  CODE (EM_AARCH64, 0, "\x20\x00\x20\xd4", "brk #1"),
  CODE (EM_AARCH64, 0, "\x5f\x24\x03\xd5", "bti c"),
  CODE (EM_S390, 2, "\x07\x07", "nopr %r7"),
  CODE (EM_S390, 2, "\x07\x00", "nopr"),
  CODE (EM_S390, 4, "\x47\x00\x00\x00", "nop"),
  CODE (EM_S390, 6, "\xc0\x04\x00\x00\x00\x00", "jgnop"),
  CODE (EM_S390, 2, "\x00\x00", "zeros"),
  CODE (EM_S390, 0, "\x07", "half of nopr"),
  CODE (EM_S390, 0, "\x07\xfe", "br %r14"),
  CODE (EM_S390, 0, "\x47\xf0\x00\x00", "b"),
};

static void
test_instructions (void)
{
  for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
    unit_result_of (code_ends_in_call (calls[i].machine,
                                       (const uint8_t *) calls[i].bytes,
                                       calls[i].size)
                        == calls[i].wanted,
                    "%u: %s is %s", calls[i].machine, calls[i].name,
                    calls[i].wanted ? "a call" : "none");
  for (size_t i = 0; i < sizeof paddings / sizeof paddings[0]; i++)
    unit_result_of (padding_instruction (paddings[i].machine,
                                         (const uint8_t *) paddings[i].bytes,
                                         paddings[i].size)
                        == (unsigned) paddings[i].wanted,
                    "%u: %s is %s", paddings[i].machine, paddings[i].name,
                    paddings[i].wanted ? "padding" : "none");
}

static void
test_proof (void)
{
  struct owned o;

  begin (&o);
  unit_result (padding (&o) == 1, "a byte of padding after the call");
  begin (&o);
  o.bytes[END - 5] = 0xe9;
  unit_result (padding (&o) == -1, "no call");
  begin (&o);
  PUT (&o, END, "\x66\x2e\x0f\x1f\x84\0\0\0\0\0\x90");
  unit_result (padding (&o) == 10, "a NOP of ten bytes, and one of one");
  begin (&o);
  memset (o.bytes + END, 0xcc, NEXT - END);
  unit_result (padding (&o) == 1, "INT3");
  begin (&o);
  memset (o.bytes + END, 0, NEXT - END);
  unit_result (padding (&o) == 1, "zeros");
  begin (&o);
  o.bytes[END] = 0xc3;
  unit_result (padding (&o) == 0, "a byte that is no padding");
  begin (&o);
  o.bytes[NEXT - 1] = 0xc3;
  unit_result (padding (&o) == 0, "code after the padding that nothing names");
  begin (&o);
  PUT (&o, NEXT - 2, "\x66\x66");
  o.bytes[NEXT] = 0x90;
  unit_result (padding (&o) == 0, "a NOP that extends over the next function");
}

static void
test_neighbours (void)
{
  struct owned o;

  begin (&o);
  owned_frame (&o, END, 4);
  unit_result (padding (&o) == 0, "an FDE at the byte");
  begin (&o);
  owned_symbol (&o, "label", END, 0);
  unit_result (padding (&o) == 0, "a symbol at the byte");
  begin (&o);
  owned_symbol (&o, "label", END - 2, 0);
  owned_symbol (&o, "next", NEXT, 0x10);
  unit_result (padding (&o) == 1, "symbols elsewhere");
  begin (&o);
  owned_symbol (&o, "long", ADDR, SIZE + 1);
  unit_result (padding (&o) == 0, "a symbol over the byte");
  begin (&o);
  owned_symbol (&o, "long", ADDR - 0x40, 0x80);
  owned_symbol (&o, "inside", ADDR, SIZE);
  owned_symbol (&o, "label", END - 2, 0);
  unit_result (padding (&o) == 0, "a symbol over others and the byte");
  begin (&o);
  owned_frame (&o, ADDR + 4, SIZE);
  unit_result (padding (&o) == 0, "an FDE over the end");
  begin (&o);
  owned_frame (&o, ADDR - 0x40, 0x100);
  unit_result (padding (&o) == -1, "an FDE over the whole function");
  begin (&o);
  owned_frame (&o, ADDR - 0x40, 0x40);
  unit_result (padding (&o) == 1, "an FDE up to the function");
  begin (&o);
  owned_frame (&o, ADDR - 0x40, 0x41);
  unit_result (padding (&o) == -1, "an FDE up to its first byte");
  begin (&o);
  owned_frame (&o, ADDR, SIZE + 2);
  unit_result (padding (&o) == -1, "another FDE that begins there");
  begin (&o);
  owned_frame (&o, ADDR, SIZE);
  unit_result (padding (&o) == 1, "an equal FDE");
}

/* The image ends in .text, or that ends, at the byte or a byte later.  */
static void
test_ends (void)
{
  for (unsigned more = 0; more < 2; more++)
    {
      const uint64_t size = END - OWNED_CODE + more;
      struct owned o;

      begin (&o);
      o.index.eh.functions.count = 1;
      o.sections[OWNED_SEC_TEXT].size = size;
      owned_section (&o, ".text.2", SHF_EXECINSTR, OWNED_CODE + size, 0x100);
      unit_result_of (padding (&o) == (int) more,
                      "a section that ends %u after the function", more);
      begin (&o);
      o.index.eh.functions.count = 1;
      o.segments[OWNED_SEG_CODE].filesz = size;
      unit_result_of (padding (&o) == (int) more,
                      "a segment that ends %u after the function", more);
      begin (&o);
      o.index.eh.functions.count = 1;
      o.image.section_count = 0;
      o.segments[OWNED_SEG_CODE].filesz = size;
      unit_result_of (padding (&o) == (int) more,
                      "no sections, and a segment that ends %u after it",
                      more);
    }
}

/* Without .eh_frame the symbols count, if all were read.  */
static void
test_sources (void)
{
  struct owned o;

  for (unsigned i = 0; i < 2; i++)
    {
      begin (&o);
      o.index.eh.functions.count = 0;
      o.index.eh.complete = false;
      o.index.has_symtab = i != 0;
      owned_symbol (&o, "function", ADDR, SIZE);
      owned_symbol (&o, "label", ADDR + 2, 0);
      owned_symbol (&o, "next", NEXT, 0x10);
      unit_result_of (padding (&o) == (i == 0 ? -1 : 1),
                      "no .eh_frame, %s symbols", i == 0 ? "few" : "all");
    }
  begin (&o);
  o.index.eh.complete = false;
  o.index.eh.sections = calloc (1, sizeof *o.index.eh.sections);
  o.index.eh.section_count = o.index.eh.sections != NULL;
  o.index.has_symtab = true;
  owned_symbol (&o, "function", ADDR, SIZE);
  unit_result (padding (&o) == -1, "an .eh_frame that is damaged");
  begin (&o);
  owned_section (&o, ".plt", SHF_EXECINSTR, OWNED_CODE, 0x400);
  o.sections[OWNED_SEC_TEXT].size = 0;
  unit_result (padding (&o) == -1, "PLT code");
}

/* Read O, whose piece describes the function with SIZE bytes.  */
static bool
read_described (struct owned *o, uint8_t version, uint32_t size)
{
  const struct owned_function functions[]
      = { { .addr = ADDR, .size = size }, { .addr = NEXT, .size = 0x10 } };

  owned_piece (o, version,
               SFM_F_FDE_SORTED
                   | (version == 3 ? SFM_F_FDE_FUNC_START_PCREL : 0),
               functions, 2);
  return owned_read (o) && o->existing.piece_count == 1;
}

/* Whether the first function of O's piece is live with SIZE bytes, and its
   digest is DIGEST; else only contradicted if LIVE is false.  Ends O.  */
static bool
described (struct owned *o, bool live, uint32_t size, uint64_t digest)
{
  const struct image_piece *p = &o->existing.pieces[0];
  struct sfm_diag diag;
  struct sfm_fde fde;

  bool good = sfm_fde_read (&p->piece, 0, &fde, &diag) == SFM_OK
              && fde.size == size && p->places[0].live == live
              && p->contradicted == (live ? 0 : 1)
              && (!live || p->digests[0] == digest)
              && (!live
                  || p->places[0].evidence
                         == (SFM_EVIDENCE_START | SFM_EVIDENCE_SIZE));
  owned_end (o);
  return good;
}

static void
test_described (uint8_t version)
{
  struct owned o;

  begin (&o);
  bool good
      = read_described (&o, version, SIZE) && o.existing.calls.count == 0;
  const uint64_t digest = good ? o.existing.pieces[0].digests[0] : 0;
  good = good && described (&o, true, SIZE, digest);
  unit_result_of (good, "v%u: as long as the FDE", version);

  begin (&o);
  good = read_described (&o, version, SIZE + 1) && o.existing.calls.count == 1
         && o.existing.calls.at[0].covered
         && o.existing.pieces[0].piece.bytes != o.bytes + OWNED_SFRAME;
  unit_result_of (good && described (&o, true, SIZE, digest),
                  "v%u: longer by a byte of padding", version);

  begin (&o);
  owned_symbol (&o, "over", ADDR, SIZE + 2);
  owned_symbol (&o, "label", END, 0);
  good = read_described (&o, version, SIZE + 1) && o.existing.calls.count == 1
         && o.existing.calls.at[0].covered && o.existing.calls.at[0].named;
  unit_result_of (good && described (&o, true, SIZE, digest),
                  "v%u: longer by a byte of padding with a name", version);

  begin (&o);
  o.bytes[NEXT - 1] = 0xc3;
  good = read_described (&o, version, SIZE + 1) && o.existing.calls.count == 1
         && o.existing.calls.at[0].covered
         && !last_call_may_cover (&o.existing.calls.at[0]);
  unit_result_of (good && described (&o, true, SIZE, digest),
                  "v%u: longer by a byte of padding before code", version);

  begin (&o);
  owned_frame (&o, END, 2);
  good = read_described (&o, version, SIZE + 1);
  unit_result_of (good && described (&o, false, SIZE + 1, 0),
                  "v%u: longer by a byte that has an FDE", version);

  begin (&o);
  o.bytes[END] = 0xc3;
  good = read_described (&o, version, SIZE + 1);
  unit_result_of (good && described (&o, false, SIZE + 1, 0),
                  "v%u: longer by a byte of other code", version);

  begin (&o);
  good = read_described (&o, version, SIZE + 2);
  unit_result_of (good && described (&o, false, SIZE + 2, 0),
                  "v%u: longer by two bytes", version);

  begin (&o);
  o.bytes[END - 5] = 0xe9;
  good = read_described (&o, version, SIZE + 1);
  unit_result_of (good && described (&o, false, SIZE + 1, 0),
                  "v%u: longer by a byte, without a call", version);
}

/* COUNT functions that end in a call, each described with a byte more, and as
   many symbols over all of them.  */
static void
many (size_t count)
{
  struct owned_function *functions = calloc (count, sizeof *functions);
  struct owned o;

  owned_begin (&o);
  for (size_t i = 0; i < count && functions != NULL; i++)
    {
      const uint64_t addr = OWNED_CODE + i * 0x20;
      memset (o.bytes + addr, 0x90, 0x20);
      PUT (&o, addr + SIZE - 5, "\xe8\x00\x01\x00\x00");
      owned_frame (&o, addr, SIZE);
      owned_symbol (&o, "over", OWNED_CODE, count * 0x20 - i);
      functions[i] = (struct owned_function){ addr, SIZE + 1, false, false };
    }
  owned_piece (&o, 2, SFM_F_FDE_SORTED, functions, count);
  (void) owned_read (&o);
  owned_end (&o);
  free (functions);
}

int
main (int argc, char **argv)
{
  static const struct growth growths[]
      = { { "functions that end in a call", 1000, many } };

  if (growth_only (argc, argv, growths, sizeof growths / sizeof growths[0]))
    return 0;
  test_instructions ();
  test_proof ();
  test_neighbours ();
  test_ends ();
  test_sources ();
  test_described (2);
  test_described (3);
  return unit_exit ();
}
