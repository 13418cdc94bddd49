/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   check.c - the structural checker: the pieces of a section.

   Theory of operation.  The section is walked piece by piece [check_section]:
   the header [sfm_check_header], then each FDE with its rows [sfm_check_fdes],
   then what needs all rows of a piece, shared and unused bytes
   [sfm_check_blocks].  All rules are applied to a function only if a quick
   look does not show it to be correct [sfm_check_quick].  Functions out of
   address order are sorted and swept at the end, over all pieces
   [sfm_check_order].

   Every byte is walked a bounded number of times, however blocks overlap: a
   walk over rows stops at the first byte that another function uses, so that
   all walks together read no more than the FRE sub-section.  Quick looks that
   fail end once they have walked as many rows as the section has bytes.

   No allocation is made for a single function or row.  If functions are in the
   order of their rows and of their addresses, each with rows of its own, the
   check needs no such memory.  Output of GNU ld, which sorts functions but not
   their rows, needs an eighth of the bytes of rows.  Shared rows, and
   addresses out of order, need 32 bytes per FDE for a sort.  Sizes come from
   counts that sfm_check_header has checked against the section, so no header
   can ask for more than a few times the section's size.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "checker.h"
#include "engine.h"
#include "sfmerge.h"

/* The offset of the first byte from FROM on that is not zero, or the end of
   the section.  */
static uint64_t
skip_zeros (const struct check *c, uint64_t from)
{
  while (from < c->size && c->bytes[from] == 0)
    from++;
  return from;
}

static bool
magic_at (const struct check *c, uint64_t offset)
{
  if (c->size - offset < 2)
    return false;
  return check_u16 (c->bytes + offset, false) == SFM_MAGIC
         || check_u16 (c->bytes + offset, true) == SFM_MAGIC;
}

/* Find the next header from FROM on, which is the end of the piece before or
   0, and set *OFFSET to its offset.  False: there is none.  */
static bool
find_piece (struct check *c, uint64_t from, uint64_t *offset)
{
  uint64_t used = skip_zeros (c, from);
  uint64_t aligned = from % 8 == 0 ? from : from + 8 - from % 8;

  if (used == c->size)
    return false;
  if (used < aligned)
    {
      report_piece (c, SFM_FIND_TAIL, used,
                    "the padding after 0x%" PRIx64
                    " holds 0x%02x where zeros belong",
                    from, c->bytes[used]);
      used = skip_zeros (c, aligned < c->size ? aligned : c->size);
      if (used == c->size)
        return false;
    }
  *offset = used - used % 8;
  if (from == 0 || magic_at (c, *offset))
    return true;
  report_piece (c, SFM_FIND_TAIL, used,
                "past the end at 0x%" PRIx64
                " comes 0x%02x, which begins no header",
                from, c->bytes[used]);
  return false;
}

/* Check P, which is not the first piece, against the first.  */
static void
check_among_pieces (struct check *c, const struct check_piece *p)
{
  if (c->piece_idx == 1)
    report_piece (c, SFM_FIND_PIECES, p->offset,
                  "a second header, but consumers read only the one at "
                  "0x%" PRIx64,
                  c->pieces[0].offset);
  const struct check_piece *first = &c->pieces[0];
  if (first->abi == 0 || p->abi == 0)
    return;
  if (p->abi != first->abi)
    report_piece (c, SFM_FIND_MIXED, p->offset + 4,
                  "the ABI is %u, that of the first header %u", p->abi,
                  first->abi);
  else if (p->fixed_fp != first->fixed_fp)
    report_piece (c, SFM_FIND_MIXED, p->offset + 5,
                  "the fixed FP offset is %d, that of the first header %d",
                  p->fixed_fp, first->fixed_fp);
  else if (p->fixed_ra != first->fixed_ra)
    report_piece (c, SFM_FIND_MIXED, p->offset + 6,
                  "the fixed RA offset is %d, that of the first header %d",
                  p->fixed_ra, first->fixed_ra);
}

