/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   image-change.h - put the merged section into a copy of an image: choose the
   location, change the copy, verify it.  */

#ifndef BFDGLUE_IMAGE_CHANGE_H
#define BFDGLUE_IMAGE_CHANGE_H

#include <stdint.h>

#include "elf-image.h"
#include "sorted.h"

/* What is put into an image.  */
enum edit_kind
{
  EDIT_SFRAME,
  EDIT_EH_FRAME_HDR,
  EDIT_KINDS
};

/* The section, and the program header that leads to it.  */
struct edit_section
{
  const char *name;
  const char *segment_name; /* of SEGMENT_TYPE */
  uint32_t type;            /* sh_type */
  uint32_t segment_type;    /* p_type */
  uint64_t align;           /* sh_addralign and p_align, at least */
};

extern const struct edit_section edit_sections[EDIT_KINDS];

/* A location for the merged section.  */
struct free_space
{
  uint32_t section; /* section index; 0 without section headers */
  uint32_t segment; /* index of the PT_LOAD that holds it */
  uint64_t addr;
  uint64_t offset; /* file offset */
  uint64_t used;   /* sh_size now; without section headers, p_filesz of
                      PT_GNU_SFRAME */
  uint64_t owned;  /* bytes that are SFrame data whatever they hold, at least
                      USED: PT_GNU_SFRAME may cover more than the section */
  uint64_t size;   /* bytes that may be written, at least OWNED */
  bool fixed_size; /* a symbol marks the end of the section: it keeps its USED
                      bytes, padded with zeros */
};

/* Size of the section in SPACE if its content has SIZE bytes.  */
static inline uint64_t
free_space_filled (const struct free_space *space, uint64_t size)
{
  return space->fixed_size ? space->used : size;
}

/* Zeros to be inserted into the file of an image.  */
struct insertion
{
  uint32_t segment; /* index of the PT_LOAD whose bytes they follow */
  uint64_t offset;  /* of the first zero, the end of the segment's bytes */
  uint64_t size;    /* 0: none */
};

enum phdr_mode
{
  PHDR_NONE,
  PHDR_SLOT,        /* the program header table stays where it is */
  PHDR_PAGES,       /* and up to INSERTED_MAX zeros may be inserted */
  PHDR_LARGE_PAGES, /* and any number of them */
  PHDR_MOVE         /* and the table may move to the end of the file */
};

struct phdr_options
{
  enum edit_kind kind;
  enum phdr_mode mode;
  bool force;  /* allow it even if data is appended to the file */
  bool dynsym; /* .dynsym may move */
};

/* No program header index.  */
#define PHDR_NO_SLOT UINT32_MAX

/* Bytes after the program headers that move to let the table grow: from OFFSET
   and ADDR to TO_OFFSET and TO_ADDR.  */
struct phdr_displaced
{
  uint64_t offset;
  uint64_t size; /* 0: nothing moves */
  uint64_t addr;
  uint64_t align; /* the largest alignment in the block */
  uint64_t to_offset;
  uint64_t to_addr;
  uint32_t to_segment; /* index of its PT_LOAD in the output */
};

/* The changes to be made to an image.  */
struct phdr_plan
{
  const struct image *image; /* to be changed */
  struct phdr_options options;
  uint32_t header_idx; /* index of the entry for the section's program header,
                          or PHDR_NO_SLOT */
  uint32_t load_idx;   /* that of the new PT_LOAD, or PHDR_NO_SLOT */
  uint32_t added;      /* number of entries added to the table */
  bool moved_table;    /* the table moves to the start of the new segment */
  bool in_tail;        /* the section goes to the free end of a segment */
  struct phdr_displaced displaced;
  /* The new PT_LOAD.  */
  uint64_t offset;
  uint64_t addr;
  uint64_t size;
  uint64_t align;
  /* Index of the section in the new segment; 0: none.  NEW_SECTION: it is
     added, and the section headers move.  */
  uint32_t section;
  bool new_section;
  /* The space that the section gives up, or part of it; may be empty.  */
  struct free_space old;
  /* The bytes of the new segment if they are inserted into the file; all other
     offsets are those after the insertion.  */
  struct insertion inserted;
  uint64_t names_off; /* offset of the moved section names; 0: not moved */
  uint64_t name_off;  /* offset of the section's name in them */
  uint64_t shdrs_off;
  uint64_t file_size; /* size of the output */
  uint64_t wanted;    /* if no header is possible: bytes of the section's space
                         that would allow one; 0: none would */
  char why[160];      /* what is impossible and why, or empty */
};

