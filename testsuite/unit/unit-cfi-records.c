/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-cfi-records.c - records of .eh_frame and .debug_frame: ids, lengths,
   augmentations, encoded pointers, and damage.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cfi-writer.h"
#include "result.h"

enum
{
  AMD64 = SFM_ABI_AMD64_ENDIAN_LITTLE,
  S390X = SFM_ABI_S390X_ENDIAN_BIG,
  START = 0x12340,
  SIZE = 64,
  ADDR = 0x10000 /* of the section */
};

static const struct cfi_bytes push
    = CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_OFF, 16);

/* Test NAME: reading the only FDE of W gives STATUS, and if that is SFM_OK,
   START and SIZE.  */
static void
expect (struct cfi_writer *w, const char *name, sfm_status status,
        uint64_t start, uint64_t size)
{
  struct sfm_cfi_fde fde;
  struct sfm_diag diag;
  const sfm_status got = cfi_read (w, 0, &fde, &diag);
  const bool good
      = got == status && (got == SFM_OK || diag.text[0] != '\0')
        && (got != SFM_OK || (fde.start == start && fde.size == size));

  unit_result (good, name);
  if (!good)
    printf ("  status %d, 0x%" PRIx64 ", 0x%" PRIx64 ": %s\n", got, fde.start,
            fde.size, diag.text);
}

/* Where the FDE has its start: the CIE has 22 bytes (length and id 8, version
   1, "zR" 3, alignments and RA 3, augmentation data 2, program 5), and the
   FDE's length and id 8.  */
enum
{
  FIELD = 30
};

static const struct
{
  const char *name;
  uint8_t encoding;
  uint64_t stored, size;
  sfm_status status;
  uint64_t start;
} pointers[] = {
  { "absptr", 0x00, START, SIZE, SFM_OK, START },
  { "uleb128", 0x01, START, SIZE, SFM_OK, START },
  { "udata2", 0x02, 0xfff0, 0xff00, SFM_OK, 0xfff0 },
  { "udata4", 0x03, 0xfffffff0, SIZE, SFM_OK, 0xfffffff0 },
  { "udata8", 0x04, UINT64_MAX - 80, SIZE, SFM_OK, UINT64_MAX - 80 },
  { "sleb128", 0x09, (uint64_t) -64, SIZE, SFM_OK, (uint64_t) -64 },
  { "sdata2", 0x0a, 0xfff0, SIZE, SFM_OK, (uint64_t) -16 },
  { "sdata4", 0x0b, 0xfffffff0, SIZE, SFM_OK, (uint64_t) -16 },
  { "sdata8", 0x0c, START, SIZE, SFM_OK, START },
  { "pcrel absptr", 0x10, 0x100, SIZE, SFM_OK, ADDR + FIELD + 0x100 },
  { "pcrel sdata2", 0x1a, 0xfff0, SIZE, SFM_OK, ADDR + FIELD - 16 },
  { "pcrel sdata4", 0x1b, 0xfffffff0, SIZE, SFM_OK, ADDR + FIELD - 16 },
  { "pcrel sdata8", 0x1c, (uint64_t) -16, SIZE, SFM_OK, ADDR + FIELD - 16 },
  { "pcrel sleb128", 0x19, (uint64_t) -16, SIZE, SFM_OK, ADDR + FIELD - 16 },
  { "textrel udata4", 0x23, 0x20, SIZE, SFM_OK, 0x40020 },
  { "datarel sdata4", 0x3b, 0xfffffff0, SIZE, SFM_OK, 0x4fff0 },
  /* The padding ends at 0x20.  */
  { "aligned", 0x50, START, SIZE, SFM_OK, START },
  { "funcrel", 0x4b, 0x20, SIZE, SFM_ERR_UNSUPP, 0 },
  { "indirect", 0x9b, 0x20, SIZE, SFM_ERR_UNSUPP, 0 },
  { "an unknown format", 0x08, 0, 0, SFM_ERR_CORRUPT, 0 },
  { "omit", 0xff, 0, 0, SFM_ERR_CORRUPT, 0 },
  { "the largest size", 0x04, START, INT64_MAX, SFM_OK, START },
  { "a larger one", 0x04, START, UINT64_C (1) << 63, SFM_ERR_CORRUPT, 0 },
  { "a size below 0", 0x0b, START, 0x80000000, SFM_ERR_CORRUPT, 0 },
};

