/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   html-directory.c - the directory of a report.

   A user may name any directory by mistake, so nothing in it is replaced or
   removed but what has the name and the first lines of a page.  */

#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file-bytes.h"
#include "html-report.h"
#include "paged.h"

/* The number of the page called NAME: 0 for index.html, -1 if it is none.  */
static long
page_number (const char *name)
{
  char again[64];
  long number;

  if (strcmp (name, "index.html") == 0)
    return 0;
  if (strncmp (name, "files-", 6) != 0)
    return -1;
  number = strtol (name + 6, NULL, 10);
  snprintf (again, sizeof again, "files-%ld.html", number);
  return number > 0 && strcmp (name, again) == 0 ? number : -1;
}

/* Whether what is open as FILE is a page; sets errno as is_page.  */
static bool
has_mark (int file)
{
  uint8_t head[sizeof HTML_MARK - 1];
  struct stat st;

  if (fstat (file, &st) != 0)
    return false;
  const ssize_t size
      = S_ISREG (st.st_mode) ? read_at (file, head, sizeof head, 0) : 0;
  if (size >= 0)
    errno = 0;
  return size == (ssize_t) sizeof head
         && memcmp (head, HTML_MARK, sizeof head) == 0;
}

/* Whether NAME in the directory FD is a page.  If not, errno is the reason why
   that cannot be seen, or 0.  */
static bool
is_page (int fd, const char *name)
{
  errno = 0;
  if (page_number (name) < 0)
    return false;
  const int file
      = openat (fd, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0)
    {
      /* A symbolic link, or a socket.  */
      if (errno == ELOOP || errno == ENXIO)
        errno = 0;
      return false;
    }
  const bool page = has_mark (file);
  const int error = errno;
  close (file);
  errno = error;
  return page;
}

static bool
is_dots (const char *name)
{
  return strcmp (name, ".") == 0 || strcmp (name, "..") == 0;
}

sfm_status
html_dir_begin (const char *dir, bool *made, const struct diag_sink *sink)
{
  const struct dirent *entry;
  sfm_status status = SFM_OK;

  *made = mkdir (dir, 0777) == 0;
  if (!*made && errno != EEXIST)
    return diag_errno (sink, dir, "cannot make the directory");
  DIR *directory = opendir (dir);
  if (directory == NULL)
    return diag_errno (sink, dir, "cannot open");
  while (status == SFM_OK && (errno = 0, entry = readdir (directory)) != NULL)
    if (!is_dots (entry->d_name)
        && !is_page (dirfd (directory), entry->d_name))
      status = errno != 0
                   ? diag_fail (sink, SFM_ERR_IO, dir, "cannot read %s: %s",
                                entry->d_name, strerror (errno))
                   : diag_fail (sink, SFM_ERR_USAGE, dir,
                                "has other files than those of a report: %s",
                                entry->d_name);
  if (status == SFM_OK && errno != 0)
    status = diag_errno (sink, dir, "cannot read");
  closedir (directory);
  return status;
}

void
html_dir_end (const char *dir, size_t pages, const struct diag_sink *sink)
{
  const struct dirent *entry;
  DIR *directory = opendir (dir);

  while (directory != NULL && (entry = readdir (directory)) != NULL)
    if (page_number (entry->d_name) > (long) pages
        && is_page (dirfd (directory), entry->d_name)
        && unlinkat (dirfd (directory), entry->d_name, 0) != 0)
      diag (sink, DIAG_WARNING, dir,
            "a page of an earlier report remains, %s: %s", entry->d_name,
            strerror (errno));
  if (directory != NULL)
    closedir (directory);
}
