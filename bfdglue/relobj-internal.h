/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj-internal.h - what the relobj-*.c files share.  */

#ifndef BFDGLUE_RELOBJ_INTERNAL_H
#define BFDGLUE_RELOBJ_INTERNAL_H

#include "elf-image.h"
#include "input.h"
#include "pair.h"
#include "pool.h"
#include "relobj.h"

enum
{
  RELOBJ_ALIGN = 8 /* of .sframe, and of relocations */
};

/* What input_reloc does not say of a live relocation.  */
struct relobj_rela
{
  uint32_t symbol;
  uint32_t type;
  uint64_t addend;
};

/* One .sframe section with its relocations.  */
struct relobj_section
{
  uint32_t idx;
  uint32_t rela_idx;          /* 0: it has none */
  struct input_sframe sframe; /* in the file */
  struct relobj_rela *relas;  /* one each of sframe.relocs */
  struct pairing pairing;

  /* The plan.  */
  struct sfm_merger *merger;
  uint8_t *content;
  size_t content_size;
  uint8_t *rela_bytes;
  size_t rela_size;
  uint32_t type;   /* SHT_* to be */
  bool changed;    /* not what the file has */
  uint64_t offset; /* of CONTENT in the new file */
  uint64_t rela_offset;
};

struct relobj
{
  struct image image;
  const char *name;
  const struct say *sink;
  const struct relobj_options *options;
  struct relobj_result *result;
  struct pool pool;
  struct relobj_section *sections;
  size_t section_count;
  uint64_t tail; /* the new contents begin here */
};

/* relobj-read.c: list the .sframe sections, with relocations and pieces.  */
sfm_status relobj_read (struct relobj *relobj) SFM_CHECKED;

/* relobj-types.c: the type of the relocation of a start field of FIELD_SIZE
   bytes for MACHINE; whether TYPE is one that says nothing, or one of a start
   field of whatever size.  */
uint32_t relobj_reloc_type (uint16_t machine, unsigned field_size);
bool relobj_reloc_none (uint16_t machine, uint32_t type);
bool relobj_reloc_known (uint16_t machine, uint32_t type);

/* relobj-target.c: the version to write.  */
enum sfm_target relobj_target (const struct relobj *relobj);

/* relobj-plan.c: make the contents and relocations of SECTION.  */
sfm_status relobj_plan (struct relobj *relobj,
                        struct relobj_section *section) SFM_CHECKED;

/* relobj-twins.c: mark in PLACES, of all FDEs of SECTION, as not live those
   that repeat another one.  */
sfm_status relobj_twins (struct relobj *relobj, struct relobj_section *section,
                         struct sfm_place *places) SFM_CHECKED;

/* relobj-write.c: put what is planned into a new file.  */
sfm_status relobj_write (struct relobj *relobj, uint8_t **out,
                         size_t *size) SFM_CHECKED;

/* relobj-prove.c: read the new file and compare it with the plan and with the
   old one.  */
sfm_status relobj_prove (struct relobj *relobj, const uint8_t *out,
                         size_t size) SFM_CHECKED;

/* relobj.c: the merged piece's FDE number IDX of SECTION: its relocation, an
   index into sframe.relocs, and where its start field is.  */
bool relobj_origin (const struct relobj_section *section, uint32_t idx,
                    struct sfm_origin *origin, uint32_t *reloc) SFM_CHECKED;

void relobj_free (struct relobj *relobj);

#endif /* BFDGLUE_RELOBJ_INTERNAL_H */
