/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fuzz-check.c - the checker on any bytes, against itself and the reader: a
   quick look at functions finds what a plain one does, and what the reader
   refuses must be an error for the checker, which shares no code with it.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "fuzz.h"
#include "sfmerge.h"

const char fuzz_name[] = "fuzz-check";

/* What was heard and allocated.  */
struct run
{
  size_t size; /* of the section */
  size_t count;
  size_t errors;
  size_t allocated;
  uint64_t sum; /* of all findings, in their order */
  bool tail;    /* what is after the last piece is a warning only */
};

static void
hear (void *data, const struct sfm_finding *f)
{
  struct run *r = data;

  r->count++;
  r->sum = r->sum * 31 + f->id;
  r->sum = r->sum * 31 + f->piece;
  r->sum = r->sum * 31 + f->fde;
  r->sum = r->sum * 31 + f->row;
  r->sum = r->sum * 31 + f->offset;
  /* Those that share rows can be read, in an object too.  */
  r->errors += f->severity == SFM_ERROR && f->id != SFM_FIND_SHARED_OBJECT;
  r->tail |= f->id == SFM_FIND_TAIL;
  fuzz_require (f->offset <= r->size, "findings are in the section");
  fuzz_require ((unsigned) f->id < SFM_FIND_COUNT, "findings have a name");
  fuzz_require (f->text[0] != '\0' && strlen (f->text) < sizeof f->text - 1,
                "findings are explained, and not cut");
}

static void *
count_alloc (void *data, size_t size)
{
  struct run *r = data;

  r->allocated += size;
  return malloc (size);
}

static void
count_release (void *data, void *pointer)
{
  (void) data;
  free (pointer);
}

/* Whether the reader takes all of the section.  */
static bool
reader_takes (const uint8_t *data, size_t size)
{
  struct sfm_piece piece;
  struct sfm_diag diag;
  uint64_t from = 0;
  sfm_status status;

  while ((status = sfm_piece_next (data, size, from, &piece, &diag)) == SFM_OK)
    {
      for (uint32_t i = 0; i < piece.num_fdes; i++)
        {
          struct sfm_fde fde;
          struct sfm_rows rows;
          struct sfm_row row;
          struct sfm_rules rules;

          if (sfm_fde_read (&piece, i, &fde, &diag) != SFM_OK)
            return false;
          sfm_rows_begin (&piece, &fde, &rows);
          while ((status = sfm_rows_next (&rows, &row, &diag)) == SFM_OK)
            if (sfm_row_rules (&piece, &fde, &row, &rules, &diag) != SFM_OK)
              return false;
          if (status != SFM_END)
            return false;
        }
      from = piece.end;
    }
  return status == SFM_END;
}

static struct run
check_by (const uint8_t *data, size_t size, bool object,
          enum sfm_start_base start_base, bool plain)
{
  struct run r = { .size = size };
  struct sfm_check_options options = { .size = sizeof options,
                                       .section_addr = 0x400000,
                                       .object = object,
                                       .start_base = start_base,
                                       .alloc = count_alloc,
                                       .release = count_release,
                                       .alloc_data = &r };
  struct sfm_diag diag;

  fuzz_require ((plain ? sfm_plain_check : sfm_check) (data, size, &options,
                                                       hear, &r, &diag)
                    == SFM_OK,
                "a check ends");
  /* Each row of two bytes can be wrong in a few ways, each FDE in more.  */
  fuzz_require (r.count <= 4 * size + 16, "findings are linear");
  /* The table of pieces grows by doubling, 28 bytes being at least one.  */
  fuzz_require (r.allocated <= 24 * size + 4096, "memory is linear");
  return r;
}

static struct run
check (const uint8_t *data, size_t size, bool object,
       enum sfm_start_base start_base)
{
  struct run quick = check_by (data, size, object, start_base, false);
  struct run plain = check_by (data, size, object, start_base, true);

  fuzz_require (quick.count == plain.count && quick.sum == plain.sum,
                "a quick look finds the same");
  return quick;
}

/* With zeros after the section more functions are looked at quickly.  */
static void
check_roomy (const uint8_t *data, size_t size)
{
  const size_t more = 2048;
  uint8_t *bytes = calloc (1, size + more);

  if (bytes == NULL)
    exit (1);
  if (size != 0)
    memcpy (bytes, data, size);
  check (bytes, size + more, false, SFM_START_BASE_FIELD);
  check (bytes, size + more, true, SFM_START_BASE_FIELD);
  free (bytes);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  /* The first byte is fuzz-merge's, so that all targets take all inputs.  */
  if (size == 0)
    return 0;
  data++;
  size--;

  struct run object = check (data, size, true, SFM_START_BASE_FIELD);
  struct run field = check (data, size, false, SFM_START_BASE_FIELD);
  struct run section = check (data, size, false, SFM_START_BASE_SECTION);
  check_roomy (data, size);

  fuzz_require (object.errors <= field.errors
                    && object.errors <= section.errors,
                "addresses only add errors");
  if (object.errors == 0 && !object.tail)
    fuzz_require (reader_takes (data, size),
                  "what the checker likes the reader takes");
  return 0;
}
