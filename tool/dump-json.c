/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-json.c - a .sframe section as JSON.

   The manual documents the schema.  A member may be added without a new
   SCHEMA number; one that changes or goes needs it.

   The document is written as the walk goes, byte by byte, and never is in
   memory: through a tree of jansson's each function took 100 us, most of that
   for rows.  Only errors wait, as they come between the elements of arrays:
   those of a function, a piece or a section stand behind its array.
   Addresses are strings, as most readers of JSON hold numbers as doubles, and
   so lose the low bits of an address above 2^53.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "dump-json.h"
#include "pool.h"

enum
{
  SCHEMA = 1
};

/* What errors are about.  */
enum level
{
  LEVEL_SECTION,
  LEVEL_PIECE,
  LEVEL_FUNCTION,
  LEVEL_COUNT
};

/* Elements of an array that is not written yet.  */
struct json_errors
{
  char *text;
  size_t size;
  size_t capacity;
};

struct dump_json
{
  /* What the next element of each open array is to be separated by.  */
  const char *file_lead;
  const char *section_lead;
  const char *piece_lead;
  const char *function_lead;
  const char *row_lead; /* NULL: "fres" is not open */
  enum level level;     /* that is open */
  struct json_errors errors[LEVEL_COUNT];
};

/* Append TEXT, which is plain, behind KEY: ',"name":'.  */
static void
write_plain (struct dump *dump, const char *key, const char *text)
{
  outbuf_text (&dump->out, key);
  outbuf_text (&dump->out, text);
}

/* The same for a number.  */
static void
write_number (struct dump *dump, const char *key, int64_t value)
{
  char *p = put_text (outbuf_room (&dump->out), key);

  outbuf_done (&dump->out, put_signed (p, value));
}

static void
write_bool (struct dump *dump, const char *key, bool value)
{
  write_plain (dump, key, value ? "true" : "false");
}

/* The same for an address, a string.  */
static void
write_address (struct dump *dump, const char *key, uint64_t value)
{
  char *p = put_text (outbuf_room (&dump->out), key);

  *p++ = '"';
  p = put_hex (p, value);
  *p++ = '"';
  outbuf_done (&dump->out, p);
}

/* The same for a string from a file, made printable UTF-8.  */
static void
write_name (struct dump *dump, const char *key, const char *name)
{
  char safe[4 * 4096 + 1];
  const char *from = report_escape (name, safe, sizeof safe);

  outbuf_text (&dump->out, key);
  outbuf_write (&dump->out, "\"", 1);
  for (;;)
    {
      size_t size = strcspn (from, "\"\\");
      outbuf_write (&dump->out, from, size);
      from += size;
      if (*from == '\0')
        break;
      outbuf_write (&dump->out, "\\", 1);
      outbuf_write (&dump->out, from++, 1);
    }
  outbuf_write (&dump->out, "\"", 1);
}

/* End what is open at LEVEL: its array, its errors behind KEY if there are
   any or ALWAYS, and the object itself.  */
static void
end_level (struct dump *dump, enum level level, const char *key, bool always)
{
  struct json_errors *errors = &dump->json->errors[level];

  if (errors->size != 0 || always)
    {
      outbuf_text (&dump->out, key);
      outbuf_text (&dump->out, "[");
      if (errors->size != 0)
        outbuf_write (&dump->out, errors->text, errors->size);
      outbuf_text (&dump->out, "]");
    }
  outbuf_text (&dump->out, "}");
  errors->size = 0;
  if (level != LEVEL_SECTION)
    dump->json->level = level - 1;
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

  outbuf_text (&dump->out, state->section_lead);
  write_name (dump, "{\"object\":", section->file);
  write_name (dump, ",\"name\":", section->name);
  write_plain (dump, ",\"found_by\":",
               section->segment ? "\"segment\"" : "\"section\"");
  if (section->image != NULL)
    write_address (dump, ",\"addr\":", section->addr);
  write_number (dump, ",\"size\":", (int64_t) section->size);
  write_bool (dump, ",\"absent\":", section->absent);
  outbuf_text (&dump->out, ",\"pieces\":[");
  state->section_lead = ",\n";
  state->piece_lead = "\n";
  state->level = LEVEL_SECTION;
}

static void
json_section_end (struct dump *dump)
{
  outbuf_text (&dump->out, "]");
  end_level (dump, LEVEL_SECTION, ",\"errors\":", true);
}

