/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   crt-find.c - find the start files and libraries that compilers link without
   being asked.

   A library is looked for as libX.a and as libX.so, because the directory
   comes first in the search of the linker: libX.a alone in it would be linked
   where libX.so was.  */

#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "crt.h"
#include "file-bytes.h"
#include "text.h"

static const char *const names[] = {
  "crt1.o",
  "Scrt1.o",
  "gcrt1.o",
  "grcrt1.o",
  "rcrt1.o",
  "Mcrt1.o",
  "crti.o",
  "crtn.o",
  "crtbegin.o",
  "crtbeginS.o",
  "crtbeginT.o",
  "crtend.o",
  "crtendS.o",
  "crtfastmath.o",
  "crtprec32.o",
  "crtprec64.o",
  "crtprec80.o",
  "libc.a",
  "libc.so",
  "libc_nonshared.a",
  "libm.a",
  "libm.so",
  "libmvec.a",
  "libmvec.so",
  "libmvec_nonshared.a",
  "libpthread.a",
  "libpthread.so",
  "libpthread_nonshared.a",
  "libdl.a",
  "libdl.so",
  "librt.a",
  "librt.so",
  "libutil.a",
  "libutil.so",
  "libssp_nonshared.a",
  "libgcc.a",
  "libgcc_eh.a",
  "libatomic.a",
  "libatomic.so",
  "libstdc++.a",
  "libstdc++.so",
  "libsupc++.a",
};

const char *
crt_join (struct crt *crt, const char *dir, const char *name)
{
  const size_t size = strlen (dir);
  char *path = pool_alloc (&crt->pool, size + strlen (name) + 2);

  if (path == NULL)
    return NULL;
  memcpy (path, dir, size);
  path[size] = '/';
  memcpy (path + size + 1, name, strlen (name) + 1);
  return path;
}

sfm_status
crt_add (struct crt *crt, const char *name, const char *path)
{
  for (size_t i = 0; i < crt->count; i++)
    if (strcmp (crt->files[i].name, name) == 0)
      return SFM_OK;
  struct crt_file file
      = { .name = pool_copy (&crt->pool, name, strlen (name)),
          .path = pool_copy (&crt->pool, path, strlen (path)) };
  if (file.name == NULL || file.path == NULL
      || !array_grow (&crt->files, &crt->capacity, crt->count,
                      sizeof *crt->files))
    return diag_nomem (&crt->report->sink, path);
  crt->files[crt->count++] = file;
  return SFM_OK;
}

/* The name of the file PATH.  */
static const char *
base (const char *path)
{
  return path + path_base_offset (path);
}

/* Set *PATH to the file NAME of the first of the COUNT directories DIRS that
   has it, or NULL.  */
static sfm_status
look_in (struct crt *crt, const char *const *dirs, size_t count,
         const char *name, const char **path)
{
  for (size_t i = 0; i < count; i++)
    {
      *path = crt_join (crt, dirs[i], name);
      if (*path == NULL)
        return diag_nomem (&crt->report->sink, NULL);
      if (access (*path, F_OK) == 0)
        return SFM_OK;
      if (errno != ENOENT && errno != ENOTDIR)
        return diag_errno (&crt->report->sink, *path, "finding");
    }
  *path = NULL;
  return SFM_OK;
}

static bool
is_start_file (const char *name)
{
  return strcmp (name + strlen (name) - 2, ".o") == 0;
}

/* Whether NAME is one of NAMES.  */
static bool
is_known (const char *name)
{
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (strcmp (names[i], name) == 0)
      return true;
  return false;
}

/* Put the directories of LINK's start files in DIRS, which has room for as
   many as there are files, and how many in *COUNT.  Those of another kind of
   program, such as crt1.o, are beside those that are linked.  */
static sfm_status
start_dirs (struct crt *crt, const struct crt_link *link, const char **dirs,
            size_t *count)
{
  *count = 0;
  for (size_t i = 0; i < link->file_count; i++)
    {
      const char *path = link->files[i], *name = base (path);
      const size_t size = (size_t) (name - path) - 1;
      if (!is_known (name) || !is_start_file (name))
        continue;
      /* A compiler names what it does not find as if it were here.  */
      if (name == path)
        return diag_fail (&crt->report->sink, SFM_ERR_IO, crt->compiler,
                          "it has not got %s, which it links", name);
      if ((dirs[*count] = pool_copy (&crt->pool, path, size)) == NULL)
        return diag_nomem (&crt->report->sink, NULL);
      ++*count;
    }
  return SFM_OK;
}

/* Set *PATH to the file NAME that LINK has, with start files in the COUNT
   directories at STARTS; NULL: none.  */
