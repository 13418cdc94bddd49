/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-eh-frame.c - which functions .eh_frame is read to describe.

   Sections are written byte by byte (fixture-frame.h) and read as part of an
   image.  */

#include "config.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

#include "elf-abi.h"
#include "fixture-frame.h"
#include "fixture-image.h"
#include "function-index.h"
#include "result.h"

/* True if .eh_frame says COMPLETE, and just the COUNT functions at WANTED,
   {ADDR, SIZE} each.  */
static bool
reads (bool complete, const uint64_t (*wanted)[2], size_t count)
{
  struct function_index index;

  frame_sections[2].size = frame_end;
  fixture_warnings = 0;
  if (function_index_read (&frame_image, NULL, &index, &fixture_sink)
      != SFM_OK)
    return false;
  bool same
      = index.eh.complete == complete && index.eh.functions.count == count;
  for (size_t i = 0; same && i < count; i++)
    same = index.eh.functions.at[i].addr == wanted[i][0]
           && index.eh.functions.at[i].size == wanted[i][1];
  function_index_free (&index);
  return same;
}

static const uint64_t one[][2] = { { 0x1010, 0x20 } };
static const uint64_t two[][2] = { { 0x1010, 0x20 }, { 0x1040, 0x31 } };

static void
test_encodings (void)
{
  static const struct
  {
    const char *name;
    uint8_t encoding;
  } encodings[] = {
    { "absptr", SFM_PE_ABSPTR },
    { "udata2", SFM_PE_UDATA2 },
    { "udata4", SFM_PE_UDATA4 },
    { "udata8", SFM_PE_UDATA8 },
    { "sdata2", SFM_PE_SDATA2 },
    { "sdata4", SFM_PE_SDATA4 },
    { "sdata8", SFM_PE_SDATA8 },
    { "pcrel absptr", SFM_PE_PCREL | SFM_PE_ABSPTR },
    { "pcrel sdata2", SFM_PE_PCREL | SFM_PE_SDATA2 },
    { "pcrel sdata4", SFM_PE_PCREL | SFM_PE_SDATA4 },
    { "pcrel sdata8", SFM_PE_PCREL | SFM_PE_SDATA8 },
    { "aligned", SFM_PE_ALIGNED },
  };

  for (size_t i = 0; i < 2 * sizeof encodings / sizeof encodings[0]; i++)
    {
      char name[64];
      uint8_t encoding = encodings[i / 2].encoding;

      frame_begin (i % 2 != 0, EM_AARCH64);
      size_t cie = frame_plain_cie (encoding);
      frame_fde (cie, encoding, 0x1040, 0x31);
      frame_fde (cie, encoding, 0x1010, 0x20);
      snprintf (name, sizeof name, "%s, %s-endian", encodings[i / 2].name,
                frame_big ? "big" : "little");
      unit_result (reads (true, two, 2), name);
    }
}

/* LEB128 values have no fixed width.  */
static void
test_leb (void)
{
  frame_begin (false, EM_X86_64);
  size_t cie = frame_plain_cie (SFM_PE_ULEB128);
  frame_open (false);
  frame_put (frame_end - cie, 4);
  frame_put (0x2090, 2); /* 0x1010 */
  frame_put (0x20, 1);
  frame_put (0, 1);
  frame_close ();
  unit_result (reads (true, one, 1), "uleb128");
}

/* Relative to the FRAME_GOT, where the dynamic section says where that is.  */
static void
test_datarel (void)
{
  const uint8_t encoding = SFM_PE_DATAREL | SFM_PE_SDATA4;

  frame_begin (false, EM_X86_64);
  frame_fde (frame_plain_cie (encoding), encoding, 0x1010, 0x20);
  unit_result (reads (false, one, 0) && fixture_warnings == 1,
               "datarel without a FRAME_GOT");
  frame_segments[2] = (struct image_segment){ .type = PT_DYNAMIC,
                                              .offset = FRAME_DYNAMIC,
                                              .vaddr = FRAME_DYNAMIC,
                                              .filesz = 3 * ELF_DYN_SIZE };
  frame_image.segment_count = 3;
  elf_put64 (frame_bytes + FRAME_DYNAMIC, DT_HASH, frame_big);
  elf_put64 (frame_bytes + FRAME_DYNAMIC + 16, DT_PLTGOT, frame_big);
  elf_put64 (frame_bytes + FRAME_DYNAMIC + 24, FRAME_GOT, frame_big);
  unit_result (reads (true, one, 1), "datarel");
}