/* Indirect pointers name what is at 0x77000 and where they are stored.  */
static bool
resolve (void *data, uint64_t at, uint8_t encoding, uint64_t *value)
{
  const struct cfi_writer *w = data;

  *value = 0x77000 + at;
  return encoding == 0x9b && at < w->size;
}

static void
test_pointers (void)
{
  struct cfi_writer w = { .bytes = NULL };

  for (size_t i = 0; i < sizeof pointers / sizeof *pointers; i++)
    {
      struct cfi_form form = cfi_usual (AMD64);

      cfi_begin (&w, AMD64);
      form.encoding = pointers[i].encoding;
      w.section.has_text_base = w.section.has_data_base = true;
      w.section.text_base = 0x40000;
      w.section.data_base = 0x50000;
      cfi_cie (&w, &form);
      cfi_fde (&w, pointers[i].stored, pointers[i].size, push);
      expect (&w, pointers[i].name, pointers[i].status, pointers[i].start,
              pointers[i].size);
      if (pointers[i].encoding == 0x9b)
        {
          w.section.resolve = resolve;
          w.section.data = &w;
          expect (&w, "indirect, resolved", SFM_OK, 0x77000 + FIELD, SIZE);
        }
      if (pointers[i].encoding == 0x23 || pointers[i].encoding == 0x3b)
        {
          w.section.has_text_base = w.section.has_data_base = false;
          expect (&w, "relative to an unknown place", SFM_ERR_UNSUPP, 0, 0);
        }
    }
  cfi_free (&w);
}

/* Lengths of 32 and 64 bits, ids of 32 and 64, in both sections and byte
   orders.  */
static void
test_lengths (void)
{
  static const uint8_t abis[] = { AMD64, S390X };
  struct cfi_writer w = { .bytes = NULL };

  for (unsigned way = 0; way < 16; way++)
    {
      const uint8_t abi = abis[way & 1];
      const struct cfi_form form = cfi_usual (abi);
      char name[100];

      cfi_begin (&w, abi);
      w.section.debug_frame = (way & 2) != 0;
      w.extended = (way & 4) != 0;
      w.narrow_id = (way & 8) != 0;
      /* The Linux Standard Base has those, DWARF does not.  */
      if (w.narrow_id && (w.section.debug_frame || !w.extended))
        continue;
      /* So that the offset of the CIE is not 0.  */
      cfi_cie (&w, &form);
      cfi_cie (&w, &form);
      cfi_fde (&w, START, SIZE, (struct cfi_bytes){ push.data, 1 });
      snprintf (name, sizeof name, "%s-endian %s, %u-bit lengths, %u-bit ids",
                way & 1 ? "big" : "little",
                w.section.debug_frame ? ".debug_frame" : ".eh_frame",
                w.extended ? 64 : 32, w.extended && !w.narrow_id ? 64 : 32);
      expect (&w, name, SFM_OK, START, SIZE);
    }
  /* The length of an FDE says how wide its own id is.  */
  const struct cfi_form form = cfi_usual (AMD64);
  for (unsigned way = 0; way < 3; way++)
    {
      cfi_begin (&w, AMD64);
      w.section.debug_frame = way < 2;
      w.extended = way != 0;
      cfi_cie (&w, &form);
      w.extended = way == 0;
      cfi_fde (&w, START, SIZE, push);
      expect (&w,
              way == 0   ? "a 64-bit FDE of a 32-bit CIE"
              : way == 1 ? "a 32-bit FDE of a 64-bit CIE"
                         : "a 32-bit FDE of a 64-bit CIE in .eh_frame",
              SFM_OK, START, SIZE);
    }
  cfi_free (&w);
}

static const struct cfi_bytes no_data = CFI_BYTES (0);
static const struct cfi_bytes lsda = CFI_BYTES (0x1b);
static const struct cfi_bytes personality
    = CFI_BYTES (0x9b, 1, 2, 3, 4, 0x1b, 0xaa);
static const struct cfi_bytes no_personality = CFI_BYTES (0xff, 0x1b);

