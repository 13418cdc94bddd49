/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   crt-find.c - find the start files and libraries that compilers link without
   being asked.

   A library is looked for as libX.a and as libX.so, because the directory
   comes first in the search of the linker: libX.a alone in it would be linked
   where libX.so was.  */

#include "config.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "crt.h"

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

/* Set *PATH to the file NAME of the first source that has it, or NULL.  */
static sfm_status
look_in_sources (struct crt *crt, const char *name, const char **path)
{
  for (size_t i = 0; i < crt->source_count; i++)
    {
      *path = crt_join (crt, crt->sources[i], name);
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

sfm_status
crt_find (struct crt *crt)
{
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    {
      const char *path;
      if (crt->source_count != 0)
        TRY (look_in_sources (crt, names[i], &path));
      else
        TRY (crt_ask (crt->compiler, names[i], &crt->pool, &path,
                      &crt->report->sink));
      if (path != NULL)
        TRY (crt_add (crt, names[i], path));
    }
  if (crt->count != 0)
    return SFM_OK;
  return diag_fail (&crt->report->sink, SFM_ERR_IO,
                    crt->source_count != 0 ? crt->sources[0] : crt->compiler,
                    "has neither crt1.o nor another start file or library "
                    "that is known");
}
