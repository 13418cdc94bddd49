/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   crt-script.c - scripts of the linker in place of libraries: libc.so and
   libm.a of the GNU C library name other files by absolute paths, which
   would lead past the directory.  */

#include "config.h"

#include <string.h>
#include <unistd.h>

#include "crt.h"
#include "crt-limits.h"
#include "text.h"

bool
crt_is_script (const uint8_t *bytes, size_t size)
{
  return size != 0 && size <= CRT_SCRIPT_MAX
         && memchr (bytes, '\0', size) == NULL;
}

bool
crt_can_name (const char *path)
{
  static const char marks[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                              "abcdefghijklmnopqrstuvwxyz"
                              "0123456789/._-+~";

  return path[strspn (path, marks)] == '\0';
}

/* The length of the comment, the separators, or the word at the start of
   TEXT.  */
static size_t
token_size (const char *text)
{
  static const char separators[] = " \t\r\n(),;\"";
  const char *end;

  if (text_begins (text, "/*"))
    {
      end = strstr (text + 2, "*/");
      return end != NULL ? (size_t) (end - text) + 2 : strlen (text);
    }
  const size_t size = strspn (text, separators);
  return size != 0 ? size : strcspn (text, separators);
}

/* Whether the SIZE bytes at WORD are the path of an archive or an object.  */
static bool
is_static (const char *word, size_t size)
{
  return size > 3 && word[0] == '/' && word[1] != '*' && word[size - 2] == '.'
         && (word[size - 1] == 'a' || word[size - 1] == 'o');
}

/* Set *WORD to the path of the file that is to be named in its place, and add
   that to CRT; it stays if there is no such file.  */
static sfm_status
redirect (struct crt *crt, const char **word)
{
  const char *name = *word + path_base_offset (*word);

  if (access (*word, F_OK) != 0)
    return SFM_OK;
  TRY (crt_add (crt, name, *word));
  *word = crt_join (crt, crt->dir, name);
  return *word != NULL ? SFM_OK : diag_nomem (&crt->report->sink, NULL);
}

sfm_status
crt_script (struct crt *crt, const uint8_t *bytes, size_t size,
            const char **text)
{
  const char *from = pool_copy (&crt->pool, bytes, size);
  /* A word may become as long as the directory's name and itself.  */
  const size_t most = (size + 1) * 2 + size / 4 * (strlen (crt->dir) + 1);
  char *to = pool_alloc (&crt->pool, most);

  *text = to;
  if (from == NULL || to == NULL)
    return diag_nomem (&crt->report->sink, NULL);
  while (*from != '\0')
    {
      const size_t length = token_size (from);
      const char *word = from;
      if (is_static (from, length))
        {
          word = pool_copy (&crt->pool, from, length);
          if (word == NULL)
            return diag_nomem (&crt->report->sink, NULL);
          TRY (redirect (crt, &word));
          memcpy (to, word, strlen (word));
          to += strlen (word);
        }
      else
        {
          memcpy (to, from, length);
          to += length;
        }
      from += length;
    }
  *to = '\0';
  return SFM_OK;
}