static const struct
{
  const char *letters;
  const struct cfi_bytes *data;
  size_t size; /* of DATA */
  uint8_t version;
  sfm_status status;
  bool is_signal, pauth_b;
} augmentations[] = {
  { "", &no_data, 0, 1, SFM_OK, false, false },
  { "", &no_data, 0, 3, SFM_OK, false, false },
  { "", &no_data, 0, 4, SFM_OK, false, false },
  { "z", &no_data, 0, 1, SFM_OK, false, false },
  { "zR", &no_data, 0, 1, SFM_OK, false, false },
  { "zSR", &no_data, 0, 1, SFM_OK, true, false },
  { "zBR", &no_data, 0, 1, SFM_OK, false, true },
  { "zGR", &no_data, 0, 3, SFM_OK, false, false },
  { "zSBGR", &no_data, 0, 1, SFM_OK, true, true },
  { "zLR", &lsda, 1, 1, SFM_OK, false, false },
  { "zPLR", &personality, 6, 1, SFM_OK, false, false },
  { "zPLR", &no_personality, 2, 1, SFM_OK, false, false },
  { "eh", &no_data, 0, 1, SFM_OK, false, false },
  { "zXR", &no_data, 0, 1, SFM_ERR_UNSUPP, false, false },
  { "S", &no_data, 0, 1, SFM_OK, true, false },
  { "SB", &no_data, 0, 3, SFM_OK, true, true },
  { "BG", &no_data, 0, 4, SFM_OK, false, true },
  { "SR", &no_data, 0, 1, SFM_ERR_UNSUPP, false, false },
  { "L", &no_data, 0, 1, SFM_ERR_UNSUPP, false, false },
  { "zLLLLLLLLLLLLLLLLR", &no_data, 1, 1, SFM_ERR_UNSUPP, false, false },
  { "zP", &no_data, 0, 1, SFM_ERR_UNSUPP, false, false },
  { "zR", &no_data, 0, 2, SFM_ERR_UNSUPP, false, false },
  { "zR", &no_data, 0, 5, SFM_ERR_UNSUPP, false, false },
};

static void
test_augmentations (void)
{
  struct cfi_writer w = { .bytes = NULL };

  for (size_t i = 0; i < sizeof augmentations / sizeof *augmentations; i++)
    {
      struct cfi_form form = cfi_usual (AMD64);
      struct sfm_cfi_fde fde;
      struct sfm_diag diag;
      char name[100];

      cfi_begin (&w, AMD64);
      form.augmentation = augmentations[i].letters;
      form.data = *augmentations[i].data;
      form.data.size = augmentations[i].size;
      form.version = augmentations[i].version;
      cfi_cie (&w, &form);
      cfi_fde (&w, START, SIZE, push);
      snprintf (name, sizeof name, "augmentation \"%s\" %zu of version %u",
                form.augmentation, form.data.size, form.version);
      const sfm_status got = cfi_read (&w, 0, &fde, &diag);
      unit_result (got == augmentations[i].status
                       && (got != SFM_OK
                           || (fde.start == START && fde.size == SIZE
                               && fde.cie.signal == augmentations[i].is_signal
                               && fde.cie.pauth_b == augmentations[i].pauth_b
                               && strcmp (cfi_text (&w.section, &fde),
                                          "0: r7+8 [c-8] same; "
                                          "1: r7+16 [c-8] same")
                                      == 0)),
                   name);
    }
  cfi_free (&w);
}

/* Whether the record at AT of SECTION is the same to a reader that has KNOWN,
   the FDE before it and with it the CIE, and to one that has read nothing.  */
static bool
reads_alike (const struct sfm_cfi_section *section, uint64_t at,
             const struct sfm_cfi_fde *known)
{
  struct sfm_cfi_fde x = *known, y = { .next = 0 };
  struct sfm_diag diag;
  const sfm_status status = sfm_cfi_next (section, at, &x, &diag);

  if (sfm_cfi_next (section, at, &y, &diag) != status)
    return false;
  return status != SFM_OK
         || (x.offset == y.offset && x.next == y.next && x.start == y.start
             && x.size == y.size && x.program == y.program && x.end == y.end
             && x.cie.offset == y.cie.offset);
}

/* Usual FDEs are read in a short way if their CIE is known: each damage to
   one, and each end of the section, means what it does in full.  */
