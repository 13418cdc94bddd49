/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-paged.c - the bytes of a file that are read when they are asked for,
   copies with zeros inserted, and the files that these become.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base-limits.h"
#include "file-bytes.h"
#include "fixture-files.h"
#include "fixture-image.h"
#include "output-file.h"
#include "result.h"

enum
{
  SIZE = 5 * PAGED_BLOCK + 77,
  AT = 2 * PAGED_BLOCK - 5, /* where zeros are inserted */
  ZEROS = PAGED_BLOCK + 3,
  AGAIN = 4 * PAGED_BLOCK, /* ... and again */
  MORE = 11,
  WHOLE = SIZE + ZEROS + MORE + 100
};

static uint8_t bytes[SIZE], model[WHOLE];

/* Whether PAGED has the first SIZE bytes of the model, asked for in steps.  */
static bool
is_model (struct paged *paged, size_t size)
{
  for (size_t at = 0; at < size; at += 1000)
    {
      const size_t step = size - at < 1000 ? size - at : 1000;
      if (memcmp (paged_at (paged, at, step), model + at, step) != 0)
        return false;
    }
  return paged->size == size && paged_sound (paged);
}

/* Put VALUE to AT of PAGED and of the model.  */
static void
put (struct paged *paged, size_t at, uint8_t value)
{
  *paged_write (paged, at, 1) = model[at] = value;
}

/* Insert ZEROS to AT of the first SIZE bytes of the model.  */
static void
insert (size_t at, size_t zeros, size_t size)
{
  memmove (model + at + zeros, model + at, size - at);
  memset (model + at, 0, zeros);
}

static void
begin (void)
{
  for (size_t i = 0; i < SIZE; i++)
    bytes[i] = (uint8_t) (i % 251 + 1);
  memset (model, 0, sizeof model);
  memcpy (model, bytes, SIZE);
}

/* Nothing is read that was not asked for, and nothing twice.  */
static void
test_reads (void)
{
  begin ();
  bool good = fixture_make_bytes ("file", bytes, SIZE);
  const int fd = open ("file", O_RDWR);
  struct paged *paged = paged_new (fd, NULL, SIZE);
  struct byte_range range = { 0 };

  good = good && fd >= 0 && paged != NULL && !paged_next (paged, &range)
         && *paged_at (paged, PAGED_BLOCK, 1) == bytes[PAGED_BLOCK];
  range = (struct byte_range){ 0 };
  good = good && paged_next (paged, &range) && range.start == PAGED_BLOCK
         && range.end == 2 * PAGED_BLOCK && !paged_next (paged, &range);
  unit_result (good, "one block is read");

  good = good && pwrite (fd, "\0", 1, PAGED_BLOCK) == 1
         && pwrite (fd, "\0", 1, 0) == 1
         && paged_at (paged, 0, 2 * PAGED_BLOCK)[PAGED_BLOCK]
                == bytes[PAGED_BLOCK]
         && paged->bytes[0] == 0;
  unit_result (good, "no block is read again");

  good = good && paged_sound (paged) && ftruncate (fd, SIZE - 1) == 0;
  (void) paged_at (paged, SIZE - 10, 10);
  good = good && !paged_sound (paged) && errno == 0;
  unit_result (good, "a file that has become shorter");
  paged_free (paged);
  close (fd);

  paged = paged_new (open (".", O_RDONLY), NULL, SIZE);
  (void) paged_at (paged, 0, 1);
  unit_result (fixture_clean () && !paged_sound (paged) && errno == EISDIR,
               "what cannot be read");
  close (paged->fd);
  paged_free (paged);
}

/* Write zeros and other bytes, which begin and end in the middle of blocks,
   one of which was read, to PAGED and to the model.  */
static void
put_blocks (struct paged *paged, size_t at, size_t size)
{
  (void) paged_at (paged, at + PAGED_BLOCK, 1);
  paged_zero (paged, at, size);
  memset (model + at, 0, size);
  memset (paged_write (paged, at + 3, size - 9), 0x3c, size - 9);
  memset (model + at + 3, 0x3c, size - 9);
  paged_zero (paged, at + 40, size - 200);
  memset (model + at + 40, 0, size - 200);
}

/* Let COPY be a copy of a copy of PAGED, each with zeros inserted and bytes
   written to.  */
static bool
copy_twice (struct paged *paged, struct paged **copy)
{
  struct paged *first = paged_copy (paged, AT, ZEROS, SIZE + ZEROS);
  bool good = first != NULL;

  insert (AT, ZEROS, SIZE);
  put (first, 3, 0xf0);
  put (first, AT + ZEROS + 9, 0xf1);
  put (first, AT + 1, 0xf2);
  *copy = good ? paged_copy (first, AGAIN, MORE, WHOLE) : NULL;
  insert (AGAIN, MORE, SIZE + ZEROS);
  paged_free (first);
  if (*copy == NULL)
    return false;
  put (*copy, WHOLE - 1, 0xf3);
  put (*copy, AGAIN + MORE - 1, 0xf4);
  put_blocks (*copy, AT - 90, 3 * PAGED_BLOCK + 99);
  byte_changes_sort (&(*copy)->written);
  return good;
}

