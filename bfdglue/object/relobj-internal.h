/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj-internal.h - the records and functions shared by relobj-*.c and
   strip-*.c.  */

#ifndef BFDGLUE_RELOBJ_INTERNAL_H
#define BFDGLUE_RELOBJ_INTERNAL_H

#include "elf-image.h"
#include "elf-relocs.h"
#include "input.h"
#include "paged.h"
#include "pool.h"
#include "relobj.h"

enum
{
  RELOBJ_ALIGN = 8, /* of .sframe, and of relocations */
  GROUP_WORD = 4,   /* size of a member of a section group */
  SHNDX_WORD = 4    /* size of a number in SHT_SYMTAB_SHNDX */
};

/* Consecutive FDEs of one piece.  Its first two members order the runs of a
   section.  */
struct relobj_run
{
  uint64_t part; /* index of the part that it belongs to */
  uint64_t fde;  /* the first, counted over all pieces */
  uint32_t piece;
  uint32_t count;
};

struct relobj_section;

/* One .sframe section of the output.  It describes functions of one section of
   the input.  A section that is not split has one part.  */
struct relobj_part
{
  struct relobj_section *from;
  struct relobj_part *next; /* of all sections */
  uint32_t idx;             /* section index in the output */
  uint32_t rela_idx;        /* index of its relocation section; 0: none */
  uint32_t target; /* index of the text section that has all its functions;
                        its header names it.  0: none */
  uint32_t group;  /* the group that it is in: 1 + index; 0: none */
  bool joins;      /* IDX becomes a member of the group */
  bool rela_joins; /* ... and RELA_IDX */
  const struct relobj_run *runs;
  size_t run_count;

  /* The plan.  */
  struct sfm_merger *merger;
  uint8_t *content;
  size_t content_size;
  uint8_t *rela_bytes;
  size_t rela_size;
  uint32_t type; /* new sh_type */
  bool changed;  /* it differs from the input */
};

/* An .sframe section with its relocations: of the input, or a new one, whose
   indices are past those of the input.  */
struct relobj_section
{
  uint32_t idx;
  uint32_t rela_idx;                /* 0: none */
  struct image_section header;      /* that of IDX, and of all parts except for
                                       what a part sets */
  struct image_section rela_header; /* that of RELA_IDX; SHT_RELA whatever the
                                       input has */
  uint64_t made_from;               /* bytes of its pieces */
  struct input_sframe sframe;       /* the bytes and relocations */
  struct elf_reloc *relas;          /* one for each of sframe.relocs */
  struct fde_relocs fde_relocs;

  /* The plan.  */
  struct sfm_place *places; /* one for each FDE */
  struct relobj_part *parts;
  size_t part_count;      /* 0: the section does not change */
  uint64_t content_total; /* size of the contents of all parts */
};

/* The relocation of FDE number FDE of SECTION; there must be one.  */
static inline const struct input_reloc *
relobj_reloc (const struct relobj_section *section, size_t fde)
{
  return &section->sframe.relocs[section->fde_relocs.reloc_of[fde]];
}

/* A section group.  */
struct relobj_group
{
  uint32_t idx;
  uint32_t added; /* number of members to add */
  uint8_t *end;   /* end of what is written of its new contents */
};

/* New contents of a section, which go to the end of the file.  Number 0 is the
   section header table.  */
struct relobj_output
{
  uint32_t idx;                /* section index in the output */
  struct image_section header; /* with the offset and size */
  const uint8_t *bytes;
};

struct relobj_frames;

struct relobj
{
  struct image image;
  const char *name;
  const struct diag_sink *sink;
  const struct relobj_options *options;
  struct relobj_result *result;
  struct pool pool;
  uint32_t *rela_of;  /* by section index: the section of its relocations, or
                         0; UINT32_MAX: several */
  uint32_t *shndx_of; /* by section index: the SHT_SYMTAB_SHNDX of a symbol
                         table, or 0 */
  struct relobj_section *sections;
  size_t section_count;
  uint32_t later; /* sections with SFrame that is not known, which are not in
                     SECTIONS */
  struct relobj_part *parts; /* of all sections */
  struct relobj_part **parts_end;

  struct relobj_frames *frames; /* of .eh_frame; NULL without synth */

  /* Used only by a split.  */
  struct relobj_group *groups;
  size_t group_count;
  uint32_t *group_of; /* by section index: 0, or 1 + index into GROUPS */
  uint32_t *part_of;  /* by section index: scratch space, zero between uses */

  /* The output.  */
  uint32_t new_count; /* number of sections */
  uint8_t *names;     /* new contents of the section names, or NULL */
  uint64_t names_size;
  struct relobj_output *outputs;
  size_t output_count;
  bool *moves;   /* by section index of the input: its contents are replaced */
  uint64_t tail; /* offset of the new contents */
};

