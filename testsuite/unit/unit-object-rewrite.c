/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-object-rewrite.c - what is written of an object, without memory, and
   with each byte of it wrong.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elf-abi.h"
#include "fixture-failing.h"
#include "fixture-object.h"
#include "fixture-text.h"
#include "object-cases.h"
#include "relobj-internal.h"
#include "result.h"
#include "sframe-section.h"

static struct fixture fx;

/* Bytes of the output that may be anything: nobody noticed.  */
static char unseen[400];
static bool spoils;

/* The linker gives these names to functions and to all calls of them.  */
sfm_status __real_relobj_verify (struct relobj *, const uint8_t *, size_t);
sfm_status __wrap_relobj_verify (struct relobj *, const uint8_t *, size_t);
sfm_status __real_strip_write (struct strip *);
sfm_status __wrap_strip_write (struct strip *);

/* The byte that strip_write writes wrongly, SIZE_MAX for none.  */
static size_t wrong_byte = SIZE_MAX;

sfm_status
__wrap_strip_write (struct strip *s)
{
  const sfm_status status = __real_strip_write (s);

  if (status == SFM_OK && wrong_byte < s->size)
    s->out[wrong_byte] ^= (uint8_t) (1U << wrong_byte % 8);
  return status;
}

/* Of an object that is bent, one of five bytes is tried, and of what is far
   from anything one of sixty: with sanitizers all take a minute.  */
static size_t step;

/* Whether the byte at OFFSET of the output is tried.  */
static bool
is_tried (const uint8_t *out, size_t size, size_t offset)
{
  const size_t from = offset < 16 ? 0 : offset - 16;
  bool zeros = true;

  for (size_t i = from; i < size && i < offset + 16; i++)
    zeros = zeros && out[i] == 0;
  return offset % (zeros ? 60 : step) == 0;
}

/* Verify OUT, and then with each of its bytes wrong.  */
sfm_status
__wrap_relobj_verify (struct relobj *r, const uint8_t *out, size_t size)
{
  const sfm_status status = __real_relobj_verify (r, out, size);
  uint8_t *copy = spoils ? malloc (size) : NULL;
  size_t said = 0;

  if (copy == NULL || status != SFM_OK)
    {
      free (copy);
      return status;
    }
  unseen[0] = '\0';
  memcpy (copy, out, size);
  for (size_t i = 0; i < size && said < sizeof unseen - 20; i++)
    {
      if (!is_tried (out, size, i))
        continue;
      copy[i] ^= (uint8_t) (1U << i % 8);
      if (__real_relobj_verify (r, copy, size) == SFM_OK)
        said += (size_t) snprintf (unseen + said, sizeof unseen - said, " %zx",
                                   i);
      copy[i] = out[i];
    }
  free (copy);
  return SFM_OK;
}

/* Add the functions of the SFrame section IDX of IMAGE: its version, which
   section of code it names, and of each relocation the symbol, the addend and
   the size that the FDE has.  */
static void
add_functions (const struct image *image, uint32_t idx)
{
  const struct image_section *section = &image->sections[idx];
  struct elf_relocs relocs;
  struct elf_reloc reloc;
  struct sfm_piece piece;
  size_t size;

  const uint8_t *bytes = image_section_bytes (image, section, &size);
  if (sfm_piece_open (bytes, size, 0, &piece, NULL) != SFM_OK)
    {
      text_add (" %" PRIu32 ": none", idx);
      return;
    }
  text_add (" %" PRIu32 ": v%u", idx, piece.version);
  if ((section->flags & SHF_LINK_ORDER) != 0)
    text_add (" of %" PRIu32, section->link);
  for (uint32_t i = 1; i < image->section_count; i++)
    if (elf_type_is_relocs (image->sections[i].type)
        && image->sections[i].info == idx
        && elf_relocs_begin (&relocs, image, &image->sections[i]) == NULL)
      for (uint32_t k = 0; elf_relocs_next (&relocs, &reloc); k++)
        {
          struct sfm_fde fde = { 0 };
          text_add (" %" PRIu32 "+%" PRIx64, reloc.symbol,
                    (uint64_t) reloc.addend);
          if (sfm_fde_read (&piece, k, &fde, NULL) == SFM_OK)
            text_add (":%" PRIx32, fde.size);
        }
}

