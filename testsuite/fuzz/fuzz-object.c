/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fuzz-object.c - what bfdglue reads from objects and archives of any bytes,
   by its own reader.

   The input is a script, whose files are read one after the other; a thin
   archive in a directory that has all of them.  What holds: numbers of
   sections are in range, masks are sorted and inside their code, and a failure
   was explained.  */

#include "config.h"

#include <string.h>

#include "file-bytes.h"
#include "fuzz.h"
#include "input.h"
#include "pool.h"
#include "script.h"
#include "workdir.h"

const char fuzz_name[] = "fuzz-object";

static unsigned errors;

/* What all bytes that were read add up to, so that they are read.  */
static volatile size_t sum;

static void
receive (void *data, enum diag_severity kind, const char *file,
         const char *place, const char *text)
{
  (void) data;
  errors += kind == DIAG_ERROR;
  sum += strlen (place) + (file != NULL ? strlen (file) : 0);
  fuzz_require (text[0] != '\0', "messages say something");
}

static const struct diag_sink sink = { .fn = receive };

static void
read_text (const char *text)
{
  if (text != NULL)
    sum += strlen (text);
}

static void
read_bytes (const uint8_t *bytes, uint64_t size)
{
  for (uint64_t i = 0; i < size && bytes != NULL; i++)
    sum += bytes[i];
}

static void
read_sframe (const struct input_object *object, const struct input_sframe *s)
{
  read_text (s->name);
  read_bytes (s->bytes, s->size);
  for (size_t i = 0; i < s->reloc_count; i++)
    fuzz_require (s->relocs[i].section < object->section_count
                      || s->relocs[i].section == INPUT_NO_SECTION,
                  "relocations are against sections");
  for (size_t i = 0; i < s->none_count; i++)
    sum += (size_t) s->nones[i];
}

static void
read_code (const struct input_object *object, uint32_t section,
           struct pool *pool)
{
  struct input_code code;

  fuzz_require (input_code_read (object, section, pool, &code) == SFM_OK,
                "code can be read");
  read_bytes (code.bytes, code.bytes == NULL ? 0 : code.size);
  for (size_t i = 0; i < code.mask_count; i++)
    fuzz_require (code.masks[i].from <= code.masks[i].to
                      && code.masks[i].to <= code.size
                      && (i == 0 || code.masks[i - 1].to < code.masks[i].from),
                  "masks are in order and within their code");
}

/* Read all of OBJECT.  An input_fn.  */
static sfm_status
read_object (void *data, const struct input_object *object)
{
  struct pool pool = { 0 };

  (void) data;
  read_text (object->name);
  read_text (object->member);
  read_text (object->source);
  fuzz_require (object->sframe_count != 0, "an object has .sframe");
  for (uint32_t i = 0; i < object->section_count; i++)
    {
      read_text (object->sections[i].name);
      read_text (object->sections[i].group);
      read_code (object, i, &pool);
    }
  for (size_t i = 0; i < object->symbol_count; i++)
    {
      read_text (object->symbols[i].name);
      fuzz_require (object->symbols[i].section < object->section_count,
                    "symbols are in sections");
    }
  for (size_t i = 0; i < object->sframe_count; i++)
    read_sframe (object, &object->sframes[i]);
  pool_free (&pool);
  *object->released = object->sframe_count > 1;
  return SFM_OK;
}

/* Read file number IDX of SCRIPT.  */
static sfm_status
read_file (struct inputs *inputs, const struct script *script, size_t idx)
{
  const uint8_t *bytes = script->files[idx].bytes;
  const size_t size = script->files[idx].size;
  char name[SCRIPT_NAME];

  if (file_kind (bytes, size) != FILE_THIN)
    return inputs_read_source (
        inputs,
        &(const struct file_source){
            .path = "x.a", .fd = -1, .bytes = bytes, .size = size },
        read_object, NULL);
  script_name (script, idx, name);
  workdir_enter ();
  workdir_put_script (script);
  const sfm_status status
      = inputs_read_source (inputs, &FILE_SOURCE (name), read_object, NULL);
  fuzz_require (workdir_leave (), "reading leaves no file");
  return status;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct script script;
  struct inputs *inputs = inputs_new (INPUT_READER_OWN, &sink);

  script_read (data, size, &script);
  for (size_t i = 0; i < script.file_count && inputs != NULL; i++)
    {
      errors = 0;
      const sfm_status status = read_file (inputs, &script, i);
      fuzz_require (status == SFM_OK || errors != 0,
                    "a failure has a message");
    }
  inputs_free (inputs);
  return 0;
}
