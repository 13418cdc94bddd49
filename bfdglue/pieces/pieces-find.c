/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   pieces-find.c - find the pieces in an image's sections and after them.

   SFrame sections are walked piece by piece.  After their end, inside
   the old PT_GNU_SFRAME, GNU ld can leave relocated pieces of versions that it
   does not know.  They are among unrelated bytes, so only pieces that are
   valid in full count there [walk_window].  */

#include "config.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "elf-abi.h"
#include "pieces-internal.h"
#include "pieces-limits.h"
#include "sframe-section.h"
#include "sorted.h"

/* Bytes that may hold pieces: a section and the bytes after it in the old
   segment, or the segment alone.  */
struct window
{
  const char *name;
  const uint8_t *bytes; /* NULL: not in the file */
  uint32_t section_idx; /* 0: the segment alone */
  bool read;            /* image_piece.section_read */
  uint64_t addr;
  uint64_t offset;
  uint64_t used; /* bytes of the section */
  uint64_t size; /* bytes of the window, at least USED */
};

/* Record that a piece covers [START, END) of W.  */
static sfm_status
add_run (struct piece_reader *r, const struct window *w, uint64_t start,
         uint64_t end)
{
  struct existing_sframe *existing = r->existing;

  if (!array_grow (&existing->runs, &r->run_capacity, existing->run_count,
                   sizeof *existing->runs))
    return diag_nomem (r->sink, r->index->image->path);
  existing->runs[existing->run_count++]
      = (struct byte_range){ w->offset + start, w->offset + end };
  return SFM_OK;
}

static sfm_status
add_piece (struct piece_reader *r, const struct window *w,
           const struct sfm_piece *piece, bool past_section_end)
{
  struct existing_sframe *existing = r->existing;

  if (!array_grow (&existing->pieces, &r->piece_capacity,
                   existing->piece_count, sizeof *existing->pieces))
    return diag_nomem (r->sink, r->index->image->path);
  existing->pieces[existing->piece_count++] = (struct image_piece){
    .piece = *piece,
    .section = w->name,
    .section_idx = w->section_idx,
    .section_read = w->read,
    .addr = w->addr,
    .offset = w->offset,
    .past_section_end = past_section_end,
  };
  return add_run (r, w, piece->offset, piece->end);
}

/* Count PIECE of W, of which DIAG tells what is wrong.  Warn of damage; what
   the engine does not know is not damaged.  */
static void
count_unread (struct piece_reader *r, const struct window *w,
              const struct sfm_piece *piece, const struct sfm_diag *diag)
{
  struct later_sframe *later = &r->existing->later;

  if (diag->status == SFM_ERR_UNSUPP)
    {
      if (later->count++ == 0)
        {
          later->section = w->name;
          later->piece = *piece;
          later->what = *diag;
        }
      return;
    }
  r->existing->unread++;
  diag_at (r->sink, DIAG_WARNING, r->index->image->path, w->name, diag->offset,
           "%s; what is damaged here is not used", diag->text);
}

/* Add PIECE of W, or only its bytes if its rows are wrong.  */
static sfm_status
take_piece (struct piece_reader *r, const struct window *w,
            const struct sfm_piece *piece)
{
  struct sfm_diag diag;

  if (sfm_piece_check_fixed (piece, &diag) == SFM_OK)
    return add_piece (r, w, piece, false);
  count_unread (r, w, piece, &diag);
  return add_run (r, w, piece->offset, piece->end);
}

/* The end of the data that the header of PIECE describes; sfm_piece_open
   refused to open PIECE in W.  The end of W if the version is unknown, or
   if the header gives a higher end.  */
static uint64_t
header_end (const struct window *w, const struct sfm_piece *piece)
{
  static const uint64_t strides[] = { 17, 20, 16 };
  uint64_t header = piece->offset + SFM_HEADER_SIZE + piece->auxhdr_len;

  if (piece->version < 1 || piece->version > 3)
    return w->used;
  uint64_t fdes_end
      = header + piece->fdeoff + piece->num_fdes * strides[piece->version - 1];
  uint64_t fres_end = header + piece->freoff + piece->fre_len;
  uint64_t end = fdes_end > fres_end ? fdes_end : fres_end;
  return end < w->used ? end : w->used;
}

/* Count the place in W of which DIAG tells what is wrong.  PIECE is the
   readable part of a header.  With SFrame's magic number, the bytes that it
   covers are SFrame data and can be replaced.  Without it they may be
   anything.  */
static sfm_status
take_damaged (struct piece_reader *r, const struct window *w,
              const struct sfm_piece *piece, const struct sfm_diag *diag)
{
  count_unread (r, w, piece, diag);
  if (piece->bytes == NULL || w->used - piece->offset < 2)
    return SFM_OK;
  const uint8_t *magic = piece->bytes + piece->offset;
  if (elf_u16 (magic, true) != SFM_MAGIC
      && elf_u16 (magic, false) != SFM_MAGIC)
    return SFM_OK;
  return add_run (r, w, piece->offset, header_end (w, piece));
}

