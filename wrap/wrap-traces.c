/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-traces.c - remove the names of temporary files from a linker's output.

   A link map that names another temporary file after each link is not
   reproducible.  A makefile with a prerequisite that no longer exists would
   remake the target every time.

   What a linker prints goes through here too, so here is where messages about
   .sframe that GNU ld does not merge are held back.  */

#include "config.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "file-bytes.h"
#include "wrap-refused.h"
#include "wrap-traces.h"

enum
{
  FORM_PLAIN,
  FORM_MAKE, /* escaped for make, as lld does */
  FORM_COUNT
};

/* A file being rewritten.  */
struct rewrite
{
  const struct traces *traces;
  const char *bytes;
  size_t size;
  char *out; /* NULL: nothing changed yet */
  size_t used;
  size_t capacity;
  bool makefile;
};

/* A temporary name: SIZE bytes in FORM, to be replaced by NAME.  */
struct found
{
  size_t size;
  unsigned form;
  const char *name;
  bool input; /* NAME is the original of a copy */
};

/* Append the SIZE bytes at DATA to the output.  */
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
  if (size != 0)
    memcpy (r->out + r->used, data, size);
  r->used += size;
  return true;
}

/* Remove trailing spaces from the output, with an escaped newline.  */
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

/* The character that escapes C in FORM, or NUL.  lld first turns backslashes
   into slashes, so a space never follows a backslash that needs escaping.  */
static char
escape_of (char c, unsigned form)
{
  if (form != FORM_MAKE)
    return '\0';
  return c == '$' ? '$' : c == '#' || c == ' ' ? '\\' : '\0';
}

/* The size of NAME in FORM if the LEFT bytes at TEXT begin with it, else
   0.  */
static size_t
size_of_name (const char *text, size_t left, const char *name, unsigned form)
{
  size_t size = 0;

  for (; *name != '\0'; name++)
    {
      char escape = escape_of (*name, form);
      if (escape != '\0' && (size == left || text[size++] != escape))
        return 0;
      if (size == left || text[size++] != *name)
        return 0;
    }
  return size;
}

/* Append NAME in FORM to the output.  */
static bool
put_name (struct rewrite *r, const char *name, unsigned form)
{
  for (; *name != '\0'; name++)
    {
      char escape = escape_of (*name, form);
      if ((escape != '\0' && !put (r, &escape, 1)) || !put (r, name, 1))
        return false;
    }
  return true;
}

/* Set *FOUND to the file of the temporary directory whose name, after that of
   the directory and a slash, is at the LEFT bytes at TEXT.  A copy is in a
   subdirectory named by its index.  */
static bool
find_file (const struct rewrite *r, const char *text, size_t left,
           struct found *found)
{
  static const char *const fixed[] = { "sframe-reserve.o", "discard.ld" };
  const struct copies *copies = r->traces->copies;
  size_t idx = 0, digits = 0;

  for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
    if ((found->size = size_of_name (text, left, fixed[i], FORM_PLAIN)) != 0)
      {
        found->name = fixed[i];
        return true;
      }
  for (; digits < left && text[digits] >= '0' && text[digits] <= '9'
         && idx < copies->count;
       digits++)
    idx = 10 * idx + (size_t) (text[digits] - '0');
  if (digits == 0 || idx >= copies->count)
    return false;
  const char *copy
      = copies->items[idx].copy + strlen (r->traces->directory) + 1;
  found->size = size_of_name (text, left, copy, found->form);
  found->name = copies->items[idx].path;
  found->input = true;
  return found->size != 0;
}

/* Set *FOUND to the temporary name at AT.  All of them begin with the
   temporary directory, so other names cost only one comparison.  */
static bool
find_trace (const struct rewrite *r, size_t at, struct found *found)
{
  const char *text = r->bytes + at;
  size_t left = r->size - at;

  for (unsigned form = 0; form < (r->makefile ? FORM_COUNT : 1); form++)
    {
      size_t size = size_of_name (text, left, r->traces->directory, form);
      *found = (struct found){ .form = form };
      if (size == 0 || size == left || text[size] != '/'
          || !find_file (r, text + size + 1, left - size - 1, found))
        continue;
      found->size += size + 1;
      return true;
    }
  return false;
}

/* Where to continue after a removed name that ends before AT.  If the name was
   the target of a rule, the rule is skipped too, with the empty line after it
   or, at the end of the file, before it.  */
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
replace (struct rewrite *r)
{
  size_t at = 0, from = 0;

  while (at < r->size)
    {
      const char *slash = memchr (r->bytes + at, '/', r->size - at);
      struct found found;
      if (slash == NULL)
        break;
      at = (size_t) (slash - r->bytes);
      if (!find_trace (r, at, &found))
        {
          at++;
          continue;
        }
      bool drop = r->makefile && !found.input;
      if (!put (r, r->bytes + from, at - from)
          || (!drop && !put_name (r, found.name, found.form)))
        return false;
      at += found.size;
      if (drop)
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

/* Write the SIZE bytes at BYTES to STREAM, but hold back what GNU ld says
   about the .sframe that it does not merge.  */
static sfm_status
print (const struct traces *traces, const char *bytes, size_t size,
       FILE *stream, const struct diag_sink *sink)
{
  const char *const end = bytes + size;

  for (const char *line = bytes; line < end && traces->held != NULL;)
    {
      const char *newline = memchr (line, '\n', (size_t) (end - line));
      const char *next = newline == NULL ? end : newline + 1;
      if (newline != NULL
          && refused_line (line, (size_t) (newline - line), traces->inputs))
        {
          text_list_add (traces->held, pool_copy (traces->pool, line,
                                                  (size_t) (next - line)));
          if (traces->held->failed)
            return diag_nomem (sink, NULL);
          fwrite (bytes, 1, (size_t) (line - bytes), stream);
          bytes = next;
        }
      line = next;
    }
  if (bytes != end)
    fwrite (bytes, 1, (size_t) (end - bytes), stream);
  /* sfmerge's messages must come after it.  */
  fflush (stream);
  return SFM_OK;
}

/* Rewrite the file PATH, or write the result to STREAM if that is not
   NULL.  */
static sfm_status
run (const char *path, const struct traces *traces, bool makefile,
     FILE *stream, const struct diag_sink *sink)
{
  struct file_bytes file;
  sfm_status status = file_bytes_read (path, &file, sink);

  if (status != SFM_OK)
    return status;
  struct rewrite r = { .traces = traces,
                       .bytes = (const char *) file.bytes,
                       .size = file.size,
                       .makefile = makefile };
  if (!replace (&r))
    status = diag_nomem (sink, path);
  const char *bytes = r.out != NULL ? r.out : r.bytes;
  size_t size = r.out != NULL ? r.used : r.size;
  if (status == SFM_OK && stream != NULL && size != 0)
    status = print (traces, bytes, size, stream, sink);
  else if (status == SFM_OK && r.out != NULL)
    {
      FILE *to = fopen (path, "we");
      if (to != NULL)
        fwrite (bytes, 1, size, to);
      status = text_file_end (to, path, sink);
    }
  free (r.out);
  file_bytes_close (&file);
  return status;
}

sfm_status
traces_of_text (const char *path, const struct traces *traces,
                const struct diag_sink *sink)
{
  return run (path, traces, false, NULL, sink);
}

sfm_status
traces_of_makefile (const char *path, const struct traces *traces,
                    const struct diag_sink *sink)
{
  return run (path, traces, true, NULL, sink);
}

sfm_status
traces_print (const char *path, FILE *stream, const struct traces *traces,
              const struct diag_sink *sink)
{
  return run (path, traces, false, stream, sink);
}