/* Whether section IDX of the output is a new one.  */
static inline bool
relobj_is_new (const struct relobj *relobj, uint32_t idx)
{
  return idx >= relobj->image.section_count;
}

/* The group that section IDX is in: 1 + its index, or 0.  A new section is in
   none yet.  */
static inline uint32_t
relobj_group_of (const struct relobj *relobj, uint32_t idx)
{
  return relobj_is_new (relobj, idx) ? 0 : relobj->group_of[idx];
}

/* relobj-read.c: list the .sframe sections with their relocations and
   pieces.  */
sfm_status relobj_read (struct relobj *relobj) SFM_CHECKED;

/* relobj-read.c: release all that RELOBJ owns, including its image.  Valid
   after any failure.  */
void relobj_free (struct relobj *relobj);

/* relobj-read.c: set *RELAS, in the pool, to the *COUNT relocations of
   section IDX, which are in section RELA_IDX.  Those that do nothing are left
   out, and counted in *NONES.  */
sfm_status relobj_relas_list (struct relobj *relobj, uint32_t idx,
                              uint32_t rela_idx, struct elf_reloc **relas,
                              size_t *count, uint64_t *nones) SFM_CHECKED;

/* relobj-read.c: set the section of RELOC, which is against symbol IDX of
   section SYMTAB, and add the symbol's value to its value.  False if the
   symbol is broken.  */
bool relobj_resolve (const struct relobj *relobj, uint32_t symtab,
                     uint32_t idx, struct input_reloc *reloc) SFM_CHECKED;

/* relobj-read.c: check the members of the group that is section IDX of
   IMAGE.  Statuses: CORRUPT.  */
sfm_status relobj_group_check (const struct image *image, uint32_t idx,
                               const struct diag_sink *sink) SFM_CHECKED;

/* relobj-read.c: list the section groups.  */
sfm_status relobj_groups_read (struct relobj *relobj) SFM_CHECKED;

/* relobj-split.c: make the parts of SECTION, one for each text section.  Its
   PLACES must be set.  */
sfm_status relobj_split (struct relobj *relobj,
                         struct relobj_section *section) SFM_CHECKED;

/* relobj-plan.c: plan the parts of SECTION, which has places.  */
sfm_status relobj_plan (struct relobj *relobj,
                        struct relobj_section *section) SFM_CHECKED;

/* relobj-write.c: make the new file from the plan: *SIZE bytes at *OUT, from
   malloc.  */
sfm_status relobj_write (struct relobj *relobj, uint8_t **out,
                         size_t *size) SFM_CHECKED;

/* relobj-verify.c: read the new file OUT and compare it with the plan and with
   the old one.  CORRUPT: it is wrong.  */
sfm_status relobj_verify (struct relobj *relobj, const uint8_t *out,
                          size_t size) SFM_CHECKED;

/* Members of section headers that may change.  */
enum
{
  CHANGE_PLACE = FIELD_OFFSET | FIELD_SIZE,
  CHANGE_FORM = FIELD_TYPE | FIELD_ALIGN,
  CHANGE_LINK = FIELD_FLAGS | FIELD_LINK
};

/* relobj-verify.c: whether the headers OLD and NEW are equal outside
   FIELDS.  */
bool header_kept (const struct image_section *old,
                  const struct image_section *new, unsigned fields);

/* relobj-plan.c: for FDE number IDX of PART, get its ORIGIN, which has its
   start field, and its number *FDE in the section of the input, counted over
   all pieces.  False if there is none.  */
bool relobj_origin (const struct relobj_part *part, uint32_t idx,
                    struct sfm_origin *origin, size_t *fde) SFM_CHECKED;

/* The functions that the .eh_frame of an object describes, and how .sframe is
   made from them.  */

/* An .eh_frame section.  Its addresses are those of relobj_frames.bases.  */
struct relobj_cfi
{
  const struct relobj *relobj;
  const struct relobj_frames *frames;
  const char *name;
  struct sfm_cfi_section section;
  uint32_t symtab;         /* of the relocations; 0: there are none */
  struct elf_reloc *relas; /* by offset, without those that do nothing */
  size_t rela_count;
  uint64_t used;        /* the last field to which a relocation gave an
                           address, */
  uint64_t used_size;   /* its size, */
  uint64_t used_number; /* and the index of that relocation in RELAS */
};

/* What becomes of a frame.  */
enum relobj_frame_state
{
  FRAME_ADDED,     /* it becomes a function */
  FRAME_DESCRIBED, /* the object has a function for it */
  FRAME_OVERLAPS,  /* another frame claims the same code */
  FRAME_REFUSED    /* SFrame cannot express it */
};

/* An FDE of call frame information that is for code of the object.  */
struct relobj_frame
{
  uint64_t section; /* the section of the function, which begins */
  uint64_t value;   /* VALUE bytes into it; these two order the frames */
  uint64_t size;
  uint64_t at;    /* offset of the FDE in its .eh_frame */
  uint32_t cfi;   /* the number of that .eh_frame */
  uint32_t state; /* enum relobj_frame_state */
  uint64_t rela;  /* the number of the relocation of its start, in relas */
  uint64_t rules; /* the digest of its rules, once asked for; 0: not yet, or it
                     has none */
};

