/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-pieces.c - check the pieces of an image as wholes: layout, versions,
   flags, and what their starts are relative to; and their bytes.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>

#include "audit-internal.h"
#include "audit-limits.h"

enum
{
  /* Fewer bytes than this after the last piece are padding.  */
  SECTION_ALIGN = 8,
  VERSIONS = 4 /* 1 to 3 */
};

/* Whether the bytes [FROM, TO) of W are zeros.  */
static bool
is_padding (const struct audit_window *w, uint64_t from, uint64_t to)
{
  while (from < to && w->bytes[from] == 0)
    from++;
  return from == to;
}

/* Count COUNT more bytes of padding, at OFFSET.  */
static void
count_padding (struct finding *padding, uint64_t *bytes, uint64_t offset,
               uint64_t count)
{
  if (padding->count++ == 0)
    padding->offset = offset;
  *bytes += count;
}

/* Assemblers pad the section of an object for s390x; linkers pad between
   pieces.  */
void
audit_layout (const struct auditor *a, const struct audit_window *w)
{
  struct finding padding = finding_place (w->name, w->number), tail = padding;
  uint64_t end = 0, bytes = 0;

  padding.count = 0;
  for (size_t i = 0; i < w->piece_count; i++)
    {
      const struct sfm_piece *p = &w->pieces[i].piece;
      if (p->offset > end && is_padding (w, end, p->offset))
        count_padding (&padding, &bytes, end, p->offset - end);
      end = p->end;
    }
  uint64_t size
      = w->segment
            ? image_find_segment (&a->audit->image, PT_GNU_SFRAME)->filesz
            : w->size;
  uint64_t left = size - (end < size ? end : size);
  /* Other bytes in an object are damage.  */
  if (w->object && !is_padding (w, end, size))
    left = 0;
  if (left != 0 && left < SECTION_ALIGN
      && (w->object ? w->piece_count > 1 : !w->segment))
    count_padding (&padding, &bytes, end, left);
  else if (left != 0)
    {
      tail.offset = end;
      tail.count = left;
      finding_report (a->found, FIND_UNUSED, &tail,
                      "the last %" PRIu64 " of its %" PRIu64
                      " bytes belong to no piece",
                      left, size);
    }
  if (padding.count != 0 && w->object)
    {
      padding.offset = 0;
      finding_report (a->found, FIND_PADDING, &padding,
                      "padding between and after its pieces, in %" PRIu64
                      " place%s",
                      padding.count, padding.count == 1 ? "" : "s");
    }
  else if (padding.count != 0)
    finding_report (a->found, FIND_PADDING, &padding,
                    "%" PRIu64 " byte%s of padding between and after its "
                    "pieces, in %" PRIu64 " place%s",
                    bytes, bytes == 1 ? "" : "s", padding.count,
                    padding.count == 1 ? "" : "s");
}

/* Report pieces of different versions.  */
static void
check_versions (const struct auditor *a, const struct audit_window *w)
{
  size_t count[VERSIONS] = { 0 };
  struct finding place = finding_place (w->name, w->number);

  for (size_t i = 0; i < w->piece_count; i++)
    count[w->pieces[i].piece.version % VERSIONS]++;
  if ((count[1] != 0) + (count[2] != 0) + (count[3] != 0) < 2)
    return;
  place.count = w->piece_count;
  finding_report (a->found, FIND_VERSIONS, &place,
                  "pieces of several versions: %zu of version 1, %zu of "
                  "version 2, %zu of version 3",
                  count[1], count[2], count[3]);
}

