/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit.h - findings about the .sframe of an image or object, with the file
   around it as evidence.  */

#ifndef BFDGLUE_AUDIT_H
#define BFDGLUE_AUDIT_H

#include "finding.h"
#include "image-context.h"
#include "input.h"
#include "pieces.h"

/* Read CONTEXT->image and its debug file SYMBOLS, or NULL, and decide about
   its PLT code, so that the places of its pieces are as after a repair.
   Warnings about pieces do not go to SINK: audit_find reports them.  The
   caller releases CONTEXT with image_context_free in any case.  Statuses:
   those of image_context_read.  */
sfm_status audit_read (struct image_context *context, const char *symbols,
                       const struct diag_sink *sink) SFM_CHECKED;

/* Report each finding about AUDIT, which audit_read filled in: about the
   headers, the bytes, pieces, functions and relocations of each section, then
   about PLT code.  ROWS: report rows that contradict .eh_frame, too.
   Statuses: NOMEM.  */
sfm_status audit_find (const struct image_context *audit, bool rows,
                       const struct finding_sink *found,
                       const struct diag_sink *sink) SFM_CHECKED;

/* Whether AUDIT, which audit_read filled in, is a detached file of ours: the
   code and the .eh_frame are in another one, so audit_find looks at the bytes
   only.  */
bool audit_is_detached (const struct image_context *audit);

/* Report how many functions of CONTEXT, which audit_read filled in, end in a
   call whose return address they do not cover.  Statuses: NOMEM.  */
sfm_status audit_calls (struct image_context *context,
                        const struct finding_sink *found,
                        const struct diag_sink *sink) SFM_CHECKED;

/* Report each finding about the bytes and the relocations of the .sframe
   sections of OBJECT.  Statuses: NOMEM.  */
sfm_status audit_object (const struct input_object *object,
                         const struct finding_sink *found,
                         const struct diag_sink *sink) SFM_CHECKED;

/* audit-eh-frame.c: report what is wrong with the .eh_frame of AUDIT's image,
   which audit_read has filled in, and with .eh_frame_hdr.  Statuses:
   NOMEM.  */
sfm_status audit_eh_frame (const struct image_context *audit,
                           const struct finding_sink *found,
                           const struct diag_sink *sink) SFM_CHECKED;

struct prover; /* prove.h */

/* audit-prove.c: report what the code of AUDIT's image, which audit_read has
   filled in, refutes, and how much of it is proven.  PROVER, all zero,
   receives the proof, which the caller frees in any case; its index is not set
   if code of this machine cannot be decoded.  Statuses: those of
   prove_image.  */
sfm_status audit_prove (const struct image_context *audit,
                        struct prover *prover,
                        const struct finding_sink *found,
                        const struct diag_sink *sink) SFM_CHECKED;

/* How much of an image's code its .sframe describes.  */

/* One executable section, or segment where there are no section headers.  */
struct coverage_section
{
  const char *name; /* or NULL */
  uint64_t addr;
  uint64_t size;    /* bytes, without those that an earlier section has */
  uint64_t covered; /* ... in at least one function of .sframe */
  uint64_t twice;   /* ... in more than one */
};

/* A function without rows, or with rows for some of its bytes; or code of no
   function that could be covered, such as assembly without a table.  */
struct coverage_gap
{
  uint64_t addr;
  uint64_t size;
  uint64_t uncovered; /* bytes without rows */
  const char *name;   /* of a symbol or a PLT section; NULL: unknown */
};

/* What code without rows is.  */
enum coverage_rest
{
  REST_FUNCTIONS, /* of functions that could be covered */
  REST_BARE,      /* in no table, and none of the others */
  REST_START,     /* of start files, most of which has no table */
  REST_PLT,
  REST_PADDING,
  REST_KINDS
};

/* Owns SECTIONS and GAPS; names are the image's.  All sizes are in bytes.  */
struct coverage
{
  struct coverage_section *sections; /* by address */
  size_t section_count;
  uint64_t size; /* sums over the sections */
  uint64_t covered;
  uint64_t twice;
  uint64_t readable; /* bytes of COVERED that a consumer gets right if it reads
                        only the first header and takes starts as the flags
                        say */
  uint64_t rest[REST_KINDS]; /* bytes of SIZE that are not COVERED, by what
                                they are */
  /* The functions that could be covered: those of .eh_frame, including PLT
     code, and those of .debug_frame that it does not have, or the symbols if
     there are none.  Of several at one address only the largest counts.  */
  bool by_symbols;
  size_t debug_frames; /* those of .debug_frame */
  size_t functions;
  size_t functions_covered; /* ... with every byte covered */
  uint64_t function_bytes;  /* in at least one of them */
  uint64_t function_bytes_covered;
  /* Functions with uncovered bytes, most of them first, then by address.  */
  struct coverage_gap *gaps;
  size_t gap_count;
  /* Code without rows outside these functions, from symbol to symbol, unless
     it is short; in the same order.  */
  struct coverage_gap *bare;
  size_t bare_count;
};

/* Measure AUDIT by the visible functions of all pieces (pieces.h).
   Starts are relative to what is right for each piece, whatever its flags
   say.  AUDIT must outlive COVERAGE.  Statuses: NOMEM, which leaves nothing
   to free.  */
sfm_status coverage_measure (const struct image_context *audit,
                             struct coverage *coverage,
                             const struct diag_sink *sink) SFM_CHECKED;

/* Report the functions of CONTEXT, which audit_read filled in, that lack rows
   by COVERAGE.  */
void audit_missing (const struct image_context *context,
                    const struct coverage *coverage,
                    const struct finding_sink *found);

void coverage_free (struct coverage *coverage);

/* Compare the rows of functions.  */

/* Where the rows of two functions begin to differ.  */
struct rows_difference
{
  uint32_t at;                    /* bytes from the start of the functions */
  char rules[2][RULES_TEXT_SIZE]; /* the rules there of each, or "none" */
};

/* Find the first byte below END of both functions where they have other rules:
   FDE number A_FDE of A and number B_FDE of B.  False: there is none.  */
bool rows_differ (const struct sfm_piece *a, uint32_t a_fde,
                  const struct sfm_piece *b, uint32_t b_fde, uint32_t end,
                  struct rows_difference *difference);

/* Whether FDE number FDE of PIECE, which may be NULL, has more rows than
   version 3 can count, so that a merge may have split it.  */
bool split_may_be (const struct sfm_piece *piece, uint32_t fde);

/* Whether adjacent functions of LIST, of the pieces of EXISTING, together
   describe F by the same rules at every address.  False if F has no piece.  */
bool split_same (const struct found_function *f,
                 const struct existing_sframe *existing,
                 const struct function_list *list);

#endif /* BFDGLUE_AUDIT_H */
