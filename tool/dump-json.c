/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-json.c - a .sframe section as JSON.

   The manual documents the schema.  A member may be added without a new
   SCHEMA number; one that changes or goes needs it.

   The document is never in memory as a whole: the arrays of files, sections,
   pieces and functions are written as they come, their elements are made one
   at a time.  Addresses are strings, as most readers of JSON hold numbers as
   doubles, and so lose the low bits of an address above 2^53.  */

#include "config.h"

#include <jansson.h>
#include <stdlib.h>

#include "dump-json.h"
#include "json-text.h"

enum
{
  SCHEMA = 1
};

struct dump_json
{
  /* What the next element of each open array is to be separated by.  */
  const char *file_lead;
  const char *section_lead;
  const char *piece_lead;
  const char *function_lead;
  json_t *function; /* being made, or NULL */
  json_t *rows;     /* of it; borrowed */
  bool piece_open;
  json_t *piece_errors; /* in no function */
  json_t *section_errors;
};

/* Write VALUE behind LEAD, without its last CUT bytes, and release it.  */
static void
write_cut (struct dump *dump, const char *lead, json_t *value, size_t cut)
{
  size_t size;
  char *text = json_text (value, JSON_COMPACT | JSON_ENCODE_ANY, &size);

  outbuf_text (&dump->out, lead);
  if (text == NULL)
    dump->nomem = true;
  else
    outbuf_write (&dump->out, text, size - cut);
  free (text);
}

/* Write VALUE behind LEAD, and release it.  */
static void
write_json (struct dump *dump, const char *lead, json_t *value)
{
  write_cut (dump, lead, value, 0);
}

/* Write the members of OBJECT behind LEAD without the closing brace, so that
   more can follow, and release it.  */
static void
write_open (struct dump *dump, const char *lead, json_t *object)
{
  write_cut (dump, lead, object, 1);
}

static void
set (struct dump *dump, json_t *object, const char *key, json_t *value)
{
  if (json_object_set_new_nocheck (object, key, value) != 0)
    dump->nomem = true;
}

static void
set_number (struct dump *dump, json_t *object, const char *key, int64_t value)
{
  set (dump, object, key, json_integer (value));
}

static void
set_bool (struct dump *dump, json_t *object, const char *key, bool value)
{
  set (dump, object, key, json_boolean (value));
}

static void
set_text (struct dump *dump, json_t *object, const char *key,
          const char *value)
{
  set (dump, object, key,
       value != NULL ? json_string_nocheck (value) : json_null ());
}

/* A name from a file, made printable UTF-8.  */
static void
set_name (struct dump *dump, json_t *object, const char *key,
          const char *value)
{
  char safe[4 * 4096 + 1];

  set_text (dump, object, key, report_escape (value, safe, sizeof safe));
}

static void
set_address (struct dump *dump, json_t *object, const char *key,
             uint64_t value)
{
  char text[32];

  *put_hex (text, value) = '\0';
  set_text (dump, object, key, text);
}

static void
append (struct dump *dump, json_t *array, json_t *value)
{
  if (json_array_append_new (array, value) != 0)
    dump->nomem = true;
}

static void
json_name (struct dump *dump, const char *name)
{
  /* json_file did more, and sections name the member.  */
  (void) dump;
  (void) name;
}

static void
json_section (struct dump *dump, const struct dump_section *section)
{
  struct dump_json *state = dump->json;
  json_t *object = json_object ();

  set_name (dump, object, "object", section->file);
  set_name (dump, object, "name", section->name);
  set_text (dump, object, "found_by",
            section->segment ? "segment" : "section");
  if (section->image != NULL)
    set_address (dump, object, "addr", section->addr);
  set_number (dump, object, "size", (int64_t) section->size);
  write_open (dump, state->section_lead, object);
  state->section_lead = ",\n";
  state->piece_lead = "\n";
  outbuf_text (&dump->out, ",\"pieces\":[");
  state->section_errors = json_array ();
}

static void
json_section_end (struct dump *dump)
{
  write_json (dump, "],\"errors\":", dump->json->section_errors);
  dump->json->section_errors = NULL;
  outbuf_text (&dump->out, "}");
}