void
audit_flags (const struct auditor *a)
{
  const struct sfm_piece *first[VERSIONS] = { NULL };
  const struct sfm_piece *odd[VERSIONS] = { NULL };
  struct audit_window where[VERSIONS] = { { 0 } }, w;
  size_t count[VERSIONS] = { 0 }, at = 0;

  while (audit_step (a, &at, &w))
    for (size_t i = 0; i < w.piece_count; i++)
      {
        const struct sfm_piece *p = &w.pieces[i].piece;
        unsigned v = p->version % VERSIONS;
        if (count[v]++ == 0)
          first[v] = p;
        else if (p->flags != first[v]->flags && odd[v] == NULL)
          {
            odd[v] = p;
            where[v] = w;
          }
      }
  for (unsigned v = 0; v < VERSIONS; v++)
    if (odd[v] != NULL)
      {
        struct finding place = finding_place (where[v].name, where[v].number);
        place.offset = odd[v]->offset;
        place.count = count[v];
        finding_report (a->found, FIND_FLAGS_MIXED, &place,
                        "of %zu pieces of version %u the first has the flags "
                        "0x%02x, this one 0x%02x",
                        count[v], v, first[v]->flags, odd[v]->flags);
      }
}

/* Report that the starts of P, number IDX, are relative to their fields though
   its flags say that they are relative to the section.  COUNT is the number of
   functions that a consumer finds where none begins.  The others happen to hit
   the start of another function: fields are 17 or 20 bytes apart, and code is
   aligned.  */
static void
check_rule (const struct auditor *a, const struct audit_window *w,
            const struct image_piece *p, size_t idx)
{
  struct finding place
      = audit_place (w, idx, SFM_NO_INDEX, p->piece.offset + 3);
  struct sfm_diag diag;
  struct sfm_fde fde;
  size_t live = 0;

  if (p->start_base != SFM_START_BASE_FIELD
      || (p->piece.flags & SFM_F_FDE_FUNC_START_PCREL))
    return;
  place.count = 0;
  for (uint32_t i = 0; i < p->piece.num_fdes; i++)
    {
      if (!function_is_visible (p, i)
          || sfm_fde_read (&p->piece, i, &fde, &diag) != SFM_OK)
        continue;
      uint64_t addr = sfm_fde_address (&fde, p->addr, SFM_START_BASE_SECTION);
      live++;
      place.count += !(index_confirms (&a->audit->index, addr, fde.size)
                       & SFM_EVIDENCE_START);
    }
  if (live != 0)
    finding_report (a->found, FIND_ADDRESS_RULE, &place,
                    "function addresses are read wrongly: the flags 0x%02x "
                    "lack FDE_FUNC_START_PCREL; a reader finds %" PRIu64
                    " of %zu functions where none begins, and %" PRIu64
                    " where another does",
                    p->piece.flags, place.count, live, live - place.count);
}

/* Whether P was overwritten by relocations with wrong offsets: starts that
   should have been relocated are zero, and other bytes are damaged.  Other
   linkers make such images of objects that GNU ld 2.40 or 2.44 -r wrote.  */
static bool
is_clobbered (const struct image_piece *p)
{
  struct sfm_diag diag;
  struct sfm_fde fde;
  size_t zeros = 0;

  for (uint32_t i = 0; i < p->piece.num_fdes; i++)
    if (sfm_fde_read (&p->piece, i, &fde, &diag) != SFM_OK || fde.start == 0)
      zeros++;
  return !p->usable && (p->piece.flags & SFM_F_FDE_SORTED) && zeros > 1
         && zeros >= p->piece.num_fdes / ZERO_STARTS;
}

/* Report wrong or unknown addresses of P, number IDX.  */
static void
check_addresses (const struct auditor *a, const struct audit_window *w,
                 const struct image_piece *p, size_t idx)
{
  struct finding place = audit_place (w, idx, SFM_NO_INDEX, p->piece.offset);

  place.count = p->piece.num_fdes;
  if (is_clobbered (p))
    finding_report (a->found, FIND_CLOBBERED, &place,
                    "most of its %" PRIu32 " functions have no start, and "
                    "other bytes are overwritten by what relocations for "
                    "other offsets left",
                    p->piece.num_fdes);
  else if (!p->usable && !p->damaged)
    finding_report (a->found, FIND_UNBELIEVED, &place,
                    "its %" PRIu32 " functions begin where the image has "
                    "none, or in code that nothing describes: it describes "
                    "other code",
                    p->piece.num_fdes);
  if (p->usable)
    check_rule (a, w, p, idx);
}

