/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-files.c - a directory to work in, and small files in it.  */

#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fixture-files.h"
#include "fixture-image.h"
#include "result.h"

static char directory[] = "files-XXXXXX";

bool
fixture_enter (void)
{
  if (mkdtemp (directory) == NULL || chdir (directory) != 0)
    {
      unit_result_of (false, "no directory to work in: %s", strerror (errno));
      return false;
    }
  /* Tests fork.  */
  fflush (stdout);
  setvbuf (stdout, NULL, _IOLBF, 0);
  return true;
}

void
fixture_leave (void)
{
  if (chdir ("..") != 0 || rmdir (directory) != 0)
    unit_result (false, "the directory is empty again");
}

bool
fixture_make_bytes (const char *name, const void *data, size_t size)
{
  unlink (name);
  FILE *file = fopen (name, "w");
  if (file == NULL)
    return false;
  bool good = fwrite (data, 1, size, file) == size;
  return fclose (file) == 0 && good;
}

void
fixture_make (const char *name, const char *text, mode_t mode)
{
  if (fixture_make_bytes (name, text, strlen (text)))
    chmod (name, mode);
}

bool
fixture_holds (const char *name, const char *text)
{
  char buffer[64] = "";
  FILE *file = fopen (name, "r");
  if (file == NULL)
    return false;
  size_t size = fread (buffer, 1, sizeof buffer - 1, file);
  fclose (file);
  return size == strlen (text) && memcmp (buffer, text, size) == 0;
}

mode_t
fixture_mode (const char *name)
{
  struct stat st;
  return stat (name, &st) == 0 ? st.st_mode & 07777 : 0;
}

/* Look at everything in the directory, and REMOVE it; true if a temporary file
   is there.  */
static bool
look (bool remove)
{
  bool litter = false;
  DIR *here = opendir (".");
  struct dirent *entry;

  while (here != NULL && (entry = readdir (here)) != NULL)
    {
      const char *name = entry->d_name;
      if (strcmp (name, ".") == 0 || strcmp (name, "..") == 0)
        continue;
      if (strncmp (name, ".sfmerge-", 9) == 0)
        litter = true;
      if (remove && unlink (name) != 0)
        rmdir (name);
    }
  if (here != NULL)
    closedir (here);
  return litter;
}

bool
fixture_litter (void)
{
  return look (false);
}

bool
fixture_clean (void)
{
  return !look (true);
}

sfm_status
fixture_put (const char *name, const char *text,
             const struct output_options *options)
{
  fixture_errors = 0;
  fixture_warnings = 0;
  return output_write (name, (const uint8_t *) text, strlen (text), options,
                       &fixture_sink);
}

sfm_status
fixture_put_over (const char *name, const char *text,
                  struct output_options with)
{
  struct file_bytes file;
  sfm_status status = file_bytes_read (name, &file, &fixture_sink);

  if (status != SFM_OK)
    return status;
  with.like = &file;
  with.in_place = true;
  status = fixture_put (name, text, &with);
  file_bytes_close (&file);
  return status;
}