/* Make the text from the SIZE bytes at OUT.  */
static void
describe (const uint8_t *out, size_t size)
{
  struct image image;
  size_t group_size;

  text_begin ();
  if (image_open_bytes ("output", out, size, ALLOW_OBJECTS, &image,
                        &fixture_sink)
      != SFM_OK)
    return;
  for (uint32_t i = 1; i < image.section_count; i++)
    {
      const struct image_section *section = &image.sections[i];
      if (strcmp (section->name, ".sframe") == 0)
        add_functions (&image, i);
      if (section->type != SHT_GROUP)
        continue;
      const uint8_t *words
          = image_section_bytes (&image, section, &group_size);
      text_add (" group");
      for (size_t at = 4; at + 4 <= group_size; at += 4)
        text_add (" %" PRIx32, elf_u32 (words + at, image.big_endian));
    }
  image_close (&image);
}

/* What was made first, and how much.  */
static uint8_t *first;
static size_t first_size;

/* Do what REWRITE says; right is what was made first.  */
static sfm_status
run (const void *trial, bool *right)
{
  const struct rewrite *t = trial;
  struct relobj_result result;
  struct strip_result stripped;
  uint8_t *out;
  size_t size;

  failing_begin ();
  const sfm_status status
      = t->strip
            ? strip_elf ("fixture", fx.bytes, FIXTURE_SIZE, false, &out, &size,
                         &stripped, &fixture_sink)
            : relobj_rewrite ("fixture", fx.bytes, FIXTURE_SIZE, &t->options,
                              &out, &size, &result, &fixture_sink);
  failing_end ();
  if (first == NULL)
    {
      first = out;
      first_size = out != NULL ? size : 0;
      *right = true;
      return status;
    }
  *right = status == SFM_OK && out != NULL && size == first_size
           && memcmp (out, first, size) == 0;
  free (out);
  return status;
}

/* Let each byte that is written be wrong once where SFrame is removed.  */
static void
spoil_strip (const struct rewrite *t)
{
  size_t said = 0;

  unseen[0] = '\0';
  for (wrong_byte = 0; wrong_byte < first_size && said < sizeof unseen - 20;
       wrong_byte++)
    {
      bool right = false;
      if (is_tried (first, first_size, wrong_byte)
          && run (t, &right) == SFM_OK)
        said += (size_t) snprintf (unseen + said, sizeof unseen - said, " %zx",
                                   wrong_byte);
    }
  wrong_byte = SIZE_MAX;
}

static void
try (const struct rewrite *t, bool big_endian)
{
  const char *wanted = big_endian && t->other != NULL ? t->other : t->wanted;
  char name[100];
  bool right = false;

  snprintf (name, sizeof name, "%s: %s", big_endian ? "aarch64" : "amd64",
            t->bend);
  unseen[0] = '\0';
  text_begin ();
  if (!fixture_object (&fx, big_endian, t->bend))
    unit_result_of (false, "%s: a word is not known", name);
  step = t->bend[0] == '\0' ? 1 : 5;
  spoils = true;
  run (t, &right);
  spoils = false;
  if (first != NULL && t->strip)
    spoil_strip (t);
  if (first != NULL)
    describe (first, first_size);
  else
    text_add ("%s", fixture_told);
  if (unseen[0] != '\0')
    text_add (" unseen%s", unseen);
  unit_result (strcmp (fixture_text + (fixture_text[0] == ' '), wanted) == 0,
               name);
  if (t->bend[0] == '\0')
    failing_memory (name, run, t);
  free (first);
  first = NULL;
}

int
main (void)
{
  for (size_t i = 0; i < rewrite_count; i++)
    for (unsigned big = 0; big < 2; big++)
      try (&rewrites[i], big != 0);
  return unit_exit ();
}
