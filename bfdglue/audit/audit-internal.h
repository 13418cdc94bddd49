/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-internal.h - what the audit-*.c files share.  */

#ifndef BFDGLUE_AUDIT_INTERNAL_H
#define BFDGLUE_AUDIT_INTERNAL_H

#include "audit.h"
#include "input.h"
#include "pieces.h"
#include "pool.h"

/* State of the audit of one image or object.  */
struct auditor
{
  const char *path;
  const struct image_context *audit; /* NULL for an object */
  const struct finding_sink *found;
  const struct diag_sink *sink;
  bool rows;    /* compare rows with .eh_frame */
  bool several; /* more than one section is called .sframe */
};

/* The bytes that a consumer takes for the SFrame section: a section, or,
   without section headers, the segment of PT_GNU_SFRAME.  */
struct audit_window
{
  bool object;  /* of an object: nothing is known but the bytes */
  bool segment; /* of PT_GNU_SFRAME: any data may follow the first piece */
  const struct image_section *section; /* of an image, or NULL */
  const char *name;
  uint32_t number; /* index of SECTION's header if there are several, or 0 */
  const uint8_t *bytes;
  uint64_t addr;
  uint64_t size;
  /* For the names of functions: of an image, or of an object.  */
  const struct function_index *index;
  struct audit_names *names;
  const struct match *match;
  /* The pieces that pieces_read found in it, then those past its end.  */
  const struct image_piece *pieces;
  size_t piece_count;    /* inside it */
  size_t past_end_count; /* past its end */
};

/* finding.c: the place of FDE number FDE of piece number PIECE in W, for a
   finding at OFFSET of the section.  Either number may be SFM_NO_INDEX.  */
struct finding audit_place (const struct audit_window *w, size_t piece,
                            uint32_t fde, uint64_t offset);

/* The index of SECTION's header if several sections are called .sframe; 0 if
   only one is, or SECTION is NULL.  */
static inline uint32_t
audit_number (const struct auditor *a, const struct image_section *section)
{
  return a->several && section != NULL
             ? (uint32_t) (section - a->audit->image.sections)
             : 0;
}

/* finding.c: set WINDOW to the next one; *AT is 0 for the first.  False: there
   are no more.  */
bool audit_step (const struct auditor *a, size_t *at,
                 struct audit_window *window);

/* Whether SECTION is SFrame data that consumers read.  */
bool audit_is_sframe (const struct image_section *section);

/* audit-functions.c: report the functions of W whose rows contradict
   .eh_frame.  */
void audit_rows (const struct auditor *a, const struct audit_window *w);

/* audit-pieces.c: report what the engine's checker finds in the bytes of W.
   Statuses: NOMEM.  */
sfm_status audit_bytes (const struct auditor *a,
                        const struct audit_window *w) SFM_CHECKED;

/* audit-pieces.c: report padding between W's pieces, and bytes after the last
   one.  */
void audit_layout (const struct auditor *a, const struct audit_window *w);

/* audit-pieces.c: check W's pieces as wholes: layout, versions, starts.  */
void audit_pieces (const struct auditor *a, const struct audit_window *w);

/* audit-pieces.c: report pieces of one version, in any section, whose flags
   differ.  */
void audit_flags (const struct auditor *a);

/* audit-pieces.c: report pieces in sections that are read only after a
   merge (.sframe_raw).  */
void audit_waiting (const struct auditor *a);

/* audit-functions.c: check the functions of W's pieces.  */
void audit_functions (const struct auditor *a, const struct audit_window *w);

/* audit-functions.c: check the rows of PLT code.  Statuses: NOMEM.  */
sfm_status audit_plt (const struct auditor *a) SFM_CHECKED;

struct match_reloc
{
  uint64_t at;
  uint64_t value;   /* S + A */
  uint32_t section; /* index of the section of S; 0 in an image */
  bool none;        /* of type NONE */
  /* Set by match_relocs: the field at AT, or NULL, and whether an earlier
     relocation has that field.  */
  const struct match_field *field;
  bool second;
};

/* The names of an object's functions, which are read when the first finding
   is about one.  */
struct audit_names
{
  const struct input_object *object;
  struct object_names names;
  struct pool pool;
  bool read;
  bool no_memory; /* for them */
};

/* A start field and its function.  */
struct match_field
{
  uint64_t at;   /* section offset, or address in an image */
  uint64_t addr; /* of the function, in an image; valid if KNOWN */
  uint32_t size;
  uint32_t piece;
  uint32_t fde;
  bool known;
  /* Set by match_relocs: */
  bool has_reloc;   /* a live relocation is at AT */
  bool none;        /* a relocation of type NONE is at AT */
  uint32_t section; /* that the live relocation names */
  uint64_t value;   /* ... and its S + A */
  /* Set by targets_check: an error in the relocation was reported.  */
  bool reported;
};

/* The fields and relocations of one section.  The owner frees the arrays.  */
struct match
{
  const struct audit_window *window;
  struct match_field *fields; /* by AT */
  size_t field_count;
  struct match_reloc *relocs; /* in the order of the file */
  size_t reloc_count;
};

/* audit-relocs.c: list the fields of MATCH's window and pair them with MATCH's
   relocations.  False: no memory.  */
bool match_relocs (struct match *match);

/* finding.c: the field of MATCH at AT, or NULL.  */
struct match_field *match_field_at (const struct match *match, uint64_t at);

/* audit-relocs.c: report each live relocation of MATCH that is at no field, or
   at a field that has one already, and each field without one.  */
void match_report (const struct match *match,
                   const struct finding_sink *found);

/* audit-relocs.c: the place of F, for findings.  */
struct finding match_place (const struct match *match,
                            const struct match_field *f);

/* audit-relocs.c: check the relocations of W that a linker kept.  Statuses:
   NOMEM.  */
sfm_status audit_relocs (const struct auditor *a,
                         const struct audit_window *w) SFM_CHECKED;

#endif /* BFDGLUE_AUDIT_INTERNAL_H */
