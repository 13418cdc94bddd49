/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj-internal.h - the records and functions shared by relobj-*.c.  */

#ifndef BFDGLUE_RELOBJ_INTERNAL_H
#define BFDGLUE_RELOBJ_INTERNAL_H

#include "elf-image.h"
#include "input.h"
#include "fde-relocs.h"
#include "pool.h"
#include "reloc-types.h"
#include "relobj.h"

enum
{
  RELOBJ_ALIGN = 8 /* of .sframe, and of relocations */
};

/* The rest of a live relocation, in addition to struct input_reloc.  */
struct relobj_rela
{
  uint32_t symbol;
  uint32_t type;
  uint64_t addend;
};

/* Consecutive FDEs of one piece.  */
struct relobj_run
{
  size_t fde; /* the first, counted over all pieces */
  uint32_t piece;
  uint32_t first; /* ... counted in PIECE */
  uint32_t count;
};

struct relobj_section;

/* One .sframe section of the output.  It describes functions of one section of
   the input.  A section that is not split has one part.  */
struct relobj_part
{
  struct relobj_section *from;
  uint32_t idx;      /* section index in the output */
  uint32_t rela_idx; /* index of its relocation section; 0: none */
  uint32_t target;   /* index of the text section that has all its functions;
                        its header names it.  0: none */
  uint32_t group;    /* the group that it is in: 1 + index; 0: none */
  bool is_new;       /* IDX and RELA_IDX are new sections */
  bool joins;        /* IDX becomes a member of the group */
  bool rela_joins;   /* ... and RELA_IDX */
  const struct relobj_run *runs;
  size_t run_count;

  /* The plan.  */
  struct sfm_merger *merger;
  uint8_t *content;
  size_t content_size;
  uint8_t *rela_bytes;
  size_t rela_size;
  uint32_t type;   /* new sh_type */
  bool changed;    /* differs from the input */
  uint64_t offset; /* of CONTENT in the output */
  uint64_t rela_offset;
};

/* An .sframe section of the input with its relocations.  */
struct relobj_section
{
  uint32_t idx;
  uint32_t rela_idx;          /* 0: none */
  struct input_sframe sframe; /* the bytes and relocations */
  struct relobj_rela *relas;  /* one for each of sframe.relocs */
  struct fde_relocs fde_relocs;

  /* The plan.  */
  struct sfm_place *places; /* one for each FDE */
  struct relobj_part *parts;
  size_t part_count;      /* 0: the section does not change */
  uint64_t content_total; /* size of the contents of all parts */
};

/* Arrays by section index: the index of an associated section, or 0.  */
struct relobj_tables
{
  const uint32_t *rela_of;  /* its relocations; UINT32_MAX: several */
  const uint32_t *shndx_of; /* SHT_SYMTAB_SHNDX of a symbol table */
};

/* A symbol table.  */
struct relobj_symtab
{
  const struct image_section *table;
  const uint8_t *shndx_table; /* SHT_SYMTAB_SHNDX, or NULL */
  size_t shndx_table_count;
};

/* A section group.  */
struct relobj_group
{
  uint32_t idx;
  uint32_t added;  /* number of members to add */
  uint64_t offset; /* of its new contents in the output, if ADDED != 0 */
  uint64_t end;    /* end of what is written of them */
};

struct relobj
{
  struct image image;
  const char *name;
  const struct diag_sink *sink;
  const struct relobj_options *options;
  struct relobj_result *result;
  struct pool pool;
  struct relobj_tables tables;
  struct relobj_symtab symtab; /* of the relocations being read */
  struct relobj_section *sections;
  size_t section_count;

  /* Used only by a split.  */
  struct relobj_group *groups;
  size_t group_count;
  uint32_t *group_of; /* by section index: 0, or 1 + index into GROUPS */
  uint32_t *part_of;  /* by section index: scratch space, zero between uses */

