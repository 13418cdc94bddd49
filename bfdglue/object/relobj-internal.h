/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj-internal.h - what the relobj-*.c files share.  */

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
  RELOBJ_ALIGN = 8, /* of .sframe, and of relocations */

  /* The parts of a section have at most so many times its bytes: rows that its
     functions share are written for each.  As much as the engine allows for
     one piece.  */
  RELOBJ_SHARE_LIMIT = 64
};

/* What input_reloc does not say of a live relocation.  */
struct relobj_rela
{
  uint32_t symbol;
  uint32_t type;
  uint64_t addend;
};

/* FDEs in a row, of one piece.  */
struct relobj_run
{
  size_t fde; /* the first, counted over all pieces */
  uint32_t piece;
  uint32_t first; /* ... counted in PIECE */
  uint32_t count;
};

struct relobj_section;

/* One section of the output, made of functions of one of the input.  A section
   that is not split is one part.  */
struct relobj_part
{
  struct relobj_section *from;
  uint32_t idx;      /* the number of the section that it is to be */
  uint32_t rela_idx; /* 0: it has none */
  uint32_t target;   /* the section with all its functions, which its header
                        is to name; 0: it names none */
  uint32_t group;    /* the group that it is to be in: 1 + index; 0: none */
  bool fresh;        /* IDX and RELA_IDX are new */
  bool joins;        /* IDX is to become a member of that group */
  bool rela_joins;   /* ... and RELA_IDX */
  const struct relobj_run *runs;
  size_t run_count;

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

/* One .sframe section with its relocations.  */
struct relobj_section
{
  uint32_t idx;
  uint32_t rela_idx;          /* 0: it has none */
  struct input_sframe sframe; /* in the file */
  struct relobj_rela *relas;  /* one each of sframe.relocs */
  struct fde_relocs fde_relocs;

  /* The plan.  */
  struct sfm_place *places; /* of all FDEs */
  struct relobj_part *parts;
  size_t part_count; /* 0: nothing is to be done */
  uint64_t made;     /* bytes of the contents of all parts */
};

/* For each section, the number of the one that goes with it; 0: none does.  */
struct relobj_tables
{
  const uint32_t *rela_of; /* its relocations; UINT32_MAX: there are several */
  const uint32_t *wide_of; /* of a symbol table, its SHT_SYMTAB_SHNDX */
};

/* A symbol table with what goes along.  */
struct relobj_symtab
{
  const uint8_t *bytes;
  size_t count;
  const uint8_t *wide; /* SHT_SYMTAB_SHNDX, or NULL */
  size_t wide_count;
};

/* A section group.  */
struct relobj_group
{
  uint32_t idx;
  uint32_t added;  /* members that it gets */
  uint64_t offset; /* of its contents in the new file, if it gets any */
  uint64_t end;    /* ... as far as they are written */
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
  struct relobj_symtab symtab; /* of the relocations that are read */
  struct relobj_section *sections;
  size_t section_count;

  /* What only a split needs.  */
  struct relobj_group *groups;
  size_t group_count;
  uint32_t *group_of; /* for each section: 0, or 1 + index into GROUPS */
  uint32_t *part_of;  /* for each section: scratch */

  /* The new file.  */
  uint32_t new_count; /* of sections */
  uint64_t table;     /* of the section headers */
  uint64_t tail;      /* the new contents begin here */
};

/* relobj-read.c: list the .sframe sections, with relocations and pieces.  */
sfm_status relobj_read (struct relobj *relobj) SFM_CHECKED;

/* relobj-read.c: release all that RELOBJ has, its image too; allowed after any
   failure.  */
void relobj_free (struct relobj *relobj);

/* relobj-target.c: the version to write.  */
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

/* relobj-groups.c: the bytes that the contents of GROUP are to have; and write
   those of all groups that get members into the new file OUT.  */
uint64_t relobj_group_size (const struct relobj *relobj,
                            const struct relobj_group *group);
void relobj_groups_write (struct relobj *relobj, uint8_t *out);

/* relobj-split.c: the parts of SECTION, whose places are known: one a section
   of code.  */
sfm_status relobj_split (struct relobj *relobj,
                         struct relobj_section *section) SFM_CHECKED;

/* relobj-parts.c: the one part of SECTION that is not split.  */
sfm_status relobj_whole (struct relobj *relobj,
                         struct relobj_section *section) SFM_CHECKED;

/* relobj-parts.c: merge what PART has, write it and its relocations, and see
   whether the file has that already.  */
sfm_status relobj_part_plan (struct relobj *relobj,
                             struct relobj_part *part) SFM_CHECKED;

/* relobj-plan.c: decide what becomes of SECTION.  */
sfm_status relobj_plan (struct relobj *relobj,
                        struct relobj_section *section) SFM_CHECKED;

/* relobj-duplicates.c: mark as not live those FDEs of SECTION that repeat
   another one.  */
sfm_status relobj_duplicates (struct relobj *relobj,
                              struct relobj_section *section) SFM_CHECKED;

/* relobj-headers.c: write the section headers of the new file OUT, and what
   the ELF header says of them.  */
void relobj_headers_write (const struct relobj *relobj, uint8_t *out);

/* Whether the table of section headers moves.  */
static inline bool
relobj_table_moves (const struct relobj *relobj)
{
  return relobj->new_count != relobj->image.section_count;
}

/* relobj-write.c: put what is planned into a new file.  */
sfm_status relobj_write (struct relobj *relobj, uint8_t **out,
                         size_t *size) SFM_CHECKED;

/* relobj-verify.c: read the new file and compare it with the plan and with the
   old one.  */
sfm_status relobj_verify (struct relobj *relobj, const uint8_t *out,
                          size_t size) SFM_CHECKED;

/* relobj-verify-rest.c: whether OUT has all else as the old file had it, and
   the headers and groups that were to be changed as they were to be.  */
sfm_status relobj_verify_rest (struct relobj *relobj, const uint8_t *out,
                               const struct relobj *now) SFM_CHECKED;

/* relobj-parts.c: of FDE number IDX of PART: the number that it has in its
   section, counted over all pieces, and where its start field is.  */
bool relobj_origin (const struct relobj_part *part, uint32_t idx,
                    struct sfm_origin *origin, size_t *fde) SFM_CHECKED;

#endif /* BFDGLUE_RELOBJ_INTERNAL_H */