void
audit_waiting (const struct auditor *a)
{
  const struct existing_sframe *existing = &a->audit->existing;
  size_t next;

  for (size_t i = 0; i < existing->piece_count; i = next)
    {
      uint64_t functions = 0;
      const struct image_piece *p = &existing->pieces[i];
      for (next = i; next < existing->piece_count
                     && existing->pieces[next].section_idx == p->section_idx;
           next++)
        functions += existing->pieces[next].piece.num_fdes;
      if (p->section_read)
        continue;
      struct finding place = finding_place (p->section, 0);
      place.count = functions;
      finding_report (a->found, FIND_BURIED, &place,
                      "%zu pieces with %" PRIu64
                      " functions lie in %s, where no reader looks, until "
                      "they are merged",
                      next - i, functions, p->section);
    }
}

void
audit_pieces (const struct auditor *a, const struct audit_window *w)
{
  if (w->piece_count != 0)
    audit_layout (a, w);
  if (w->piece_count > 1)
    check_versions (a, w);
  for (size_t i = 0; i < w->piece_count + w->past_end_count; i++)
    {
      const struct image_piece *p = &w->pieces[i];
      if (!p->past_section_end)
        {
          check_addresses (a, w, p, i);
          continue;
        }
      struct finding place = audit_place (w, i, SFM_NO_INDEX, p->piece.offset);
      place.count = p->piece.num_fdes;
      finding_report (a->found, FIND_BURIED, &place,
                      "a piece of version %u with %" PRIu32
                      " functions lies past the end of the section, where "
                      "no reader looks",
                      p->piece.version, p->piece.num_fdes);
    }
}

/* Run the engine's checker on the bytes of a section.

   The checker knows addresses, but not which functions are in code.
   Functions that a linker discarded are all at address 0 or at their own start
   fields, and overlap there.  FIND_DEAD reports them; the checker's findings
   about the overlap are dropped.

   The checker stops at bytes that are neither zeros nor a header; pieces_read
   skips them and goes on with the next piece.  Skipped bytes are therefore
   reported as well [report_gaps], unless the checker has found an error in
   them.  Findings come in the order of the section, and the gaps between the
   pieces are visited along with them.  */

/* State of the checker's run over a window.  */
struct run
{
  const struct auditor *auditor;
  const struct audit_window *window;
  size_t gap;    /* the current gap: it precedes the piece of that number */
  bool reported; /* the checker has found an error in it */
  bool several;  /* the checker has found several pieces */
};

/* The finding about PIECE, which has something that the engine does not
   know.  */
static unsigned
later_finding (const struct sfm_piece *piece)
{
  return piece->version < 1 || piece->version > 3 ? SFM_FIND_VERSION
         : sfm_abi_name (piece->abi) == NULL      ? SFM_FIND_ABI
                                                  : SFM_FIND_FLAGS;
}

/* Report each gap that ends at OFFSET or before and holds more than
   padding.  */
static void
report_gaps (struct run *run, uint64_t offset)
{
  const struct audit_window *w = run->window;
  const uint8_t *bytes = w->bytes;
  struct sfm_piece piece;
  struct sfm_diag diag;

  for (; run->gap <= w->piece_count; run->gap++, run->reported = false)
    {
      size_t i = run->gap;
      uint64_t from = i == 0 ? 0 : w->pieces[i - 1].piece.end;
      uint64_t to = i < w->piece_count ? w->pieces[i].piece.offset : w->size;
      if (to > offset)
        return;
      if (run->reported)
        continue;
      sfm_status status
          = sfm_piece_next (bytes, (size_t) w->size, from, &piece, &diag);
      if (status == SFM_OK || status == SFM_END)
        continue;
      struct finding place
          = audit_place (w, SFM_NO_INDEX, SFM_NO_INDEX, diag.offset);
      finding_report (
          run->auditor->found,
          status == SFM_ERR_UNSUPP ? later_finding (&piece) : FIND_DAMAGED,
          &place,
          "%s; of the 0x%" PRIx64 " bytes from 0x%" PRIx64 " nothing is used",
          diag.text, to - from, from);
    }
}

