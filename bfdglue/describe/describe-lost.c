/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   describe-lost.c - find functions of existing pieces whose code has no rows
   any more.

   Theory of operation.  Where call frame information describes code, it says
   what the rules are, and each of its FDEs is counted by what became of it
   [describe-frames.c].  What is left is code that only a piece describes, in a
   function that cannot be used: nothing else can describe that.  Where call
   frame information contradicts all functions and has rows for none, it may
   itself be what is damaged, and settles nothing.  Functions of discarded code
   have no code to lose.

   If it is not known what the starts of a piece are relative to, or its
   section was moved, only sizes tell which functions it has: nothing is lost
   if each of them has the size of a function that is described.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "describe.h"
#include "sorted.h"

struct losing
{
  struct address_ranges known; /* described, or judged by a source that is
                                  used */
  uint64_t *sizes;             /* of functions that are described, in order */
  size_t size_count;
  struct describe *d;
};

/* Whether FDE number IDX of P is a function that is not used and that no PLT
   code has replaced.  */
static bool
is_unused (const struct image_piece *p, uint32_t idx, struct sfm_fde *fde)
{
  struct sfm_diag diag;

  return !p->damaged && !p->places[idx].live && p->replaced[idx] == PIECE_KEPT
         && sfm_fde_read (&p->piece, idx, fde, &diag) == SFM_OK
         && fde->size != 0;
}

/* Whether any function of a piece is used, except for PLT code.  */
static bool
any_used (const struct existing_sframe *existing)
{
  for (size_t i = 0; i < existing->piece_count; i++)
    {
      const struct image_piece *p = &existing->pieces[i];
      for (uint32_t f = 0; piece_has_input (p) && f < p->piece.num_fdes; f++)
        if (p->places[f].live && !p->places[f].optional)
          return true;
    }
  return existing->corrected != NULL;
}

/* Whether a function of MADE begins in RANGES.  */
static bool
any_within (const struct made_piece *made, const struct address_ranges *ranges)
{
  for (uint32_t i = 0; i < made->piece.num_fdes; i++)
    if (ranges_within (ranges, made->places[i].addr, made->places[i].addr + 1)
        != 0)
      return true;
  return false;
}

/* Set *SETTLES to whether call frame information settles what the pieces said.
   It does not if it contradicts all functions and has rows for none.  False:
   no memory.  */
static bool
judge_frames (const struct describe *d, bool *settles)
{
  const struct existing_sframe *existing = &d->context->existing;
  struct address_ranges unused = { .count = 0 };
  bool fits = true;
  struct sfm_fde fde;

  *settles = true;
  if (d->inputs != NULL || any_used (existing))
    return true;
  for (size_t i = 0; i < existing->piece_count; i++)
    {
      const struct image_piece *p = &existing->pieces[i];
      for (uint32_t f = 0; p->usable && f < p->piece.num_fdes && fits; f++)
        if (is_unused (p, f, &fde))
          fits = ranges_add (&unused, p->places[f].addr, fde.size);
    }
  fits = fits && ranges_merge (&unused, NULL);
  *settles = any_within (&d->frames, &unused) || any_within (&d->rest, &unused)
             || any_within (&d->go_code, &unused)
             || any_within (&d->proven_code, &unused);
  ranges_free (&unused);
  return fits;
}

/* Gather what is known.  False: no memory.  */
static bool
gather (struct losing *l)
{
  const struct described_list *described = &l->d->described;
  const struct function_index *index = &l->d->context->index;
  bool settles;

  if (!judge_frames (l->d, &settles))
    return false;
  for (size_t i = 0; i < described->count; i++)
    if (!ranges_add (&l->known, described->at[i].addr,
                     described->at[i].end - described->at[i].addr))
      return false;
  if (l->d->fill && settles
      && (!function_list_ranges (&index->eh.functions, &l->known)
          || !function_list_ranges (&index->rest.functions, &l->known)))
    return false;
  return ranges_merge (&l->known, NULL);
}

/* Whether FDE, at ADDR, has code, and none of it is known.  If a part is
   known, the size of FDE is wrong, and refutes the rest.  */
static bool
is_lost (const struct losing *l, const struct sfm_fde *fde, uint64_t addr)
{
  const uint64_t end = code_ranges_end (&l->d->context->index.code, addr);
  const uint64_t size = end - addr < fde->size ? end - addr : fde->size;

  return end != 0 && ranges_within (&l->known, addr, addr + size) == 0;
}

/* Report FDE of P, at ADDR, and count it if it is lost.  */
static void
look_at (struct losing *l, const struct image_piece *p,
         const struct sfm_fde *fde, uint64_t addr)
{
  const struct function_index *index = &l->d->context->index;
  const char *why = "other rows describe its code";

  if (piece_discarded (index, p, fde, addr))
    why = "dropped, it was discarded";
  else if (!code_ranges_hold (&index->code, addr, fde->size))
    why = "dropped, it is not in code";
  if (is_lost (l, fde, addr))
    {
      why = "dropped, and nothing describes its code";
      l->d->lost++;
    }
  diag_at (l->d->sink, DIAG_DETAIL, l->d->context->image.path, p->section,
           fde->field, "function at 0x%" PRIx64 " of size 0x%" PRIx32 ": %s",
           addr, fde->size, why);
}