static void
test_augmentations (void)
{
  static const uint8_t zplr[] = {
    SFM_PE_PCREL | SFM_PE_SDATA4, 1, 2, 3, 4, SFM_PE_PCREL | SFM_PE_SDATA4,
    SFM_PE_PCREL | SFM_PE_SDATA4
  };
  static const uint8_t zr[] = { SFM_PE_PCREL | SFM_PE_SDATA4 };
  static const uint8_t omit[] = { SFM_PE_OMIT, SFM_PE_PCREL | SFM_PE_SDATA4 };
  static const struct
  {
    const char *augmentation;
    const uint8_t *data;
    uint8_t size;
    uint8_t version;
    uint8_t encoding;
    bool known;
  } cases[] = {
    { "zR", zr, 1, 3, SFM_PE_PCREL | SFM_PE_SDATA4, true },
    { "zR", zr, 1, 4, SFM_PE_PCREL | SFM_PE_SDATA4, true },
    { "zRS", zr, 1, 1, SFM_PE_PCREL | SFM_PE_SDATA4, true },
    { "zRB", zr, 1, 1, SFM_PE_PCREL | SFM_PE_SDATA4, true },
    { "zSBR", zr, 1, 1, SFM_PE_PCREL | SFM_PE_SDATA4, true },
    { "zPLR", zplr, 7, 1, SFM_PE_PCREL | SFM_PE_SDATA4, true },
    { "zPLRB", zplr, 7, 1, SFM_PE_PCREL | SFM_PE_SDATA4, true },
    { "zPR", omit, 2, 1, SFM_PE_PCREL | SFM_PE_SDATA4, true },
    { "", NULL, 0, 1, SFM_PE_ABSPTR, true },
    { "eh", NULL, 0, 1, SFM_PE_ABSPTR, true },
    { "z", NULL, 0, 1, SFM_PE_ABSPTR, true },
    { "z?R", zr, 1, 1, SFM_PE_PCREL | SFM_PE_SDATA4, false },
    { "R", zr, 1, 1, SFM_PE_PCREL | SFM_PE_SDATA4, false },
    { "zR", zr, 1, 2, SFM_PE_PCREL | SFM_PE_SDATA4, false },
    { "zRSSSSSSSSSSSSSSSSSS", zr, 1, 1, SFM_PE_PCREL | SFM_PE_SDATA4, false },
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
      char name[64];

      frame_begin (false, EM_AARCH64);
      size_t cie = frame_cie (cases[i].version, cases[i].augmentation,
                              cases[i].data, cases[i].size);
      frame_fde (cie, cases[i].encoding, 0x1010, 0x20);
      snprintf (name, sizeof name, "augmentation \"%s\", version %d",
                cases[i].augmentation, cases[i].version);
      unit_result (reads (cases[i].known, one, cases[i].known), name);
    }
}

/* Records with a 64-bit length and an id of ID_SIZE bytes.  */
static void
test_extended (const char *name, bool big_endian, unsigned id_size)
{
  frame_begin (big_endian, EM_AARCH64);
  frame_open (true);
  frame_put (0, id_size);
  frame_put (1, 1);
  frame_put (0, 1);
  frame_put (1, 1);
  frame_put (0x78, 1);
  frame_put (16, 1);
  frame_close ();
  frame_open (true);
  frame_put (frame_end, id_size);
  frame_put (0x1010, 8);
  frame_put (0x20, 8);
  frame_close ();
  unit_result (reads (true, one, 1), name);
}