/* Note an error of the checker at OFFSET that is not about a function.  */
static void
note_error (struct run *run, uint64_t offset)
{
  const struct audit_window *w = run->window;

  report_gaps (run, offset);
  if (run->gap <= w->piece_count
      && (run->gap == 0 || offset >= w->pieces[run->gap - 1].piece.end))
    run->reported = true;
}

/* Whether FINDING is about a function that a linker discarded.  */
static bool
is_discarded (const struct run *run, const struct sfm_finding *finding)
{
  const struct audit_window *w = run->window;
  struct sfm_diag diag;
  struct sfm_fde fde;

  if (finding->fde == SFM_NO_INDEX || finding->piece >= w->piece_count)
    return false;
  const struct image_piece *p = &w->pieces[finding->piece];
  /* The checker stops at damage and pieces_read does not, so their numbers of
     a piece can differ: compare the offset.  */
  return p->usable && finding->fde < p->piece.num_fdes
         && finding->offset == sfm_piece_field (&p->piece, finding->fde)
         && !function_is_visible (p, finding->fde)
         && sfm_fde_read (&p->piece, finding->fde, &fde, &diag) == SFM_OK
         && piece_discarded (&run->auditor->audit->index, p, &fde,
                             p->places[finding->fde].addr);
}

static void
take_finding (void *data, const struct sfm_finding *finding)
{
  struct run *run = data;
  const struct audit_window *w = run->window;
  struct finding place
      = audit_place (w, finding->piece, finding->fde, finding->offset);

  if ((finding->id == SFM_FIND_DUPLICATE || finding->id == SFM_FIND_OVERLAP)
      && is_discarded (run, finding))
    return;
  place.row = finding->row;
  run->several |= finding->id == SFM_FIND_PIECES;
  if (!w->segment && finding->severity == SFM_ERROR
      && finding->fde == SFM_NO_INDEX)
    note_error (run, finding->offset);
  if (finding->id == SFM_FIND_PIECES && w->piece_count > 2)
    place.count = w->piece_count;
  else if (finding->id == SFM_FIND_PIECES)
    place.count = 2;
  finding_report (run->auditor->found, finding->id, &place, "%s",
                  finding->text);
}

/* Report that W has several pieces.  The checker, which stops at damage, has
   not seen the second.  */
static void
report_several (const struct auditor *a, const struct audit_window *w)
{
  struct finding place
      = audit_place (w, SFM_NO_INDEX, SFM_NO_INDEX, w->pieces[1].piece.offset);

  place.count = w->piece_count;
  finding_report (a->found, SFM_FIND_PIECES, &place,
                  "a second header, but consumers read only the one at "
                  "0x%" PRIx64,
                  w->pieces[0].piece.offset);
}

sfm_status
audit_bytes (const struct auditor *a, const struct audit_window *w)
{
  struct run run = { .auditor = a, .window = w };
  struct sfm_check_options options = { .size = sizeof options,
                                       .object = w->object,
                                       .section_addr = w->addr };
  struct sfm_diag diag;

  if (w->section != NULL && (w->section->flags & SHF_COMPRESSED))
    return SFM_OK;
  if (!w->object)
    options.start_base = SFM_START_BASE_SECTION;
  if (!w->object && w->piece_count != 0 && w->pieces[0].piece.offset == 0)
    options.start_base = w->pieces[0].start_base;
  sfm_status status = sfm_check (w->bytes, (size_t) w->size, &options,
                                 take_finding, &run, &diag);
  if (status != SFM_OK)
    return diag_engine (a->sink, DIAG_ERROR, a->path, w->name, &diag);
  if (!w->segment)
    report_gaps (&run, w->size);
  /* The pieces of an object end at damage, too.  */
  if (w->piece_count > 1 && !run.several && !w->object)
    report_several (a, w);
  return SFM_OK;
}