/* Add a copy of P to the list of pieces.  False: no memory.  */
static bool
keep_piece (struct check *c, const struct check_piece *p)
{
  if (!sfm_memory_grow (&c->memory, &c->pieces, &c->piece_capacity,
                        c->piece_count, 1, sizeof *p))
    return false;
  struct check_piece *copy = &c->pieces[c->piece_count];
  *copy = *p;
  copy->first_fde = 0;
  if (c->piece_count != 0)
    copy->first_fde = copy[-1].first_fde + copy[-1].num_fdes;
  c->piece_count++;
  return true;
}

static sfm_status
check_section (struct check *c)
{
  struct check_piece piece;
  uint64_t end = 0, offset;

  if (skip_zeros (c, 0) == c->size)
    {
      report_piece (c, SFM_FIND_EMPTY, 0,
                    "no header, and %" PRIu64 " zero bytes", c->size);
      return SFM_OK;
    }
  while (find_piece (c, end, &offset))
    {
      if (end == 0 && offset != 0)
        report_piece (c, SFM_FIND_MAGIC, 0,
                      "zeros where the header belongs, data from 0x%" PRIx64,
                      offset);
      if (!sfm_check_header (c, offset, &piece))
        break;
      if (!keep_piece (c, &piece))
        return SFM_ERR_NOMEM;
      if (c->piece_idx > 0)
        check_among_pieces (c, &piece);
      TRY (sfm_check_fdes (c, &piece));
      end = piece.end;
      c->piece_idx++;
    }
  return sfm_check_order (c);
}

/* Check OPTIONS, which may be NULL, and copy them to *OWN.  */
static sfm_status
take_check_options (const struct sfm_check_options *options,
                    struct sfm_check_options *own, struct sfm_diag *diag)
{
  static const struct sized_form form
      = { sizeof *own, _Alignof(struct sfm_check_options), "check options" };

  memset (own, 0, sizeof *own);
  if (options == NULL)
    return SFM_OK;
  TRY (sfm_sized_take (&form, own, options, diag));
  if ((own->alloc == NULL) != (own->release == NULL))
    return sfm_fail (diag, SFM_ERR_USAGE, 0,
                     "only one of alloc and release is given");
  return SFM_OK;
}

/* sfm_check, or sfm_plain_check if PLAIN.  */
static sfm_status
check_bytes (const void *bytes, size_t size,
             const struct sfm_check_options *options,
             void (*found) (void *data, const struct sfm_finding *finding),
             void *data, bool plain, struct sfm_diag *diag)
{
  struct sfm_check_options own;
  struct check c;

  if ((bytes == NULL && size != 0) || found == NULL)
    return sfm_fail (diag, SFM_ERR_USAGE, 0, "bytes or found is NULL");
  TRY (take_check_options (options, &own, diag));
  memset (&c, 0, sizeof c);
  c.bytes = bytes;
  c.size = size;
  c.tries = size;
  c.options = &own;
  c.memory = sfm_memory_of (own.alloc, own.release, own.alloc_data);
  c.plain = plain;
  c.found = found;
  c.data = data;
  const sfm_status status = check_section (&c);
  sfm_memory_free (&c.memory, c.pieces);
  sfm_memory_free (&c.memory, c.scratch);
  sfm_memory_free (&c.memory, c.deferred);
  sfm_memory_free (&c.memory, c.blocks);
  return status == SFM_OK ? SFM_OK : sfm_no_memory (diag);
}

sfm_status
sfm_check (const void *bytes, size_t size,
           const struct sfm_check_options *options,
           void (*found) (void *data, const struct sfm_finding *finding),
           void *data, struct sfm_diag *diag)
{
  return check_bytes (bytes, size, options, found, data, false, diag);
}

sfm_status
sfm_plain_check (const void *bytes, size_t size,
                 const struct sfm_check_options *options,
                 void (*found) (void *data, const struct sfm_finding *finding),
                 void *data, struct sfm_diag *diag)
{
  return check_bytes (bytes, size, options, found, data, true, diag);
}