static void
json_no_header (struct dump *dump, const struct dump_section *section)
{
  (void) dump;
  (void) section;
}

static json_t *
flag_names (struct dump *dump, uint8_t flags)
{
  json_t *names = json_array ();

#define X(value, name)                                                        \
  if (flags & (value))                                                        \
    append (dump, names, json_string (name));
  DUMP_FLAGS (X)
#undef X
  return names;
}

static void
json_piece (struct dump *dump, uint32_t number, const struct sfm_piece *piece,
            bool buried)
{
  struct dump_json *state = dump->json;
  json_t *object = json_object ();

  set_number (dump, object, "number", number);
  set_number (dump, object, "offset", (int64_t) piece->offset);
  set_bool (dump, object, "buried", buried);
  set_bool (dump, object, "big_endian", piece->big_endian);
  set_number (dump, object, "version", piece->version);
  set_number (dump, object, "flags", piece->flags);
  set (dump, object, "flag_names", flag_names (dump, piece->flags));
  set_number (dump, object, "abi_arch", piece->abi);
  set_text (dump, object, "abi_name", sfm_abi_name (piece->abi));
  set_number (dump, object, "cfa_fixed_fp_offset", piece->fixed_fp);
  set_number (dump, object, "cfa_fixed_ra_offset", piece->fixed_ra);
  set_number (dump, object, "auxhdr_len", piece->auxhdr_len);
  set_number (dump, object, "num_fdes", piece->num_fdes);
  set_number (dump, object, "num_fres", piece->num_fres);
  set_number (dump, object, "fre_len", piece->fre_len);
  set_number (dump, object, "fdeoff", piece->fdeoff);
  set_number (dump, object, "freoff", piece->freoff);
  write_open (dump, state->piece_lead, object);
  state->piece_lead = ",\n";
  state->function_lead = "\n";
  outbuf_text (&dump->out, ",\"fdes\":[");
  state->piece_open = true;
  state->piece_errors = json_array ();
}

static void
json_piece_end (struct dump *dump)
{
  write_json (dump, "],\"errors\":", dump->json->piece_errors);
  dump->json->piece_errors = NULL;
  dump->json->piece_open = false;
  outbuf_text (&dump->out, "}");
}

static void
set_start (struct dump *dump, json_t *object,
           const struct dump_function *function)
{
  const struct input_reloc *reloc = function->reloc;

  if (function->image)
    set_address (dump, object, "start", function->addr);
  else if (reloc != NULL)
    {
      if (reloc->section < function->object->section_count)
        set_name (dump, object, "start_section",
                  function->object->sections[reloc->section].name);
      else
        set_text (dump, object, "start_section", NULL);
      set_address (dump, object, "start_offset", reloc->value);
    }
}

static void
json_function (struct dump *dump, const struct dump_function *function)
{
  const struct sfm_fde *fde = function->fde;
  json_t *object = json_object ();

  set_number (dump, object, "number", function->idx);
  set_number (dump, object, "offset", (int64_t) fde->field);
  set_start (dump, object, function);
  set_number (dump, object, "func_start", fde->start);
  set_number (dump, object, "func_size", fde->size);
  set_number (dump, object, "func_start_fre_off", fde->fre_off);
  set_number (dump, object, "func_num_fres", fde->num_fres);
  set_number (dump, object, "func_info", fde->info);
  if (function->piece->version == 3)
    set_number (dump, object, "func_info2", fde->info2);
  if (function->piece->version != 1)
    set_number (dump, object, "func_rep_size", fde->rep_size);
  set_text (dump, object, "fre_type", dump_fre_type (fde->fre_type));
  set_text (dump, object, "pc_type", fde->mask ? "MASK" : "INC");
  set_text (dump, object, "fde_type", fde->flex ? "FLEX" : "DEFAULT");
  set_bool (dump, object, "signal", fde->signal);
  set_text (dump, object, "pauth_key", fde->pauth_b ? "B" : "A");
  dump->json->function = object;
  dump->json->rows = NULL;
}

