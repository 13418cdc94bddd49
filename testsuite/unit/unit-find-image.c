/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-find-image.c - the section and the code of a loaded object, by its
   program headers.  */

#include "config.h"

#include <elf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result.h"
#include "sfmerge.h"

#ifndef PT_GNU_SFRAME
#define PT_GNU_SFRAME 0x6474e554
#endif

enum
{
  TEXT = 0x1000, /* addresses in the file */
  DATA = 0x8000,
  MOST = 8,
  SIZE = 0x40 /* of the function */
};

/* An object, whose section is at SECTION in memory.  */
static struct
{
  uint8_t *section;
  size_t size;
  uint64_t bias;
  Elf64_Phdr headers[MOST];
  size_t count;
  bool deaf; /* its memory cannot be read */
} object;

static void
add_header (uint32_t type, uint32_t flags, uint64_t addr, uint64_t size)
{
  object.headers[object.count++]
      = (Elf64_Phdr){ .p_type = type,
                      .p_flags = flags,
                      .p_vaddr = addr,
                      .p_filesz = 1, /* means nothing */
                      .p_memsz = size };
}

/* Make the object of FUNCTIONS functions, at most one, for TARGET, with an
   executable and a readable segment.  */
static void
begin (enum sfm_target target, unsigned functions)
{
  struct sfm_builder_options options
      = SFM_BUILDER_OPTIONS_INIT (SFM_ABI_AMD64_ENDIAN_LITTLE);
  const struct sfm_rules_at rows[]
      = { { .offset = 0,
            .rules = { .cfa = { SFM_RULE_VALUE, 7, 8 },
                       .ra = { SFM_RULE_MEMORY, SFM_REG_CFA, -8 },
                       .fp = { .kind = SFM_RULE_SAME } } } };
  struct sfm_builder *builder;

  options.target = target;
  free (object.section);
  memset (&object, 0, sizeof object);
  if (sfm_builder_new (&options, &builder, NULL) != SFM_OK)
    abort ();
  object.section = malloc (4096);
  object.bias = (uint64_t) (uintptr_t) object.section - DATA;
  const struct sfm_function function
      = { .addr = object.bias + TEXT, .size = SIZE };
  if (functions != 0
      && sfm_builder_add (builder, &function, rows, 1, 0, NULL, NULL)
             != SFM_OK)
    abort ();
  object.size = sfm_builder_size (builder);
  if (object.size > 4096
      || sfm_builder_write (builder, object.bias + DATA, object.section,
                            object.size, NULL)
             != SFM_OK)
    abort ();
  sfm_builder_free (builder);
  add_header (PT_PHDR, PF_R, 64, 56);
  add_header (PT_LOAD, PF_R | PF_X, TEXT, SIZE);
  add_header (PT_LOAD, PF_R, DATA, object.size);
}

static bool
read_memory (void *data, uint64_t addr, void *buffer, size_t size)
{
  const uint64_t start = object.bias + DATA;

  if (data != &object || object.deaf || addr < start
      || addr - start > object.size || size > object.size - (addr - start))
    return false;
  memcpy (buffer, object.section + (addr - start), size);
  return true;
}

/* Find it in memory and by reading, with the same STATUS; IMAGE is the first.
   Headers need not be aligned.  */
static bool
finds (sfm_status status, struct sfm_image *image)
{
  uint8_t moved[sizeof object.headers + 1];
  struct sfm_image other;
  struct sfm_diag diag;

  memcpy (moved + 1, object.headers, sizeof object.headers);
  memset (image, 0xaa, sizeof *image);
  if (sfm_image_find (object.headers, object.count, object.bias, NULL, NULL,
                      image, &diag)
          != status
      || sfm_image_find (moved + 1, object.count, object.bias, read_memory,
                         &object, &other, NULL)
             != status)
    return false;
  return image->text_start == other.text_start
         && image->text_end == other.text_end
         && image->text_segments == other.text_segments
         && image->sframe_start == other.sframe_start
         && image->sframe_size == other.sframe_size
         && (status != SFM_OK || image->section.first == other.section.first);
}

/* Whether the code of IMAGE is [FROM, TO) of the file.  */
static bool
has_text (const struct sfm_image *image, uint64_t from, uint64_t to)
{
  return image->bias == object.bias && image->text_start == object.bias + from
         && image->text_end == object.bias + to;
}

