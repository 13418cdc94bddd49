/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   crt.h - a directory of start files and of static parts of the C library,
   changed so that a link with them has SFrame of one version, or none.  */

#ifndef TOOL_CRT_H
#define TOOL_CRT_H

#include "cmd-repair.h"
#include "pool.h"
#include "report.h"

/* One file of the directory.  */
struct crt_file
{
  const char *name; /* in the directory */
  const char *path; /* what it is made of */
};

/* What a compiler links, in the order of its command.  */
struct crt_link
{
  const char **dirs; /* that libraries are looked for in */
  size_t dir_count;
  const char **files; /* with words that are none among them */
  size_t file_count;
  const char *loader; /* of dynamic programs; NULL: unknown */
};

struct crt
{
  struct repair_options how; /* of each file */
  const char *compiler;      /* words between spaces */
  char **sources;            /* directories; none: the compiler is asked */
  size_t source_count;
  const char *dir; /* an absolute path */
  struct report *report;
  struct pool pool;
  struct crt_file *files;
  size_t count;
  size_t capacity;
  size_t written; /* files that were written */
};

/* crt-find.c: warn of files that the compiler of CRT links, by what -### says,
   in spite of those in CRT's directory, to which FLAGS lead.  Statuses: IO,
   NOMEM.  */
sfm_status crt_review (struct crt *crt, const char *flags) SFM_CHECKED;

/* crt-find.c: list the files that there are.  Statuses: IO, NOMEM.  */
sfm_status crt_find (struct crt *crt) SFM_CHECKED;

/* crt-find.c: add PATH under NAME, unless NAME is there; both are copied.
   Statuses: NOMEM.  */
sfm_status crt_add (struct crt *crt, const char *name,
                    const char *path) SFM_CHECKED;

/* crt-find.c: DIR/NAME in the pool of CRT, or NULL.  */
const char *crt_join (struct crt *crt, const char *dir, const char *name);

/* crt-compiler.c: set *LINK, in POOL, to what COMPILER links if it is called
   with FLAGS, which may be NULL.  Statuses: IO (it cannot be run or fails),
   LIMIT, USAGE, NOMEM.  */
sfm_status crt_ask (const char *compiler, const char *flags, struct pool *pool,
                    struct crt_link *link,
                    const struct diag_sink *sink) SFM_CHECKED;

/* crt-script.c: whether the files of the directory PATH can be named in
   scripts of all linkers, which differ in how they read quotes.  */
bool crt_can_name (const char *path);

/* crt-script.c: whether the SIZE bytes at BYTES may be a script of the
   linker.  */
bool crt_is_script (const uint8_t *bytes, size_t size);

/* crt-script.c: set *TEXT, in the pool of CRT, to such a script in which the
   archives and objects that it names are those of CRT's directory; they are
   added to CRT.  Statuses: NOMEM.  */
sfm_status crt_script (struct crt *crt, const uint8_t *bytes, size_t size,
                       const char **text) SFM_CHECKED;

/* crt-make.c: make all files of CRT, which get more by scripts.  Returns the
   exit status.  */
int crt_make (struct crt *crt);

#endif /* TOOL_CRT_H */