static void
test_known_cie (uint8_t abi, const char *name)
{
  static const uint8_t values[]
      = { 0, 1, 4, 12, 13, 16, 20, 0x7f, 0x80, 0xff };
  static const uint8_t nops[200] = { 0 };
  struct cfi_writer w = { .bytes = NULL };
  struct cfi_form form = cfi_usual (abi);
  struct sfm_cfi_fde known = { .next = 0 };
  struct sfm_diag diag;

  form.encoding = SFM_PE_PCREL | SFM_PE_SDATA4;
  cfi_begin (&w, abi);
  cfi_cie (&w, &form);
  cfi_fde (&w, START, SIZE, push);
  const uint64_t at = w.size;
  /* Longer than a number of one byte can say.  */
  cfi_fde (&w, START, SIZE, (struct cfi_bytes){ nops, sizeof nops });
  const size_t size = w.size;
  cfi_fde (&w, START, SIZE, push);
  struct sfm_cfi_section section = w.section;
  section.bytes = w.bytes;
  section.size = w.size;
  bool good = sfm_cfi_next (&section, 0, &known, &diag) == SFM_OK
              && known.next == at && reads_alike (&section, at, &known);
  for (size_t i = at; i < size; i++)
    for (size_t k = 0; k < sizeof values; k++)
      {
        const uint8_t byte = w.bytes[i];
        w.bytes[i] = values[k];
        good &= reads_alike (&section, at, &known);
        w.bytes[i] = byte;
      }
  for (size_t i = size; i < w.size; i++)
    for (size_t k = 0; k < sizeof values; k++)
      {
        const uint8_t byte = w.bytes[i];
        w.bytes[i] = values[k];
        good &= reads_alike (&section, size, &known);
        w.bytes[i] = byte;
      }
  for (section.size = at - 20; section.size < size; section.size++)
    good &= reads_alike (&section, at, &known);
  unit_result (good, name);
  cfi_free (&w);
}

/* Records that end after their id, and a CIE of too many instructions, whoever
   asks for it.  */
static void
test_sizes (void)
{
  static const uint8_t nops[1025] = { 0 };
  struct cfi_writer w = { .bytes = NULL };
  struct cfi_form form = cfi_usual (AMD64);
  struct sfm_cfi_fde fde;
  struct sfm_diag diag;

  cfi_begin (&w, AMD64);
  cfi_cie (&w, &form);
  size_t at = cfi_open (&w);
  cfi_put (&w, w.size - w.cie, 4);
  cfi_close (&w, at);
  expect (&w, "an FDE of an id alone", SFM_ERR_CORRUPT, 0, 0);

  cfi_begin (&w, AMD64);
  cfi_cie (&w, &form);
  const size_t other = w.size;
  cfi_fde (&w, START, SIZE, push);
  at = cfi_open (&w);
  cfi_put (&w, w.size - other, 4);
  cfi_put (&w, START, 8);
  cfi_put (&w, SIZE, 8);
  cfi_close (&w, at);
  unit_result (cfi_read (&w, 1, &fde, &diag) == SFM_ERR_CORRUPT
                   && diag.offset == other
                   && strcmp (diag.text, "no CIE, but an FDE's") == 0,
               "an FDE of another one");

  cfi_begin (&w, AMD64);
  at = cfi_open (&w);
  cfi_put (&w, 0, 4);
  cfi_close (&w, at);
  w.form = form;
  cfi_fde (&w, START, SIZE, push);
  expect (&w, "a CIE of an id alone", SFM_ERR_UNSUPP, 0, 0);

  cfi_begin (&w, AMD64);
  form.program = (struct cfi_bytes){ nops, sizeof nops - 1 };
  form.encoding = SFM_PE_PCREL | SFM_PE_SDATA4;
  cfi_cie (&w, &form);
  cfi_fde (&w, 0, SIZE, push);
  expect (&w, "a CIE of many instructions", SFM_OK, ADDR + FIELD - 5 + 1024,
          SIZE);

  cfi_begin (&w, AMD64);
  form.program.size++;
  cfi_cie (&w, &form);
  cfi_fde (&w, 0, SIZE, push);
  cfi_fde (&w, 0, SIZE, push);
  bool good = cfi_read (&w, 0, &fde, &diag) == SFM_ERR_UNSUPP
              && strstr (diag.text, " 1025 bytes") != NULL;
  unit_result (good
                   && sfm_cfi_next (&w.section, fde.next, &fde, &diag)
                          == SFM_ERR_UNSUPP,
               "one of too many");
  cfi_free (&w);
}

int
main (void)
{
  test_sizes ();
  test_known_cie (AMD64, "an FDE of a known CIE");
  test_known_cie (S390X, "a big-endian FDE of a known CIE");
  test_pointers ();
  test_lengths ();
  test_augmentations ();
  return unit_exit ();
}