  /* The output.  */
  uint32_t new_count; /* number of sections */
  uint64_t table;     /* offset of the section headers */
  uint64_t tail;      /* offset of the new contents */
};

/* relobj-read.c: list the .sframe sections with their relocations and
   pieces.  */
sfm_status relobj_read (struct relobj *relobj) SFM_CHECKED;

/* relobj-read.c: release all that RELOBJ owns, including its image.  Valid
   after any failure.  */
void relobj_free (struct relobj *relobj);

/* relobj-target.c: choose the version to write.  */
enum sfm_target relobj_target (const struct relobj *relobj);

/* relobj-groups.c: list the section groups.  */
sfm_status relobj_groups_read (struct relobj *relobj) SFM_CHECKED;

/* The group that section number IDX is in, or NULL.  */
static inline struct relobj_group *
relobj_group_of (const struct relobj *relobj, uint32_t idx)
{
  uint32_t number = relobj->group_of[idx];

  return number == 0 ? NULL : &relobj->groups[number - 1];
}

/* relobj-groups.c: the size of GROUP's contents in the output.
   relobj_groups_write writes the contents of all groups that get members to
   OUT.  */
uint64_t relobj_group_size (const struct relobj *relobj,
                            const struct relobj_group *group);
void relobj_groups_write (struct relobj *relobj, uint8_t *out);

/* relobj-split.c: make the parts of SECTION, one for each text section.  Its
   PLACES must be set.  */
sfm_status relobj_split (struct relobj *relobj,
                         struct relobj_section *section) SFM_CHECKED;

/* relobj-parts.c: make the only part of SECTION, which is not split.  */
sfm_status relobj_whole (struct relobj *relobj,
                         struct relobj_section *section) SFM_CHECKED;

/* relobj-parts.c: merge the functions of PART, write the content and its
   relocations, and set PART->changed.  */
sfm_status relobj_part_plan (struct relobj *relobj,
                             struct relobj_part *part) SFM_CHECKED;

/* relobj-plan.c: plan the parts of SECTION.  */
sfm_status relobj_plan (struct relobj *relobj,
                        struct relobj_section *section) SFM_CHECKED;

/* relobj-duplicates.c: clear the live flag of those FDEs of SECTION that
   repeat another one.  */
sfm_status relobj_duplicates (struct relobj *relobj,
                              struct relobj_section *section) SFM_CHECKED;

/* relobj-headers.c: write the section headers, and their location in the ELF
   header, to OUT.  */
void relobj_headers_write (const struct relobj *relobj, uint8_t *out);

/* True if the section header table moves.  */
static inline bool
relobj_table_moves (const struct relobj *relobj)
{
  return relobj->new_count != relobj->image.section_count;
}

/* relobj-write.c: make the new file from the plan: *SIZE bytes at *OUT, from
   malloc.  */
sfm_status relobj_write (struct relobj *relobj, uint8_t **out,
                         size_t *size) SFM_CHECKED;

/* relobj-verify.c: read the new file OUT and compare it with the plan and with
   the old one.  CORRUPT: it is wrong.  */
sfm_status relobj_verify (struct relobj *relobj, const uint8_t *out,
                          size_t size) SFM_CHECKED;

/* relobj-verify-rest.c: check that OUT, read as NOW, equals the old file
   outside the .sframe sections, except for the planned changes to headers and
   groups.  */
sfm_status relobj_verify_rest (struct relobj *relobj, const uint8_t *out,
                               const struct relobj *now) SFM_CHECKED;

/* relobj-parts.c: for FDE number IDX of PART, get its ORIGIN, which has its
   start field, and its number *FDE in the section of the input, counted over
   all pieces.  False if there is none.  */
bool relobj_origin (const struct relobj_part *part, uint32_t idx,
                    struct sfm_origin *origin, size_t *fde) SFM_CHECKED;

#endif /* BFDGLUE_RELOBJ_INTERNAL_H */
