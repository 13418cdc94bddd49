/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   finding.c - names, severities and places of findings, and the sections or
   the segment of an image in which they may be.  */

#include "config.h"

#include <elf.h>
#include <stdarg.h>
#include <stdio.h>

#include "audit-internal.h"
#include "audit-limits.h"
#include "finding.h"
#include "sframe-section.h"
#include "sorted.h"

struct match_field *
match_field_at (const struct match *m, uint64_t at)
{
  size_t i = sorted_from (m->fields, m->field_count, sizeof *m->fields,
                          offsetof (struct match_field, at), at);

  return i < m->field_count && m->fields[i].at == at ? &m->fields[i] : NULL;
}

/* The name of the function that W's relocation of the start field at OFFSET
   refers to, or NULL.  */
static const char *
name_of_target (const struct audit_window *w, uint64_t offset)
{
  struct audit_names *n = w->names;
  const struct match_field *f = match_field_at (w->match, offset);

  if (!n->read)
    n->no_memory
        = object_names_read (&n->names, n->object, &n->pool) != SFM_OK;
  n->read = true;
  return f != NULL && f->has_reloc
             ? object_names_at (&n->names, f->section, f->value)
             : NULL;
}

/* The name of FDE number FDE of P, or NULL.  */
static const char *
name_of (const struct audit_window *w, const struct image_piece *p,
         uint32_t idx)
{
  struct sfm_diag diag;
  struct sfm_fde fde = { 0 };

  if (w->names != NULL)
    return name_of_target (w, sfm_piece_field (&p->piece, idx));
  /* A function whose rows are bad has a size, too.  */
  if (w->index == NULL || !p->usable
      || (sfm_fde_read (&p->piece, idx, &fde, &diag) != SFM_OK
          && fde.field == 0))
    return NULL;
  return index_name (w->index, p->places[idx].addr, fde.size);
}

/* The name of the function in W at PLACE, or NULL.  It belongs
   to what W has been read from.  */
static const char *
audit_symbol (const struct audit_window *w, const struct finding *place)
{
  if (place->piece >= w->piece_count || place->fde == SFM_NO_INDEX)
    return NULL;
  /* The engine's checker stops at damage and pieces_read does not, so their
     numbers of a piece can differ: compare the offset.  */
  const struct image_piece *p = &w->pieces[place->piece];
  if (place->fde >= p->piece.num_fdes || place->offset < p->piece.offset
      || place->offset >= p->piece.end)
    return NULL;
  return name_of (w, p, place->fde);
}

struct finding
audit_place (const struct audit_window *w, size_t piece, uint32_t fde,
             uint64_t offset)
{
  struct finding place = finding_place (w->name, w->number);

  place.piece = piece > UINT32_MAX ? SFM_NO_INDEX : (uint32_t) piece;
  place.fde = fde;
  place.offset = offset;
  place.window = w;
  return place;
}

static const struct
{
  const char *name;
  enum sfm_severity severity;
} table[] = {
#define FINDING_X(id, name, severity) { name, severity },
  SFM_FINDINGS (FINDING_X) FINDINGS (FINDING_X)
#undef FINDING_X
};

const char *
finding_name (unsigned id)
{
  return table[id].name;
}

enum sfm_severity
finding_severity (unsigned id)
{
  return table[id].severity;
}

void
finding_report (const struct finding_sink *sink, unsigned id,
                const struct finding *place, const char *format, ...)
{
  struct finding finding = *place;
  char text[FINDING_TEXT_SIZE];
  va_list ap;

  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  finding.id = id;
  finding.severity = finding_severity (id);
  finding.text = text;
  if (finding.window != NULL)
    finding.symbol = audit_symbol (finding.window, place);
  sink->fn (sink->data, &finding);
}

bool
audit_is_sframe (const struct image_section *section)
{
  return image_sframe_section (section) == SECTION_SFRAME;
}

/* Find W's pieces: those of section number IDX, or of PT_GNU_SFRAME if IDX is
   0.  pieces_read lists the pieces of a section one after another.  */
static void
find_pieces (const struct image_context *audit, uint32_t idx,
             struct audit_window *w)
{
  const struct existing_sframe *existing = &audit->existing;
  size_t first = 0, end;

  while (first < existing->piece_count
         && existing->pieces[first].section_idx != idx)
    first++;
  for (end = first;
       end < existing->piece_count && existing->pieces[end].section_idx == idx;
       end++)
    {
      w->piece_count += !existing->pieces[end].past_section_end;
      w->past_end_count += existing->pieces[end].past_section_end;
    }
  w->pieces = existing->pieces == NULL ? NULL : existing->pieces + first;
}

/* The window of PT_GNU_SFRAME.  As in pieces_read, it ends with the first
   piece: any data may follow (doc/internals.md, section 9).  */
static bool
segment_window (const struct image_context *audit, struct audit_window *w)
{
  const struct image_segment *segment
      = image_find_segment (&audit->image, PT_GNU_SFRAME);

  if (segment == NULL)
    return false;
  *w = (struct audit_window){ .segment = true,
                              .name = "PT_GNU_SFRAME",
                              .bytes
                              = image_segment_bytes (&audit->image, segment),
                              .index = &audit->index,
                              .addr = segment->vaddr,
                              .size = segment->filesz };
  find_pieces (audit, 0, w);
  if (w->piece_count == 1)
    w->size = w->pieces[0].piece.end;
  return true;
}

/* Set W to the next one; *AT is 0 for the first.  False: there are no more.
   W's number is left 0.  */
static bool
next_window (const struct image_context *audit, size_t *at,
             struct audit_window *w)
{
  const struct image *image = &audit->image;

  if (image->section_count == 0)
    return (*at)++ == 0 && segment_window (audit, w);
  while (++*at < image->section_count)
    {
      const struct image_section *s = &image->sections[*at];
      /* No consumer reads sections that are not loaded, nor does
         pieces_read.  */
      if (!audit_is_sframe (s) || !(s->flags & SHF_ALLOC))
        continue;
      size_t size;
      const uint8_t *bytes = image_section_bytes (image, s, &size);
      if (bytes == NULL)
        continue;
      *w = (struct audit_window){ .section = s,
                                  .name = s->name,
                                  .bytes = bytes,
                                  .index = &audit->index,
                                  .addr = s->addr,
                                  .size = size };
      find_pieces (audit, (uint32_t) *at, w);
      return true;
    }
  return false;
}

bool
audit_step (const struct auditor *a, size_t *at, struct audit_window *window)
{
  const bool more = next_window (a->audit, at, window);

  if (more)
    window->number = audit_number (a, window->section);
  return more;
}