static sfm_status
look_in_link (struct crt *crt, const struct crt_link *link,
              const char *const *starts, size_t count, const char *name,
              const char **path)
{
  for (size_t i = 0; i < link->file_count; i++)
    if (strcmp (base (link->files[i]), name) == 0)
      {
        *path = link->files[i];
        return SFM_OK;
      }
  return is_start_file (name)
             ? look_in (crt, starts, count, name, path)
             : look_in (crt, link->dirs, link->dir_count, name, path);
}

/* Add the files of LINK to CRT.  */
static sfm_status
find_in_link (struct crt *crt, const struct crt_link *link)
{
  const char **starts
      = pool_alloc (&crt->pool, (link->file_count + 1) * sizeof *starts);
  size_t count;

  if (starts == NULL)
    return diag_nomem (&crt->report->sink, NULL);
  TRY (start_dirs (crt, link, starts, &count));
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    {
      const char *path;
      TRY (look_in_link (crt, link, starts, count, names[i], &path));
      if (path != NULL)
        TRY (crt_add (crt, names[i], path));
    }
  return SFM_OK;
}

/* Whether the file of CRT called NAME is of the GNU C library; *THERE: there
   is such a file.  */
static sfm_status
is_gnu (struct crt *crt, const char *name, bool *there, bool *gnu)
{
  static const char mark[] = "GNU C Library";
  struct file_bytes bytes;

  *there = *gnu = false;
  for (size_t i = 0; i < crt->count && !*there; i++)
    if (strcmp (crt->files[i].name, name) == 0)
      {
        TRY (file_bytes_read (crt->files[i].path, &bytes, &crt->report->sink));
        *gnu = memmem (bytes.bytes, bytes.size, mark, sizeof mark - 1) != NULL;
        file_bytes_close (&bytes);
        *there = true;
      }
  return SFM_OK;
}

/* Whether libc.a is of the C library whose loader LINK names; a compiler may
   be told of one library and find the other.  */
static sfm_status
check_library (struct crt *crt, const struct crt_link *link)
{
  bool there, gnu;

  if (link->loader == NULL)
    return SFM_OK;
  const bool musl = text_begins (base (link->loader), "ld-musl-");
  if (!musl && !text_begins (base (link->loader), "ld-linux-"))
    return SFM_OK;
  TRY (is_gnu (crt, "libc.a", &there, &gnu));
  if (!there || musl != gnu)
    return SFM_OK;
  return diag_fail (&crt->report->sink, SFM_ERR_IO, crt->compiler,
                    "its libc.a is of %s C library, its programs are for %s",
                    gnu ? "the GNU" : "another", link->loader);
}

sfm_status
crt_find (struct crt *crt)
{
  const char *const *sources = (const char *const *) crt->sources;
  struct crt_link link;

  if (crt->source_count != 0)
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
      {
        const char *path;
        TRY (look_in (crt, sources, crt->source_count, names[i], &path));
        if (path != NULL)
          TRY (crt_add (crt, names[i], path));
      }
  else
    {
      TRY (crt_ask (crt->compiler, NULL, &crt->pool, &link,
                    &crt->report->sink));
      TRY (find_in_link (crt, &link));
      TRY (check_library (crt, &link));
    }
  if (crt->count != 0)
    return SFM_OK;
  return diag_fail (&crt->report->sink, SFM_ERR_IO,
                    crt->source_count != 0 ? crt->sources[0] : crt->compiler,
                    "has neither crt1.o nor another start file or library "
                    "that is known");
}

/* Whether the file PATH is in the directory of CRT.  */
static bool
is_ours (const struct crt *crt, const char *path)
{
  char *whole = realpath (path, NULL);
  const size_t size = strlen (crt->dir);
  const bool ours = whole != NULL && strncmp (whole, crt->dir, size) == 0
                    && whole[size] == '/';

  free (whole);
  return ours;
}

sfm_status
crt_review (struct crt *crt, const char *flags)
{
  struct crt_link link;
  const char *first = NULL;
  unsigned count = 0;

  if (crt->source_count != 0)
    return SFM_OK;
  TRY (crt_ask (crt->compiler, flags, &crt->pool, &link, &crt->report->sink));
  for (size_t i = 0; i < link.file_count; i++)
    if (is_known (base (link.files[i])) && !is_ours (crt, link.files[i])
        && count++ == 0)
      first = link.files[i];
  if (count != 0)
    diag (&crt->report->sink, DIAG_WARNING, crt->compiler,
          "it links %u files whatever -B says, the first %s; to link those of "
          "%s, give -nostartfiles and name all start files",
          count, first, crt->dir);
  return SFM_OK;
}