static void
json_no_header (struct dump *dump, const struct dump_section *section)
{
  /* There are no pieces, and "absent" says why.  */
  (void) dump;
  (void) section;
}

static void
write_flag_names (struct dump *dump, uint8_t flags)
{
  const char *lead = "";

  outbuf_text (&dump->out, ",\"flag_names\":[");
#define X(value, name)                                                        \
  if (flags & (value))                                                        \
    {                                                                         \
      write_plain (dump, lead, "\"" name "\"");                               \
      lead = ",";                                                             \
    }
  DUMP_FLAGS (X)
#undef X
  outbuf_text (&dump->out, "]");
}

static void
json_piece (struct dump *dump, uint32_t number, const struct sfm_piece *piece,
            bool buried)
{
  struct dump_json *state = dump->json;
  const char *abi = sfm_abi_name (piece->abi);

  outbuf_text (&dump->out, state->piece_lead);
  write_number (dump, "{\"number\":", number);
  write_number (dump, ",\"offset\":", (int64_t) piece->offset);
  write_bool (dump, ",\"buried\":", buried);
  write_bool (dump, ",\"big_endian\":", piece->big_endian);
  write_number (dump, ",\"version\":", piece->version);
  write_number (dump, ",\"flags\":", piece->flags);
  write_flag_names (dump, piece->flags);
  write_number (dump, ",\"abi_arch\":", piece->abi);
  if (abi != NULL)
    write_name (dump, ",\"abi_name\":", abi);
  else
    outbuf_text (&dump->out, ",\"abi_name\":null");
  write_number (dump, ",\"cfa_fixed_fp_offset\":", piece->fixed_fp);
  write_number (dump, ",\"cfa_fixed_ra_offset\":", piece->fixed_ra);
  write_number (dump, ",\"auxhdr_len\":", piece->auxhdr_len);
  write_number (dump, ",\"num_fdes\":", piece->num_fdes);
  write_number (dump, ",\"num_fres\":", piece->num_fres);
  write_number (dump, ",\"fre_len\":", piece->fre_len);
  write_number (dump, ",\"fdeoff\":", piece->fdeoff);
  write_number (dump, ",\"freoff\":", piece->freoff);
  outbuf_text (&dump->out, ",\"fdes\":[");
  state->piece_lead = ",\n";
  state->function_lead = "\n";
  state->level = LEVEL_PIECE;
}

static void
json_piece_end (struct dump *dump)
{
  outbuf_text (&dump->out, "]");
  end_level (dump, LEVEL_PIECE, ",\"errors\":", true);
}

static void
write_start (struct dump *dump, const struct dump_function *function)
{
  const struct input_reloc *reloc = function->reloc;

  if (function->image)
    write_address (dump, ",\"start\":", function->addr);
  else if (reloc != NULL)
    {
      if (reloc->section < function->object->section_count)
        write_name (dump, ",\"start_section\":",
                    function->object->sections[reloc->section].name);
      else
        outbuf_text (&dump->out, ",\"start_section\":null");
      write_address (dump, ",\"start_offset\":", reloc->value);
      write_number (dump, ",\"reloc_offset\":", (int64_t) reloc->offset);
    }
  if (function->name != NULL)
    write_name (dump, ",\"symbol\":", function->name);
}

static void
json_function (struct dump *dump, const struct dump_function *function)
{
  const struct sfm_fde *fde = function->fde;
  struct dump_json *state = dump->json;

  outbuf_text (&dump->out, state->function_lead);
  write_number (dump, "{\"number\":", function->idx);
  write_number (dump, ",\"offset\":", (int64_t) fde->field);
  write_start (dump, function);
  write_number (dump, ",\"func_start\":", fde->start);
  write_number (dump, ",\"func_size\":", fde->size);
  write_number (dump, ",\"func_start_fre_off\":", fde->fre_off);
  write_number (dump, ",\"func_num_fres\":", fde->num_fres);
  write_number (dump, ",\"func_info\":", fde->info);
  if (function->piece->version == 3)
    write_number (dump, ",\"func_info2\":", fde->info2);
  if (function->piece->version != 1)
    write_number (dump, ",\"func_rep_size\":", fde->rep_size);
  char *p = put_text (outbuf_room (&dump->out), ",\"fre_type\":\"");
  p = put_text (p, dump_fre_type (fde->fre_type));
  p = put_text (p, fde->mask ? "\",\"pc_type\":\"MASK\""
                             : "\",\"pc_type\":\"INC\"");
  p = put_text (p, fde->flex ? ",\"fde_type\":\"FLEX\""
                             : ",\"fde_type\":\"DEFAULT\"");
  p = put_text (p, fde->signal ? ",\"signal\":true" : ",\"signal\":false");
  p = put_text (p, fde->pauth_b ? ",\"pauth_key\":\"B\""
                                : ",\"pauth_key\":\"A\"");
  outbuf_done (&dump->out, p);
  state->function_lead = ",\n";
  state->row_lead = NULL;
  state->level = LEVEL_FUNCTION;
}