static void
test_order (void)
{
  const uint8_t wide = SFM_PE_PCREL | SFM_PE_SDATA8;
  const uint8_t narrow = SFM_PE_PCREL | SFM_PE_SDATA4;

  frame_begin (false, EM_X86_64);
  size_t first = frame_plain_cie (wide);
  frame_fde (first, wide, 0x1040, 0x31);
  frame_put (0, 4);
  frame_put (0, 4);
  size_t second = frame_plain_cie (narrow);
  frame_fde (second, narrow, 0x1010, 0x20);
  frame_put (0, 4);
  unit_result (reads (true, two, 2), "two CIEs and a terminator between them");
  frame_fde (first, wide, 0x1080, 1);
  frame_fde (second, narrow, 0x1090, 1);
  frame_fde (first, wide, 0x10a0, 1);
  static const uint64_t five[][2] = { { 0x1010, 0x20 },
                                      { 0x1040, 0x31 },
                                      { 0x1080, 1 },
                                      { 0x1090, 1 },
                                      { 0x10a0, 1 } };
  unit_result (reads (true, five, 5), "FDEs of two CIEs in turn");
}

static void
test_dead (void)
{
  const uint8_t pcrel = SFM_PE_PCREL | SFM_PE_SDATA4;

  frame_begin (false, EM_X86_64);
  size_t cie = frame_plain_cie (pcrel);
  frame_fde (cie, pcrel, 0x1010, 0x20);
  frame_fde (cie, pcrel, 0, 0x20);
  frame_fde (cie, pcrel, FRAME_ADDR + frame_end + 8, 0x20);
  frame_fde (cie, pcrel, 0x1ff0, 0x20);
  unit_result (reads (true, one, 1), "functions outside the code");

  frame_begin (false, EM_X86_64);
  cie = frame_plain_cie (SFM_PE_ABSPTR);
  frame_fde (cie, SFM_PE_ABSPTR, 0x1010, 0x20);
  frame_fde (cie, SFM_PE_ABSPTR, 0, 0x20);
  unit_result (reads (false, one, 1), "start left to a relocation");
  frame_image.type = ET_EXEC;
  unit_result (reads (true, one, 1), "dead function at 0");
}

static void
test_damage (void)
{
  const uint8_t encoding = SFM_PE_PCREL | SFM_PE_SDATA4;

  frame_begin (false, EM_X86_64);
  size_t cie = frame_plain_cie (encoding);
  frame_fde (cie, encoding, 0x1010, 0x20);
  size_t good = frame_end;
  frame_fde (frame_end + 0x100, encoding, 0x1040, 0x31);
  frame_fde (cie, encoding, 0x1040, 0x31);
  unit_result (reads (false, two, 2) && fixture_warnings == 1,
               "CIE outside the section");
  frame_end = good;
  frame_fde (good - 4, encoding, 0x1040, 0x31);
  unit_result (reads (false, one, 1) && fixture_warnings == 1,
               "FDE as its CIE");
  frame_end = good;
  frame_put (0x1000, 4);
  frame_put (frame_end - cie, 4);
  unit_result (reads (false, one, 1) && fixture_warnings == 1,
               "length beyond the section");
  frame_end = good;
  frame_put (2, 4);
  frame_put (0, 2);
  frame_fde (cie, encoding, 0x1040, 0x31);
  unit_result (reads (false, one, 1), "record without room for an id");

  /* What is cut off is lost, the rest is read.  */
  bool passed = true;
  frame_end = good;
  frame_fde (cie, encoding, 0x1040, 0x31);
  size_t whole = frame_end;
  for (size_t i = 0; i < whole && passed; i++)
    {
      bool boundary = i < 4 || (i >= cie + 20 && i < cie + 24)
                      || (i >= good && i < good + 4);
      frame_end = i;
      passed = reads (boundary, one, i >= good ? 1 : 0);
    }
  unit_result (passed, "cut anywhere");
}

