/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   document.c - what the JSON documents of all commands have in common.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "report.h"
#include "sfmerge.h"

enum
{
  SCHEMA = 1,
  FAILURES_MAX = 1000 /* errors that are kept; the rest is counted */
};

static bool document_wanted;
static bool document_begun;
static json_t *failures;  /* an array, or NULL */
static size_t left_out;   /* errors that were not kept */
static size_t file_first; /* the first of the current file */

/* Keep an error.  The texts are printable already.  */
static void
keep (const char *file, const char *place, const char *text)
{
  if (json_array_size (failures) >= FAILURES_MAX
      || json_array_append_new (failures,
                                json_pack ("{s:s?, s:s?, s:s}", "file", file,
                                           "place", place, "text", text))
             != 0)
    left_out++;
}

void
document_prepare (bool wanted)
{
  json_decref (failures);
  failures = wanted ? json_array () : NULL;
  document_wanted = wanted;
  document_begun = false;
  left_out = file_first = 0;
  report_listen (wanted ? keep : NULL);
}

void
document_begin (void)
{
  document_begun = true;
  printf ("{\"schema\":%d,\"sfmerge\":\"%s\"", SCHEMA, sfm_version ());
}

void
document_end (int status)
{
  size_t size;

  if (!document_begun)
    {
      if (!document_wanted || status == STATUS_DONE)
        return;
      document_begin ();
    }
  char *text = json_text (json_incref (failures), 0, &size);
  printf (",\"failures\":%s", text != NULL ? text : "[]");
  free (text);
  if (left_out != 0)
    printf (",\"failures_left_out\":%zu", left_out);
  printf (",\"exit_status\":%d}\n", status);
}

void
document_file (void)
{
  file_first = json_array_size (failures);
}

bool
document_failed (void)
{
  return json_array_size (failures) > file_first;
}

json_t *
document_failures (void)
{
  json_t *taken = document_failed () ? json_array () : NULL;

  if (taken == NULL)
    return NULL;
  for (size_t i = file_first; i < json_array_size (failures); i++)
    if (json_array_append (taken, json_array_get (failures, i)) != 0)
      left_out++;
  while (json_array_size (failures) > file_first)
    (void) json_array_remove (failures, json_array_size (failures) - 1);
  return taken;
}

void
document_put_failures (struct outbuf *out)
{
  json_t *taken = document_failures ();
  size_t size;

  if (taken == NULL)
    return;
  char *text = json_text (taken, 0, &size);
  if (text == NULL)
    return;
  outbuf_text (out, ",\"failures\":");
  outbuf_write (out, text, size);
  free (text);
}

void
json_append (json_t **list, json_t *value)
{
  if (json_array_append_new (*list, value) == 0)
    return;
  json_decref (*list);
  *list = NULL;
}

void
json_add (json_t **object, const char *key, json_t *value)
{
  if (json_object_set_new (*object, key, value) == 0)
    return;
  json_decref (*object);
  *object = NULL;
}

char *
json_text (json_t *value, size_t flags, size_t *size)
{
  /* The first pass computes the size; 0 is a failure, as no JSON text is
     empty.  */
  size_t wanted = value == NULL ? 0 : json_dumpb (value, NULL, 0, flags);
  char *text = wanted == 0 ? NULL : malloc (wanted + 1);

  if (text != NULL && json_dumpb (value, text, wanted, flags) != wanted)
    {
      free (text);
      text = NULL;
    }
  json_decref (value);
  if (text != NULL)
    text[wanted] = '\0';
  *size = wanted;
  return text;
}
