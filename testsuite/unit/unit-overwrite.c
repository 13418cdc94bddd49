/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-overwrite.c - a patch changes the file itself, or nothing, whatever the
   process that wrote it made of it.  */

#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fixture-files.h"
#include "fixture-image.h"
#include "output-file.h"
#include "paged.h"
#include "result.h"

enum
{
  WORDS = 16,
  OLD_SIZE = 10
};

static const char old_text[] = "0123456789";

/* Give the file "old" the SIZE bytes at PATCH.  */
static sfm_status
overwrite (const void *patch, size_t size, struct output_options options)
{
  struct file_bytes old;
  FILE *file = tmpfile ();
  sfm_status status = SFM_ERR_IO;

  fixture_errors = 0;
  if (file != NULL && fwrite (patch, 1, size, file) == size
      && fflush (file) == 0
      && file_bytes_read ("old", &old, &fixture_sink) == SFM_OK)
    {
      options.like = &old;
      options.in_place = options.fresh = true;
      status = output_overwrite ("old", fileno (file), size, &options,
                                 &fixture_sink);
      file_bytes_close (&old);
    }
  if (file != NULL)
    fclose (file);
  return status;
}

/* What output_patch makes of bytes that are written over the file and after
   its end: these, in the file that it was.  */
static void
test_round_trip (void)
{
  static const struct output_options plain;
  uint8_t patch[256];
  uint64_t size = 0;
  struct stat before, after;

  fixture_make ("old", old_text, 0640);
  bool passed = stat ("old", &before) == 0 && link ("old", "twin") == 0;
  const int fd = open ("old", O_RDONLY);
  struct paged *file = paged_new (fd, NULL, OLD_SIZE);
  struct paged *copy
      = file == NULL ? NULL : paged_copy (file, OLD_SIZE, 0, OLD_SIZE + 3);
  FILE *out = tmpfile ();
  passed = passed && copy != NULL && out != NULL;
  if (passed)
    {
      memcpy (paged_write (copy, 2, 2), "ab", 2);
      memcpy (paged_write (copy, OLD_SIZE, 3), "xyz", 3);
      passed
          = output_patch (fileno (out), copy, &size) && size <= sizeof patch
            && pread (fileno (out), patch, sizeof patch, 0) == (ssize_t) size
            && overwrite (patch, (size_t) size, plain) == SFM_OK
            && fixture_holds ("old", "01ab456789xyz")
            && fixture_holds ("twin", "01ab456789xyz")
            && stat ("old", &after) == 0 && before.st_ino == after.st_ino
            && fixture_mode ("old") == 0640;
    }
  if (out != NULL)
    fclose (out);
  paged_free (copy);
  paged_free (file);
  close (fd);
  unit_result (fixture_clean () && passed, "a patch, into the file itself");
}

/* A patch in words, and whether it is one.  */
static const struct
{
  const char *name;
  uint64_t words[WORDS];
  size_t size; /* in bytes */
  bool good;
} cases[] = {
  /* name, {size of the file, ranges, start, end, ...}, bytes, good */
  { "nothing to write", { OLD_SIZE, 0 }, 16, true },
  { "a range", { OLD_SIZE, 1, 2, 4, 0x6161 }, 34, true },
  { "ranges that overlap", { OLD_SIZE, 2, 2, 4, 3, 5, 0x61616161 }, 52, true },
  { "a longer file", { 12, 1, 10, 12, 0x6161 }, 34, true },
  { "no head", { OLD_SIZE, 0 }, 15, false },
  { "no bytes", { 0 }, 0, false },
  { "a range too few", { OLD_SIZE, 2, 2, 4 }, 32, false },
  { "ranges without end", { OLD_SIZE, UINT64_MAX, 2, 4 }, 32, false },
  { "as many as wrap around",
    { OLD_SIZE, UINT64_MAX / 16 + 2, 2, 4 },
    32,
    false },
  { "a byte too few", { OLD_SIZE, 1, 2, 4, 0x6161 }, 33, false },
  { "a byte too many", { OLD_SIZE, 1, 2, 4, 0x6161 }, 35, false },
  { "a range past the end", { OLD_SIZE, 1, 9, 11, 0x6161 }, 34, false },
  { "a range that ends before it begins",
    { OLD_SIZE, 1, 4, 2, 0x6161 },
    30,
    false },
  { "a size below 0", { UINT64_MAX, 1, 2, 4, 0x6161 }, 34, false },
};

static void
test_patches (void)
{
  static const struct output_options plain;

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
      fixture_make ("old", old_text, 0600);
      const sfm_status status
          = overwrite (cases[i].words, cases[i].size, plain);
      const bool passed = cases[i].good
                              ? status == SFM_OK
                              : status == SFM_ERR_IO && fixture_errors == 1
                                    && fixture_holds ("old", old_text);
      unit_result (fixture_clean () && passed, cases[i].name);
    }
}

/* A file that was changed since it was read keeps the change.  */
static void
test_changed (void)
{
  const uint64_t patch[] = { OLD_SIZE, 1, 2, 4, 0x6161 };
  struct output_options options = { .in_place = true, .fresh = true };
  struct file_bytes old;
  FILE *file = tmpfile ();

  fixture_make ("old", old_text, 0600);
  bool passed = file != NULL && fwrite (patch, 1, 34, file) == 34
                && fflush (file) == 0
                && file_bytes_read ("old", &old, &fixture_sink) == SFM_OK;
  if (passed)
    {
      fixture_make ("old", "other", 0600);
      options.like = &old;
      passed = output_overwrite ("old", fileno (file), 34, &options,
                                 &fixture_sink)
                   == SFM_ERR_USAGE
               && fixture_holds ("old", "other");
      file_bytes_close (&old);
    }
  if (file != NULL)
    fclose (file);
  unit_result (fixture_clean () && passed, "a file that has changed");
}

int
main (void)
{
  if (!fixture_enter ())
    return 1;
  test_round_trip ();
  test_patches ();
  test_changed ();
  fixture_leave ();
  return unit_exit ();
}