/* Without section headers.  */
static void
test_header (void)
{
  const uint8_t encoding = SFM_PE_PCREL | SFM_PE_SDATA4;

  frame_begin (false, EM_X86_64);
  frame_put (0, 4); /* of a crt file */
  size_t cie = frame_plain_cie (encoding);
  frame_fde (cie, encoding, 0x1010, 0x20);
  frame_put (0, 4);
  frame_fde (cie, encoding, 0x1040, 0x31);
  frame_put (0, 4);
  frame_put (UINT64_MAX - 0x1234, 8); /* not .eh_frame any more */

  uint8_t *header = frame_bytes + FRAME_HEADER;
  header[0] = 1;
  header[1] = SFM_PE_PCREL | SFM_PE_SDATA4;
  header[2] = SFM_PE_UDATA4;
  header[3] = SFM_PE_DATAREL | SFM_PE_SDATA4;
  elf_put32 (header + 4, FRAME_ADDR - (FRAME_HEADER + 4), frame_big);
  elf_put32 (header + 8, 2, frame_big);
  frame_segments[2] = (struct image_segment){ .type = PT_GNU_EH_FRAME,
                                              .offset = FRAME_HEADER,
                                              .vaddr = FRAME_HEADER,
                                              .filesz = 12 };
  frame_image.segment_count = 3;
  frame_image.section_count = 0;
  unit_result (reads (true, two, 2), "by .eh_frame_hdr");
  header[2] = SFM_PE_OMIT;
  unit_result (reads (false, one, 1), "by .eh_frame_hdr without a count");
  header[2] = SFM_PE_UDATA4;
  elf_put32 (header + 8, 3, frame_big);
  unit_result (reads (false, two, 2) && fixture_warnings == 1,
               "by .eh_frame_hdr that counts one more");
  elf_put32 (header + 4, 0x10000, frame_big);
  unit_result (reads (false, two, 0) && fixture_warnings == 1,
               "by .eh_frame_hdr that leads nowhere");
}

static void
test_queries (void)
{
  const uint8_t encoding = SFM_PE_PCREL | SFM_PE_SDATA4;
  const uint8_t both = SFM_EVIDENCE_START | SFM_EVIDENCE_SIZE;
  struct function_index e;

  frame_begin (false, EM_X86_64);
  size_t cie = frame_plain_cie (encoding);
  frame_fde (cie, encoding, 0x1010, 0x20);
  frame_fde (cie, encoding, 0x1040, 0x31);
  frame_fde (cie, encoding, 0x1040, 0x40); /* another copy */
  frame_sections[2].size = frame_end;
  if (function_index_read (&frame_image, NULL, &e, &fixture_sink) != SFM_OK)
    return;
  unit_result (index_confirms (&e, 0x1010, 0x20) == both
                   && index_confirms (&e, 0x1040, 0x31) == both
                   && index_confirms (&e, 0x1040, 0x40) == both
                   && index_confirms (&e, 0x1040, 0x35) == SFM_EVIDENCE_START
                   && index_confirms (&e, 0x1011, 0x1f) == 0,
               "what is confirmed");
  unit_result (!index_contradicts (&e, 0x1010, 0x20)
                   && index_contradicts (&e, 0x1010, 0x21)
                   && index_contradicts (&e, 0x1008, 0x9)
                   && index_contradicts (&e, 0x102f, 0x1)
                   && index_contradicts (&e, 0x107f, 0x1),
               "what is contradicted");
  unit_result (!index_contradicts (&e, 0x1008, 0x8)
                   && !index_contradicts (&e, 0x1030, 0x10)
                   && !index_contradicts (&e, 0x1080, 0x100),
               "what .eh_frame does not speak of");
  e.eh.complete = false;
  unit_result (!index_contradicts (&e, 0x1010, 0x21),
               "an incomplete .eh_frame contradicts nothing");
  function_index_free (&e);
}

int
main (void)
{
  test_encodings ();
  test_leb ();
  test_datarel ();
  test_augmentations ();
  test_extended ("64-bit length, 4-byte id, little-endian", false, 4);
  test_extended ("64-bit length, 8-byte id, little-endian", false, 8);
  test_extended ("64-bit length, 4-byte id, big-endian", true, 4);
  test_extended ("64-bit length, 8-byte id, big-endian", true, 8);
  test_order ();
  test_dead ();
  test_damage ();
  test_header ();
  test_queries ();
  return unit_exit ();
}