struct relobj_frames
{
  struct relobj_cfi *cfis;
  size_t cfi_count;
  struct relobj_frame *at; /* by location after relobj_frames_read */
  size_t count;
  size_t capacity;
  uint64_t *bases; /* by section index: an address for its first byte, or 0.
                      Functions of different sections do not overlap.  */
};

/* Read the .eh_frame sections of RELOBJ, which relobj_read has read, into
   FRAMES, which is all zero, and sort the functions by location.  Equal
   functions are taken once; overlapping ones are marked.  Counts go to
   RELOBJ->result->synth.  The caller releases FRAMES in any case.  Statuses:
   NOMEM, CORRUPT (the section of relocations), LIMIT.  */
sfm_status relobj_frames_read (struct relobj *relobj,
                               struct relobj_frames *frames) SFM_CHECKED;

/* Read the FDE of FRAME into FDE.  *CFI, NULL before the first call, and FDE
   are kept from call to call, as sfm_cfi_next wants.  False: it cannot be
   read.  */
bool relobj_frame_fde (struct relobj_frames *frames,
                       const struct relobj_frame *frame,
                       struct relobj_cfi **cfi, struct sfm_cfi_fde *fde);

/* The first of FRAMES that ends after byte VALUE of SECTION or is in a later
   section.  Frames must not overlap, but for those with the same start.  */
size_t relobj_frames_from (const struct relobj_frames *frames,
                           uint64_t section, uint64_t value);

/* relobj-synth.c: read FRAMES, compare the functions of RELOBJ with them, and
   attach a piece for those that are not described.  The sections have their
   places.  The caller releases FRAMES in any case.  Statuses: as the engine's,
   and UNSUPP (a piece cannot be attached).  */
sfm_status relobj_synth (struct relobj *relobj,
                         struct relobj_frames *frames) SFM_CHECKED;

void relobj_frames_free (struct relobj_frames *frames);

/* Removing SFrame.  */

/* Bytes of the file that stay together: [START, END) go to TO.  */
struct strip_block
{
  uint64_t start;
  uint64_t end;
  uint64_t to;
  uint64_t align;
};

/* One file from which SFrame is removed.  */
struct strip
{
  const struct image *image;
  const struct diag_sink *sink;
  struct strip_result *result;
  struct pool pool;

  /* By section number.  */
  bool *gone;
  uint32_t *shndx_of; /* of a symbol table: its SHT_SYMTAB_SHNDX, or 0 */
  bool used;          /* symbols of an image refer to what goes */

  bool moves;                /* what goes is left out; else it becomes zeros */
  struct byte_range *ranges; /* what goes, in order of the file, then what
                                becomes zeros in any case */
  size_t hole_count;         /* of what goes */
  size_t range_count;
  struct strip_block *blocks; /* in order of the file */
  size_t block_count;

  uint8_t *out;
  size_t size;
  struct byte_changes changes; /* of OUT */
};

/* strip-find.c: whether SECTION of IMAGE is SFrame data.  */
bool strip_is_sframe (const struct image *image,
                      const struct image_section *section);

/* strip-find.c: set gone, shndx_of and the figures of the result.  Statuses:
   NOMEM, CORRUPT (a group or a table of section numbers is damaged).  */
sfm_status strip_find (struct strip *s) SFM_CHECKED;

/* strip-find.c: find who refers to what goes: refuse an object, and set used
   of an image.  Statuses: UNSUPP, CORRUPT.  */
sfm_status strip_users (struct strip *s) SFM_CHECKED;

/* strip-find.c: the number of symbols in section IDX of IMAGE; 0 if it is no
   table of symbols that can be read.  */
uint64_t strip_symbol_count (const struct image *image, uint32_t idx);

/* strip-find.c: whether symbol IDX of section TABLE is one of a section that
   goes.  */
bool strip_symbol_goes (const struct strip *s, uint32_t table, uint64_t idx);

/* strip-find.c: the size that the group of SIZE BYTES has without the members
   that go.  Those that stay are written to TO, unless it is NULL, from the
   second word on.  */
uint64_t strip_group_kept (const struct strip *s, const uint8_t *bytes,
                           uint64_t size, uint8_t *to);

/* strip-write.c: where the byte at OFFSET of the file goes.  */
uint64_t strip_moved (const struct strip *s, uint64_t offset);

/* strip-write.c: divide the file, and make OUT.  Statuses: CORRUPT (bytes that
   go are shared), LIMIT, NOMEM.  */
sfm_status strip_write (struct strip *s) SFM_CHECKED;

#endif /* BFDGLUE_RELOBJ_INTERNAL_H */