/* Gather the sizes of the functions that are described and, if call frame
   information fills gaps, of those of .eh_frame.  False: no memory.  */
static bool
gather_sizes (struct losing *l)
{
  const struct described_list *described = &l->d->described;
  const struct function_list *frames = &l->d->context->index.eh.functions;
  const size_t count = l->d->fill ? frames->count : 0;

  l->sizes = calloc (count + described->count + 1, sizeof *l->sizes);
  if (l->sizes == NULL)
    return false;
  for (size_t i = 0; i < count; i++)
    l->sizes[l->size_count++] = frames->at[i].size;
  for (size_t i = 0; i < described->count; i++)
    {
      const uint64_t addr = described->at[i].addr;
      size_t at = function_list_from (frames, addr, 0);

      /* One function does not stand for two.  Where an FDE has another size,
         as of PLT code, what describes the function counts.  */
      if (at >= count || !function_list_starts (frames, at, addr))
        at = l->size_count++;
      l->sizes[at] = described->at[i].end - addr;
    }
  qsort (l->sizes, l->size_count, sizeof *l->sizes, compare_u64);
  return true;
}

/* Count the functions of P, whose addresses are unknown, for which no
   described one of the same size is left.  False: no memory.  */
static bool
count_unplaced (struct losing *l, const struct image_piece *p)
{
  uint64_t *sizes = calloc (p->piece.num_fdes + 1, sizeof *sizes);
  size_t count = 0, lost = 0;
  struct sfm_diag diag;
  struct sfm_fde fde;

  if (sizes == NULL || (l->sizes == NULL && !gather_sizes (l)))
    {
      free (sizes);
      return false;
    }
  for (uint32_t i = 0; i < p->piece.num_fdes; i++)
    if (sfm_fde_read (&p->piece, i, &fde, &diag) == SFM_OK && fde.size != 0)
      sizes[count++] = fde.size;
  qsort (sizes, count, sizeof *sizes, compare_u64);
  for (size_t i = 0, at = 0; i < count; i++)
    {
      while (at < l->size_count && l->sizes[at] < sizes[i])
        at++;
      if (at < l->size_count && l->sizes[at] == sizes[i])
        at++;
      else
        lost++;
    }
  free (sizes);
  if (lost != 0)
    diag_at (l->d->sink, DIAG_DETAIL, l->d->context->image.path, p->section,
             p->piece.offset,
             "%zu of the %zu functions of this piece have a size that nothing "
             "else has",
             lost, count);
  l->d->lost += lost;
  return true;
}

/* Count what is lost.  */
static sfm_status
count_lost (struct describe *d)
{
  const struct existing_sframe *existing = &d->context->existing;
  struct losing l = { .d = d };
  bool gathered = false, fits = true;
  struct sfm_fde fde;

  for (size_t i = 0; i < existing->piece_count && fits; i++)
    {
      const struct image_piece *p = &existing->pieces[i];
      if (!p->usable && !p->damaged)
        fits = count_unplaced (&l, p);
      for (uint32_t f = 0; p->usable && f < p->piece.num_fdes && fits; f++)
        {
          if (!is_unused (p, f, &fde))
            continue;
          if (!gathered)
            fits = gather (&l);
          gathered = true;
          if (fits)
            look_at (&l, p, &fde, p->places[f].addr);
        }
    }
  ranges_free (&l.known);
  free (l.sizes);
  return fits ? SFM_OK : diag_nomem (d->sink, d->context->image.path);
}

/* Refuse losses that no call frame information makes good, unless the caller
   allows them.  It is not known what an unreadable piece described.  But call
   frame information that was read whole describes all code for which
   assemblers write SFrame, and a caller with the inputs of the link has those
   of the piece.  */
static sfm_status
refuse_losses (const struct describe *d)
{
  const struct image_context *context = d->context;
  const enum diag_severity kind = d->partial ? DIAG_WARNING : DIAG_ERROR;
  const char *path = context->image.path;
  size_t unread = context->existing.unread;

  if (d->place_inputs != NULL || (d->fill && context->index.eh.complete))
    unread = 0;
  if (unread != 0)
    diag (d->sink, kind, path,
          "%zu piece%s of its .sframe cannot be read, and nothing in it says "
          "what %s described; 'sfmerge link' with the objects of its link "
          "may",
          unread, unread == 1 ? "" : "s", unread == 1 ? "it" : "they");
  if (d->lost != 0)
    diag (d->sink, kind, path,
          "%zu function%s of its .sframe cannot be used, and nothing in it "
          "describes %s code; 'sfmerge link' with the objects of its link may",
          d->lost, d->lost == 1 ? "" : "s", d->lost == 1 ? "its" : "their");
  if ((unread == 0 && d->lost == 0) || d->partial)
    return SFM_OK;
  diag (d->sink, DIAG_ERROR, path,
        "it is left as it is; --partial goes on without them");
  return SFM_ERR_UNSUPP;
}

sfm_status
describe_lost (struct describe *d)
{
  TRY (count_lost (d));
  return refuse_losses (d);
}