/* List the pieces that are in the section of W.  */
static sfm_status
walk_section (struct piece_reader *r, const struct window *w)
{
  struct existing_sframe *existing = r->existing;
  const size_t later = existing->later.count, pieces = existing->piece_count;
  const size_t used = (size_t) w->used;
  sfm_status status = SFM_OK;
  struct sfm_piece piece;
  struct sfm_diag diag;

  for (uint64_t at = 0; at < used; at = piece.end)
    {
      piece.bytes = NULL;
      status = sfm_piece_next (w->bytes, used, at, &piece, &diag);
      if (status != SFM_OK && status != SFM_END)
        {
          TRY (take_damaged (r, w, &piece, &diag));
          at = (diag.offset > at ? diag.offset : at) / 8 * 8 + 8;
          status = sfm_piece_scan (w->bytes, used, at, &piece, &diag);
        }
      if (status != SFM_OK)
        break;
      TRY (take_piece (r, w, &piece));
    }
  if (existing->later.count != later && existing->piece_count == pieces)
    existing->later.alone = true;
  return SFM_OK;
}

/* List the pieces in W.  */
static sfm_status
walk_window (struct piece_reader *r, const struct window *w)
{
  struct sfm_piece piece;
  struct sfm_diag diag;

  TRY (walk_section (r, w));
  for (uint64_t at = w->used;
       sfm_piece_scan (w->bytes, (size_t) w->size, at, &piece, &diag)
       == SFM_OK;
       at = piece.end)
    {
      if (sfm_piece_check_fixed (&piece, &diag) != SFM_OK)
        continue;
      TRY (add_piece (r, w, &piece, true));
    }
  return SFM_OK;
}

/* Whether S is empty and shares its offset with an SFrame section that is not:
   all bytes of PT_GNU_SFRAME from there on belong to the other section.  */
static bool
is_beside (const struct image *image, const struct image_section *s)
{
  for (uint32_t i = 1; s->size == 0 && i < image->section_count; i++)
    {
      const struct image_section *other = &image->sections[i];
      if (image_sframe_section (other) != SECTION_NOT_SFRAME
          && other->offset == s->offset && other->size != 0
          && other->type != SHT_NOBITS && (other->flags & SHF_ALLOC))
        return true;
    }
  return false;
}

/* The window of section number IDX, including the bytes after it in a
   PT_GNU_SFRAME that begins with it.  */
static struct window
section_window (const struct image *image, uint32_t idx)
{
  const struct image_section *s = &image->sections[idx];
  const struct image_segment *segment
      = image_find_segment (image, PT_GNU_SFRAME);
  struct window w = { .name = s->name,
                      .section_idx = idx,
                      .read = image_sframe_section (s) == SECTION_SFRAME,
                      .addr = s->addr,
                      .offset = s->offset };
  size_t size;

  w.bytes = image_section_bytes (image, s, &size);
  w.used = w.size = size;
  if (w.bytes != NULL && segment != NULL && segment->offset == s->offset
      && segment->filesz > s->size && !is_beside (image, s))
    {
      w.bytes = image_segment_bytes (image, segment);
      w.size = segment->filesz;
    }
  return w;
}

/* List the pieces of SEGMENT, a PT_GNU_SFRAME, of an image without section
   headers.  The first one is at the start of the segment; anything may follow
   it (doc/internals.md, section 9).  A damaged first piece hides functions;
   zeros do not.  */
static sfm_status
walk_segment (struct piece_reader *r, const struct image_segment *segment)
{
  const uint8_t *bytes = image_segment_bytes (r->index->image, segment);
  struct window w = { .name = "PT_GNU_SFRAME",
                      .read = true,
                      .bytes = bytes,
                      .addr = segment->vaddr,
                      .offset = segment->offset,
                      .size = segment->filesz };
  struct sfm_diag diag, unused;
  struct sfm_piece piece;

  if (sfm_piece_open (bytes, (size_t) w.size, 0, &piece, &diag) == SFM_OK)
    w.used = piece.end;
  else if (sfm_piece_next (bytes, (size_t) w.size, 0, &piece, &unused)
           != SFM_END)
    {
      count_unread (r, &w, &piece, &diag);
      r->existing->later.alone = r->existing->later.count != 0;
    }
  return walk_window (r, &w);
}

sfm_status
pieces_walk (struct piece_reader *r)
{
  const struct image *image = r->index->image;
  const struct image_segment *segment
      = image_find_segment (image, PT_GNU_SFRAME);
  unsigned count = 0;

  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *s = &image->sections[i];
      if (image_sframe_section (s) == SECTION_NOT_SFRAME
          || !(s->flags & SHF_ALLOC))
        continue;
      struct window w = section_window (image, i);
      if (w.bytes == NULL)
        continue;
      if (count++ == LIMIT_SECTIONS)
        return diag_fail (r->sink, SFM_ERR_LIMIT, image->path,
                          "it has more than %d sections of SFrame data",
                          (int) LIMIT_SECTIONS);
      TRY (walk_window (r, &w));
    }
  if (image->section_count == 0 && segment != NULL)
    TRY (walk_segment (r, segment));
  sort_if_needed (r->existing->runs, r->existing->run_count,
                  sizeof *r->existing->runs, compare_u64);
  return SFM_OK;
}