static void
set_rule (struct dump *dump, json_t *object, const char *key,
          const struct sfm_rule *rule, struct dump_registers registers)
{
  char text[64];

  *dump_put_rule (text, rule, registers) = '\0';
  set_text (dump, object, key, text);
}

static void
json_row (struct dump *dump, const struct sfm_piece *piece,
          const struct sfm_row *row, const struct sfm_rules *rules)
{
  struct dump_json *state = dump->json;
  struct dump_registers registers = dump_registers (piece->abi);
  json_t *object = json_object ();
  json_t *words = json_array ();

  if (state->rows == NULL)
    {
      state->rows = json_array ();
      set (dump, state->function, "fres", state->rows);
    }
  set_number (dump, object, "offset", (int64_t) row->offset);
  set_number (dump, object, "start_address", row->start);
  set_number (dump, object, "info", row->info);
  set_number (dump, object, "word_size", row->word_size);
  for (uint8_t i = 0; i < row->count; i++)
    append (dump, words, json_integer (row->words[i]));
  set (dump, object, "words", words);
  if (rules->ra.kind != SFM_RULE_UNDEFINED)
    set_rule (dump, object, "cfa", &rules->cfa, registers);
  set_rule (dump, object, "ra", &rules->ra, registers);
  if (rules->ra.kind != SFM_RULE_UNDEFINED)
    set_rule (dump, object, "fp", &rules->fp, registers);
  set_bool (dump, object, "mangled_ra", rules->mangled_ra);
  append (dump, state->rows, object);
}

static void
json_same_rows (struct dump *dump, uint32_t idx)
{
  set_number (dump, dump->json->function, "fres_as_of_fde", idx);
}

static void
json_function_end (struct dump *dump)
{
  struct dump_json *state = dump->json;

  write_json (dump, state->function_lead, state->function);
  state->function_lead = ",\n";
  state->function = NULL;
}

static void
json_fail (struct dump *dump, uint64_t offset, const char *text)
{
  struct dump_json *state = dump->json;
  json_t *object = json_object ();
  json_t *errors;

  set_number (dump, object, "offset", (int64_t) offset);
  set_text (dump, object, "text", text);
  if (state->function != NULL)
    {
      errors = json_object_get (state->function, "errors");
      if (errors == NULL)
        {
          errors = json_array ();
          set (dump, state->function, "errors", errors);
        }
    }
  else
    errors = state->piece_open ? state->piece_errors : state->section_errors;
  append (dump, errors, object);
}

const struct dump_form dump_json_form = {
  .file = json_name,
  .section = json_section,
  .piece = json_piece,
  .function = json_function,
  .row = json_row,
  .same_rows = json_same_rows,
  .function_end = json_function_end,
  .piece_end = json_piece_end,
  .error = json_fail,
  .no_header = json_no_header,
  .section_end = json_section_end,
};

sfm_status
json_begin (struct dump *dump)
{
  json_t *object = json_object ();

  dump->form = &dump_json_form;
  dump->json = calloc (1, sizeof *dump->json);
  if (dump->json == NULL)
    {
      json_decref (object);
      return say_nomem (dump->sink, NULL);
    }
  dump->json->file_lead = "\n";
  set_number (dump, object, "schema", SCHEMA);
  set_text (dump, object, "sfmerge", sfm_version ());
  write_open (dump, "", object);
  outbuf_text (&dump->out, ",\"files\":[");
  return SFM_OK;
}

void
json_file (struct dump *dump, const char *file)
{
  json_t *object = json_object ();

  set_name (dump, object, "file", file);
  write_open (dump, dump->json->file_lead, object);
  outbuf_text (&dump->out, ",\"sections\":[");
  dump->json->file_lead = ",\n";
  dump->json->section_lead = "\n";
}

void
json_file_end (struct dump *dump)
{
  outbuf_text (&dump->out, "]}");
}

void
json_end (struct dump *dump)
{
  outbuf_text (&dump->out, "]}\n");
  outbuf_flush (&dump->out);
  free (dump->json);
  dump->json = NULL;
}