static void
test_found (void)
{
  struct sfm_registration registration;
  struct sfm_image image;
  struct sfm_found found;

  begin (SFM_TO_V3, 1);
  /* What is not loaded is no code.  */
  add_header (PT_NOTE, PF_R | PF_X, TEXT + SIZE, 0x10);
  unit_result (finds (SFM_END, &image) && has_text (&image, TEXT, TEXT + SIZE)
                   && image.sframe_size == 0
                   && sfm_image_registration (&image, &registration, NULL)
                          == SFM_END,
               "no section");
  add_header (PT_GNU_SFRAME, PF_R, DATA, object.size);
  unit_result (
      finds (SFM_OK, &image) && has_text (&image, TEXT, TEXT + SIZE)
          && image.sframe_start == object.bias + DATA
          && image.sframe_size == object.size
          && sfm_find_fde (&image.section, image.text_start + 1, &found, NULL)
                 == SFM_OK
          && found.addr == image.text_start
          && sfm_find_fde (&image.section, image.text_end, &found, NULL)
                 == SFM_END,
      "a section");
  unit_result (sfm_image_registration (&image, &registration, NULL) == SFM_OK
                   && registration.sframe_start == image.sframe_start
                   && registration.sframe_size == object.size
                   && registration.text_start == image.text_start
                   && registration.text_size == SIZE,
               "what a kernel gets");
  add_header (PT_LOAD, PF_R | PF_X, TEXT - 0x800, 0x10);
  add_header (PT_LOAD, PF_X, TEXT + 0x100, 0);
  unit_result (finds (SFM_OK, &image)
                   && has_text (&image, TEXT - 0x800, TEXT + SIZE)
                   && sfm_image_registration (&image, &registration, NULL)
                          == SFM_ERR_UNSUPP
                   && registration.text_size == 0,
               "two executable segments");
  begin (SFM_TO_V3, 1);
  object.headers[1].p_memsz = UINT64_MAX - 1;
  unit_result (finds (SFM_END, &image)
                   && image.text_start == object.bias + TEXT
                   && image.text_end == UINT64_MAX,
               "code that wraps the address space");
  object.headers[1].p_memsz = object.bias + TEXT + 0x10;
  unit_result (finds (SFM_END, &image)
                   && has_text (&image, TEXT, object.bias + 2 * TEXT + 0x10),
               "more code than there are addresses before it");
}

static void
test_sections (void)
{
  struct sfm_registration registration;
  struct sfm_image image;

  begin (SFM_TO_V3, 1);
  add_header (PT_GNU_SFRAME, PF_R, DATA + 8, object.size);
  unit_result (finds (SFM_ERR_CORRUPT, &image), "not loaded to its end");
  add_header (PT_GNU_SFRAME, PF_R, DATA, object.size);
  unit_result (finds (SFM_OK, &image), "the last of several");
  object.headers[2].p_vaddr = DATA - 8;
  object.headers[2].p_memsz = object.size + 7;
  unit_result (finds (SFM_ERR_CORRUPT, &image), "that ends a byte later");
  object.headers[2].p_memsz++;
  unit_result (finds (SFM_OK, &image), "that begins later");
  object.headers[4].p_memsz = UINT64_MAX;
  unit_result (finds (SFM_ERR_CORRUPT, &image), "as large as all memory");
  object.headers[4].p_memsz = 5;
  unit_result (finds (SFM_ERR_TRUNC, &image), "too small for a header");
  object.headers[4].p_memsz = object.size;
  object.headers[2].p_flags = PF_X;
  unit_result (finds (SFM_ERR_CORRUPT, &image), "that cannot be read");
  object.headers[2].p_flags = PF_R;
  object.headers[2].p_type = PT_NULL;
  unit_result (finds (SFM_ERR_CORRUPT, &image), "in no segment");
  object.headers[2].p_type = PT_LOAD;
  object.deaf = true;
  unit_result (sfm_image_find (object.headers, object.count, object.bias,
                               read_memory, &object, &image, NULL)
                   == SFM_ERR_IO,
               "a reader that fails");
  begin (SFM_TO_V3, 0);
  add_header (PT_GNU_SFRAME, PF_R, DATA, object.size);
  unit_result (finds (SFM_OK, &image)
                   && sfm_image_registration (&image, &registration, NULL)
                          == SFM_END,
               "without functions");
  begin (SFM_TO_V2_PCREL, 1);
  add_header (PT_GNU_SFRAME, PF_R, DATA, object.size);
  unit_result (finds (SFM_OK, &image)
                   && sfm_image_registration (&image, &registration, NULL)
                          == SFM_ERR_UNSUPP,
               "version 2");
  object.section[3] &= (uint8_t) ~SFM_F_FDE_SORTED;
  unit_result (finds (SFM_ERR_UNSUPP, &image), "not sorted");
}

int
main (void)
{
  test_found ();
  test_sections ();
  free (object.section);
  return unit_exit ();
}
