/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-traces.c - taking the names of temporary files out of what a linker
   wrote.

   A map that names another file after each link is no reproducible one, and a
   makefile that wants a file which is gone makes the target anew for ever.  */

#include "config.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "file-map.h"
#include "wrap-traces.h"

/* A file while it is rewritten.  */
struct rewrite
{
  const char *path;
  const char *bytes;
  size_t size;
  char *out; /* NULL: nothing had to change yet */
  size_t used;
  size_t capacity;
  bool makefile;
};

/* Put the SIZE bytes at DATA to the end of the output.  */
static bool
put (struct rewrite *r, const char *data, size_t size)
{
  if (size > r->capacity - r->used)
    {
      size_t capacity = 2 * (r->used + size) + r->size;
      char *larger = realloc (r->out, capacity);
      if (larger == NULL)
        return false;
      r->out = larger;
      r->capacity = capacity;
    }
  memcpy (r->out + r->used, data, size);
  r->used += size;
  return true;
}

/* Take back blanks, and the line end before them if it is escaped.  */
static void
take_back (struct rewrite *r)
{
  while (r->used > 0 && r->out[r->used - 1] == ' ')
    r->used--;
  if (r->used > 1 && r->out[r->used - 1] == '\n'
      && r->out[r->used - 2] == '\\')
    r->used -= 2;
  while (r->used > 0 && r->out[r->used - 1] == ' ')
    r->used--;
}

/* The first trace at AT, or NULL.  */
static const struct trace *
trace_at (const struct rewrite *r, size_t at, const struct trace *traces,
          size_t count)
{
  for (size_t i = 0; i < count; i++)
    {
      size_t size = strlen (traces[i].from);
      if (size <= r->size - at
          && memcmp (r->bytes + at, traces[i].from, size) == 0)
        return &traces[i];
    }
  return NULL;
}

/* Where to go on behind a name that ends before AT and went: a rule for it
   goes too, with the empty line behind or, at the end of the file, before.  */
static size_t
skip_rule (struct rewrite *r, size_t at)
{
  if (at == r->size || r->bytes[at] != ':')
    return at;
  const char *end = memchr (r->bytes + at, '\n', r->size - at);
  at = end == NULL ? r->size : (size_t) (end - r->bytes) + 1;
  if (at < r->size)
    return r->bytes[at] == '\n' ? at + 1 : at;
  if (r->used > 1 && r->out[r->used - 1] == '\n'
      && r->out[r->used - 2] == '\n')
    r->used--;
  return at;
}

/* Make the output; false: no memory.  */
static bool
replace (struct rewrite *r, const struct trace *traces, size_t count)
{
  size_t at = 0, from = 0;

  while (at < r->size)
    {
      const char *slash = memchr (r->bytes + at, '/', r->size - at);
      if (slash == NULL)
        break;
      at = (size_t) (slash - r->bytes);
      const struct trace *trace = trace_at (r, at, traces, count);
      if (trace == NULL)
        {
          at++;
          continue;
        }
      const char *to = r->makefile ? trace->depends : trace->to;
      if (!put (r, r->bytes + from, at - from)
          || (to != NULL && !put (r, to, strlen (to))))
        return false;
      at += strlen (trace->from);
      if (to == NULL)
        {
          bool rule = at < r->size && r->bytes[at] == ':';
          if (!rule)
            take_back (r);
          at = skip_rule (r, at);
        }
      from = at;
    }
  return r->out == NULL || put (r, r->bytes + from, r->size - from);
}

/* Rewrite the file PATH, or print it.  */
static sfm_status
run (const char *path, const struct trace *traces, size_t count, bool makefile,
     bool print, const struct say *sink)
{
  struct file_map map;
  sfm_status status = file_map_open (path, &map, sink);

  if (status != SFM_OK)
    return status;
  struct rewrite r = { .path = path,
                       .bytes = (const char *) map.bytes,
                       .size = map.size,
                       .makefile = makefile };
  if (!replace (&r, traces, count))
    status = say_nomem (sink, path);
  const char *bytes = r.out != NULL ? r.out : r.bytes;
  size_t size = r.out != NULL ? r.used : r.size;
  if (status == SFM_OK && print && size != 0)
    fwrite (bytes, 1, size, stdout);
  else if (status == SFM_OK && r.out != NULL)
    {
      FILE *file = fopen (path, "we");
      bool lost = file == NULL || fwrite (bytes, 1, size, file) != size;
      if ((file != NULL && fclose (file) != 0) || lost)
        {
          say (sink, SAY_ERROR, path, "cannot write: %s", strerror (errno));
          status = SFM_ERR_IO;
        }
    }
  free (r.out);
  file_map_close (&map);
  return status;
}

sfm_status
traces_of_text (const char *path, const struct trace *traces, size_t count,
                const struct say *sink)
{
  return run (path, traces, count, false, false, sink);
}

sfm_status
traces_of_makefile (const char *path, const struct trace *traces, size_t count,
                    const struct say *sink)
{
  return run (path, traces, count, true, false, sink);
}

sfm_status
traces_print (const char *path, const struct trace *traces, size_t count,
              const struct say *sink)
{
  return run (path, traces, count, false, true, sink);
}