/* Whether the file that PAGED becomes is the model.  */
static bool
becomes_model (struct paged *paged)
{
  const int fd = open ("new", O_RDWR | O_CREAT | O_TRUNC, 0600);
  uint8_t *read = malloc (WHOLE + 1);
  const bool good = fd >= 0 && read != NULL && output_pages (fd, paged)
                    && pread (fd, read, WHOLE + 1, 0) == WHOLE
                    && memcmp (read, model, WHOLE) == 0;

  free (read);
  close (fd);
  return good;
}

/* Whether it is seen that what PAGED becomes is not what was written: a file
   opened with O_APPEND takes no offsets.  */
static bool
misplaced_is_seen (struct paged *paged)
{
  const int fd = open ("new", O_RDWR | O_CREAT | O_TRUNC | O_APPEND, 0600);
  const bool seen = fd >= 0 && !output_pages (fd, paged) && errno == EIO;

  close (fd);
  return seen;
}

/* Copies of a file, and of bytes in memory.  */
static void
test_copies (bool file)
{
  begin ();
  bool good = fixture_make_bytes ("file", bytes, SIZE);
  const int fd = file ? open ("file", O_RDONLY) : -1;
  struct paged *paged = paged_new (fd, bytes, SIZE), *copy = NULL;

  good = good && paged != NULL && is_model (paged, SIZE)
         && copy_twice (paged, &copy);
  good = good && becomes_model (copy);
  unit_result (good, file ? "the file that a copy becomes"
                          : "the file that bytes in memory become");
  unit_result (good && misplaced_is_seen (copy),
               file ? "bytes in another place are seen"
                    : "and those of bytes in memory");
  good = good && is_model (copy, WHOLE) && becomes_model (copy);
  unit_result (good, file ? "copies with zeros inserted"
                          : "copies of bytes in memory");
  if (file && good)
    unit_result (paged_maps (copy, 0, 0, AT) && !paged_maps (copy, 0, 1, 4)
                     && paged_maps (copy, AT + ZEROS, AT, 8)
                     && !paged_maps (copy, AT + 1, AT + 1, 1)
                     && paged_maps (copy, WHOLE - 101, SIZE - 1, 1)
                     && !paged_maps (copy, WHOLE - 101, SIZE - 1, 2)
                     && paged_copy (copy, AT / 2, 1, WHOLE + 1) == NULL,
                 "where the bytes of a copy come from");
  paged_free (copy);
  paged_free (paged);
  if (fd >= 0)
    close (fd);
  (void) fixture_clean ();
}

/* What goes to a pipe or a device is read as a whole first: nothing may be
   written of a file that has changed.  */
static void
test_stream (void)
{
  struct file_bytes file;

  begin ();
  bool good = fixture_make_bytes ("file", bytes, SIZE)
              && file_bytes_open (&FILE_SOURCE ("file"), &file, &fixture_sink)
                     == SFM_OK
              && file.pages != NULL;
  const struct output_options how = { .like = &file, .pages = file.pages };
  good = good
         && output_write ("/dev/null", file.bytes, SIZE, &how, &fixture_sink)
                == SFM_OK;
  unit_result (good, "a file that goes to a device");
  file_bytes_close (&file);

  good = good
         && file_bytes_open (&FILE_SOURCE ("file"), &file, &fixture_sink)
                == SFM_OK
         && truncate ("file", SIZE / 2) == 0;
  const struct output_options cut = { .like = &file, .pages = file.pages };
  good = good
         && output_write ("/dev/null", file.bytes, SIZE, &cut, &fixture_sink)
                == SFM_ERR_IO;
  file_bytes_close (&file);
  unit_result (fixture_clean () && good,
               "one that was cut off meanwhile does not");
}

/* The memory of one file is used for the next, which sees nothing of it.  */
static void
test_kept (void)
{
  begin ();
  paged_keep_memory ();
  struct paged *paged = paged_new (-1, bytes, SIZE);
  bool good = paged != NULL && is_model (paged, SIZE);
  const uint8_t *memory = good ? paged->bytes : NULL;

  paged_free (paged);
  paged = paged_new (-1, bytes, SIZE);
  good = good && paged != NULL && paged->bytes == memory;
  struct paged *copy = good ? paged_copy (paged, 0, 0, SIZE) : NULL;
  good = good && copy != NULL && copy->bytes != memory;
  const uint8_t *whole = good ? paged_write (paged, 0, 2 * PAGED_BLOCK) : NULL;
  unit_result (good
                   && zeros_end (whole, 0, 2 * PAGED_BLOCK) == 2 * PAGED_BLOCK,
               "memory that is used again");
  paged_free (copy);
  paged_free (paged);
}

int
main (void)
{
  if (!fixture_enter ())
    return 1;
  test_reads ();
  test_copies (true);
  test_copies (false);
  test_stream ();
  test_kept ();
  test_copies (true);
  fixture_leave ();
  return unit_exit ();
}
