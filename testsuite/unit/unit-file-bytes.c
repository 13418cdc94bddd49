/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-file-bytes.c - what was read of a file stays as it was, whatever
   becomes of the file.  */

#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file-bytes.h"
#include "fixture-files.h"
#include "fixture-image.h"
#include "link-map.h"
#include "paged.h"
#include "result.h"

enum
{
  MIB = 1 << 20
};

/* Of an image that was opened, bytes are missing when its file has lost them,
   which image_settle tells.  */
static void
test_image (void)
{
  static struct fixture f;
  struct image image;

  fixture_begin (&f, false);
  bool good
      = fixture_open (&f) == SFM_OK
        && fixture_make_bytes ("image", f.bytes, sizeof f.bytes)
        && image_open ("image", ALLOW_IMAGES, &image, &fixture_sink) == SFM_OK;
  if (good)
    {
      good = memcmp (image_at (&image, 0, sizeof f.bytes), f.bytes,
                     sizeof f.bytes)
                 == 0
             && image_settle (&image, SFM_OK, &fixture_sink) == SFM_OK
             && truncate ("image", 0) == 0
             && image_settle (&image, SFM_OK, &fixture_sink) == SFM_ERR_IO
             && fixture_errors == 1;
      image_close (&image);
    }
  fixture_close (&f);
  unit_result (fixture_clean () && good, "an image whose file is cut short");
}

/* The text of a link map is there when its file has none.  */
static void
test_map (void)
{
  static const char text[] = "Linker script and memory map\n";
  struct link_map map = { .path = "map" };

  fixture_make ("map", text, 0600);
  bool good = text_open (&map, &fixture_sink) == SFM_OK
              && truncate ("map", 0) == 0 && map.text.size == sizeof text - 1
              && memcmp (map.text.text, text, sizeof text - 1) == 0;
  text_close (&map);
  unit_result (fixture_clean () && good, "a map whose file is cut short");
}

/* Data, a hole, data and a hole.  */
static void
test_masks (void)
{
  struct file_bytes file;
  const size_t size = 5 * MIB + 3;
  int fd = open ("holes", O_RDWR | O_CREAT, 0600);
  bool good = fd >= 0 && pwrite (fd, "begin", 5, 0) == 5
              && pwrite (fd, "middle", 6, 3 * MIB - 2) == 6
              && ftruncate (fd, (off_t) size) == 0;

  close (fd);
  good = file_bytes_read ("holes", &file, &fixture_sink) == SFM_OK && good
         && file.size == size && memcmp (file.bytes, "begin", 6) == 0
         && memcmp (file.bytes + 3 * MIB - 2, "middle", 7) == 0
         && file.bytes[size - 1] == 0 && sparse_is_hole (file.bytes + MIB)
         && !sparse_is_hole (file.bytes + 2 * MIB);
  file_bytes_close (&file);
  unit_result (fixture_clean () && good, "a file with holes");

  fixture_make ("empty", "", 0600);
  good = file_bytes_read ("empty", &file, &fixture_sink) == SFM_OK
         && file.bytes == NULL && file.size == 0;
  file_bytes_close (&file);
  good = good && mkdir ("sub", 0700) == 0
         && file_bytes_read ("sub", &file, &fixture_sink) == SFM_ERR_IO
         && strstr (fixture_said, "is a directory") != NULL;
  unit_result (fixture_clean () && good, "an empty file, and none");
}

/* What is told of files that change.  */
static void
test_changes (void)
{
  struct file_bytes file;
  struct stat st;
  uint8_t buffer[16];
  int fd = -1;

  fixture_make ("old", "0123456789", 0600);
  bool good = file_bytes_read ("old", &file, &fixture_sink) == SFM_OK;
  good = good
         && file_fill (file.fd, "old", buffer, sizeof buffer, &fixture_sink)
                == SFM_ERR_TRUNC
         && strstr (fixture_said, "ends after 10 bytes, had 16") != NULL;
  unit_result (good, "a file that has become shorter");

  good
      = file_check_same (file.fd, "old", &file.id, 10, &fixture_sink) == SFM_OK
        && truncate ("old", 4) == 0
        && file_check_same (file.fd, "old", &file.id, 10, &fixture_sink)
               == SFM_ERR_IO
        && strstr (fixture_said, "had 10 bytes, has 4 now") != NULL;
  unit_result (good, "a file that was changed");
  file_bytes_close (&file);

  fixture_make ("old", "0123456789", 0600);
  good = file_bytes_read ("old", &file, &fixture_sink) == SFM_OK;
  fixture_make ("new", "0123456789", 0600);
  good = good && rename ("new", "old") == 0
         && file_open (&FILE_SOURCE ("old"), "old", &fd, &st, &fixture_sink)
                == SFM_OK
         && file_check_same (fd, "old", &file.id, 10, &fixture_sink)
                == SFM_ERR_IO;
  close (fd);
  file_bytes_close (&file);
  unit_result (fixture_clean () && good, "a file that was replaced");
}

int
main (void)
{
  if (!fixture_enter ())
    return 1;
  test_image ();
  test_map ();
  test_masks ();
  test_changes ();
  fixture_leave ();
  return unit_exit ();
}