/* Put RULE as a string behind KEY at P.  */
static char *
put_rule (char *p, const char *key, const struct sfm_rule *rule, uint8_t abi)
{
  p = dump_put_rule (put_text (p, key), rule, abi);
  *p++ = '"';
  return p;
}

static void
json_row (struct dump *dump, const struct sfm_piece *piece,
          const struct sfm_row *row, const struct sfm_rules *rules)
{
  struct dump_json *state = dump->json;
  bool undefined = rules->ra.kind == SFM_RULE_UNDEFINED;
  char *p = outbuf_room (&dump->out);

  p = put_text (p, state->row_lead == NULL ? ",\"fres\":[" : ",");
  state->row_lead = ",";
  p = put_dec (put_text (p, "{\"offset\":"), row->offset);
  p = put_dec (put_text (p, ",\"start_address\":"), row->start);
  p = put_dec (put_text (p, ",\"info\":"), row->info);
  p = put_dec (put_text (p, ",\"word_size\":"), row->word_size);
  p = put_text (p, ",\"words\":[");
  for (uint8_t i = 0; i < row->count; i++)
    {
      if (i != 0)
        *p++ = ',';
      p = put_signed (p, row->words[i]);
    }
  *p++ = ']';
  if (!undefined)
    p = put_rule (p, ",\"cfa\":\"", &rules->cfa, piece->abi);
  p = put_rule (p, ",\"ra\":\"", &rules->ra, piece->abi);
  if (!undefined)
    p = put_rule (p, ",\"fp\":\"", &rules->fp, piece->abi);
  p = put_text (p, rules->mangled_ra ? ",\"mangled_ra\":true}"
                                     : ",\"mangled_ra\":false}");
  outbuf_done (&dump->out, p);
}

static void
json_same_rows (struct dump *dump, uint32_t idx)
{
  write_number (dump, ",\"fres_as_of_fde\":", idx);
}

static void
json_function_end (struct dump *dump)
{
  if (dump->json->row_lead != NULL)
    outbuf_text (&dump->out, "]");
  end_level (dump, LEVEL_FUNCTION, ",\"errors\":", false);
}

/* Append the SIZE bytes at TEXT to ERRORS.  */
static void
keep (struct dump *dump, struct json_errors *errors, const char *text,
      size_t size)
{
  for (size_t i = 0; i < size; i++)
    {
      if (errors->size == errors->capacity
          && !array_grow (&errors->text, &errors->capacity, errors->size, 1))
        {
          dump->nomem = true;
          return;
        }
      errors->text[errors->size++] = text[i];
    }
}

static void
json_fail (struct dump *dump, uint64_t offset, const char *text)
{
  struct json_errors *errors = &dump->json->errors[dump->json->level];
  char head[64];
  char *p = head;

  p = put_text (p, errors->size == 0 ? "{\"offset\":" : ",{\"offset\":");
  p = put_text (put_dec (p, offset), ",\"text\":\"");
  keep (dump, errors, head, (size_t) (p - head));
  for (; *text != '\0'; text++)
    {
      if (*text == '"' || *text == '\\')
        keep (dump, errors, "\\", 1);
      keep (dump, errors, text, 1);
    }
  keep (dump, errors, "\"}", 2);
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
  dump->form = &dump_json_form;
  dump->json = calloc (1, sizeof *dump->json);
  if (dump->json == NULL)
    return say_nomem (dump->sink, NULL);
  dump->json->file_lead = "\n";
  write_number (dump, "{\"schema\":", SCHEMA);
  write_name (dump, ",\"sfmerge\":", sfm_version ());
  outbuf_text (&dump->out, ",\"files\":[");
  return SFM_OK;
}

void
json_file (struct dump *dump, const char *file)
{
  outbuf_text (&dump->out, dump->json->file_lead);
  write_name (dump, "{\"file\":", file);
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
  for (unsigned i = 0; i < LEVEL_COUNT; i++)
    free (dump->json->errors[i].text);
  free (dump->json);
  dump->json = NULL;
}
