/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj-frames.h - the functions that the .eh_frame of an object describes,
   and making .sframe of them.  */

#ifndef BFDGLUE_RELOBJ_FRAMES_H
#define BFDGLUE_RELOBJ_FRAMES_H

#include "relobj-internal.h"

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
  uint64_t used;        /* the last field that a relocation gave an address, */
  uint64_t used_size;   /* its size, */
  uint64_t used_number; /* and the number of that among RELAS */
};

/* What becomes of a frame.  */
enum relobj_frame_state
{
  FRAME_ADDED,     /* it becomes a function */
  FRAME_DESCRIBED, /* the object has one for it */
  FRAME_OVERLAPS,  /* another frame claims the same code */
  FRAME_REFUSED    /* SFrame cannot say it */
};

/* An FDE of call frame information that is for code of the object.  */
struct relobj_frame
{
  uint64_t section; /* that has the function, which begins */
  uint64_t value;   /* VALUE bytes into it; these two order the frames */
  uint64_t size;
  uint64_t at;    /* of the FDE in its section */
  uint32_t cfi;   /* the number of that */
  uint32_t state; /* enum relobj_frame_state */
  uint64_t rela;  /* the number of the relocation of its start, in relas */
  uint64_t rules; /* the digest of its rules, once it was asked for; 0: not
                     yet, or it has none */
};

struct relobj_frames
{
  struct relobj_cfi *cfis;
  size_t cfi_count;
  struct relobj_frame *frames; /* by location after relobj_frames_read */
  size_t count;
  size_t capacity;
  uint64_t *bases; /* by section index: an address for its first byte, or 0.
                      Functions of different sections do not meet.  */
};

/* Read the .eh_frame sections of RELOBJ, which relobj_read has read, into
   FRAMES, which is all zero, and sort the functions by location.  What is
   there twice alike is taken once; overlapping functions are marked.  Counts
   go to RELOBJ->result->synth.  The caller releases FRAMES in any case.
   Statuses: NOMEM, CORRUPT (the section of relocations), LIMIT.  */
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

/* relobj-attach.c: add PIECE, whose functions have one of RELAS each, in this
   order, against the symbols of section SYMTAB.  Statuses: NOMEM, LIMIT,
   CORRUPT, UNSUPP (the file has no names of sections, or another symbol
   table).  */
sfm_status relobj_attach (struct relobj *relobj, const struct sfm_piece *piece,
                          const struct elf_reloc *relas,
                          uint32_t symtab) SFM_CHECKED;

/* relobj-verify-frames.c: whether the functions of NOW, the output, that were
   added to RELOBJ say what FRAMES say.  CORRUPT: they do not.  */
sfm_status relobj_verify_frames (struct relobj *relobj,
                                 struct relobj_frames *frames,
                                 const struct relobj *now) SFM_CHECKED;

void relobj_frames_free (struct relobj_frames *frames);

#endif /* BFDGLUE_RELOBJ_FRAMES_H */
