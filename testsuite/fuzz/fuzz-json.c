/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fuzz-json.c - names of any bytes as JSON: the text is valid, by a reader
   that has nothing in common with its writers, and what is written member by
   member (outbuf.c) is what the library makes of a tree (document.c).

   The first byte chooses numbers; the rest are names that end with NUL.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "json-judge.h"
#include "report.h"
#include "text.h"
#include "workdir.h"

const char fuzz_name[] = "fuzz-json";

enum
{
  NAMES_MAX = 16,
  SAFE_SIZE = 4 * 4096 + 1
};

/* What one input asks for.  */
static const char *names[NAMES_MAX];
static size_t name_count;
static int64_t number;

/* Write an array with an object for each name to stdout.  */
static int
write_members (int argc, char **argv)
{
  static struct outbuf out;

  (void) argc;
  (void) argv;
  out = (struct outbuf){ .used = 0 };
  outbuf_text (&out, "[");
  for (size_t i = 0; i < name_count; i++)
    {
      outbuf_json_name (&out, i == 0 ? "{\"name\":" : ",{\"name\":", names[i]);
      outbuf_json_number (&out, ",\"number\":", number);
      outbuf_json_bool (&out, ",\"odd\":", number % 2 != 0);
      outbuf_json_addr (&out, ",\"addr\":", (uint64_t) number);
      outbuf_json_name (&out, ",\"none\":", NULL);
      outbuf_text (&out, "}");
    }
  outbuf_text (&out, "]");
  outbuf_flush (&out);
  return 0;
}

/* The same by the library; to be freed.  */
static char *
make_text (size_t *size)
{
  char safe[SAFE_SIZE], addr[32];
  json_t *array = json_array ();

  snprintf (addr, sizeof addr, "0x%" PRIx64, (uint64_t) number);
  for (size_t i = 0; i < name_count; i++)
    json_array_append_new (
        array, json_pack ("{s:s, s:I, s:b, s:s, s:n}", "name",
                          printable (names[i], safe, sizeof safe), "number",
                          (json_int_t) number, "odd", (int) (number % 2 != 0),
                          "addr", addr, "none"));
  return json_text (array, JSON_COMPACT, size);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct workdir_output output;
  static char program[] = "json";
  char *argv[] = { program, NULL };

  if (size < 2)
    return 0;
  number = (int64_t) (UINT64_C (0x9e3779b97f4a7c15) * data[0]) >> data[0] % 64;
  char *copy = malloc (size);
  if (copy == NULL)
    return 0;
  memcpy (copy, data + 1, size - 1);
  copy[size - 1] = '\0';
  name_count = 0;
  for (size_t at = 0; at < size && name_count < NAMES_MAX;
       at += strlen (copy + at) + 1)
    names[name_count++] = copy + at;

  workdir_enter ();
  workdir_run (write_members, 1, argv, 1, &output);
  fuzz_require (workdir_leave (), "nothing is left");
  fuzz_require (json_judge (output.out, output.out_size) == NULL,
                "what is written by members is JSON");
  fuzz_require (output.err_size == 0, "nothing is said");
  size_t text_size;
  char *text = make_text (&text_size);
  fuzz_require (text != NULL && json_judge (text, text_size) == NULL,
                "what the library writes is JSON");
  if (text != NULL)
    fuzz_require (text_size == output.out_size
                      && memcmp (text, output.out, text_size) == 0,
                  "both ways write the same");
  free (text);
  workdir_forget (&output);
  free (copy);
  return 0;
}