/* Set PHDR to change nothing in IMAGE.  */
void phdr_nothing (const struct image *image, struct phdr_plan *phdr);

/* True if PHDR changes anything.  */
bool phdr_any (const struct phdr_plan *phdr);

/* Name the kind of change: "none", "slot", "tail", "segment" or
   "moved-phdrs".  */
const char *phdr_mode_name (const struct phdr_plan *phdr);

/* The change of an image, from the decision to the changed copy.  Each step
   below sets what the next ones need; the caller sets the rest.  */
struct image_change
{
  const struct image *image;
  const struct byte_range *clear; /* the existing pieces, in file order */
  size_t clear_count;
  const struct diag_sink *sink;

  enum edit_kind kind; /* set by make_room */

  /* Set by make_room.  With inserted zeros, IMAGE is the last of the images in
     INSERTED from then on, and CLEAR is SHIFTED_CLEAR.  */
  const struct image *source; /* IMAGE as the caller set it */
  struct
  {
    struct insertion insertion;
    struct image image; /* with the zeros */
  } inserted[2];        /* for a segment to grow, for a new segment */
  unsigned inserted_count;
  struct byte_range *shifted_clear;

  /* Set by choose_location.  */
  struct free_space space; /* of the merged section */
  struct phdr_plan phdr;

  const uint8_t *content; /* the merged section */
  size_t content_size;
  struct paged *copy; /* of the image's file, then zeros up to PHDR.file_size;
                         it lists what was written */
  struct image grown; /* COPY, opened after PHDR was applied */
  uint32_t *numbers;  /* the number in COPY of each section of IMAGE and of a
                         new one; NULL: numbers stay, and a new section is the
                         last */
};

/* What rewrite_image did.  */
struct rewrite_result
{
  bool no_segment;     /* no program header leads to the section; run-time
                          consumers will not find it */
  uint64_t none_count; /* entries of .rela.sframe set to R_*_NONE */
  bool renamed;        /* the section got the name .sframe */
  bool rename_failed;  /* ... or could not */
  bool grown;          /* the PT_LOAD was extended */
  uint32_t retired;    /* other sections for SFrame data, emptied */
};

/* Find what serves the section best: a location, its program header, and space
   for all functions of PLT code.  MERGER plans the section; it is NULL if the
   section has CHANGE's CONTENT_SIZE at any location.  choose_location is tried
   until one attempt serves everything: with the image as it is, with zeros
   inserted into its file, each with .dynsym moved, and with the program header
   table moved, as far as OPTIONS allow that.  Statuses: those of
   choose_location.  */
sfm_status make_room (struct image_change *change, struct sfm_merger *merger,
                      const struct phdr_options *options) SFM_CHECKED;

/* Make the copy of CHANGE, apply the plan for program headers to it, restore
   the order of its sections, and put the content into it.  Statuses: NOMEM,
   and those of image_open_bytes and rewrite_image.  */
sfm_status image_change_apply (struct image_change *change,
                               struct rewrite_result *result) SFM_CHECKED;

/* Release the copy of CHANGE, which is not needed.  */
void image_change_drop_copy (struct image_change *change);

/* Release what CHANGE took.  */
void image_change_free (struct image_change *change);

/* Open CHANGE's copy and verify it.  It must contain one piece, the content at
   its space.  Every byte that is not listed as written must equal the image's;
   if zeros were inserted, the image in turn must equal the source.  Every
   section and segment of the image must still exist with the same bytes, and
   new or larger ones must not overlap others.  Messages go to SINK.  Statuses:
   CORRUPT, NOMEM.  */
sfm_status verify_image (struct image_change *change,
                         const struct diag_sink *sink) SFM_CHECKED;

/* True if the section and the PT_GNU_SFRAME of IMAGE hold CHANGE's content,
   and all other loaded sections of these names are empty.  PT_GNU_SFRAME may
   be missing unless the plan adds it.  */
bool verify_in_place (const struct image *image,
                      const struct image_change *change);

#endif /* BFDGLUE_IMAGE_CHANGE_H */
