/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-json.c - dump .sframe sections as JSON.

   The manual documents the schema.  A new member needs no new SCHEMA number; a
   change or the removal of a member does.

   The document is written during the walk and is never in memory as a whole:
   with a tree of jansson each function took 100 us, mostly for rows.  Only
   errors are kept, as they come between the elements of arrays: the errors of
   a function, piece or section follow its array.  */

#include "config.h"

#include <stdlib.h>

#include "demangle.h"
#include "dump.h"

/* Levels of objects that have errors.  */
enum level
{
  LEVEL_SECTION,
  LEVEL_PIECE,
  LEVEL_FUNCTION,
  LEVEL_COUNT
};

/* The text of the elements of an "errors" array that is not written yet.  */
struct json_errors
{
  char *text;
  size_t size;
  size_t capacity;
};

struct dump_json
{
  /* The separator before the next element of each open array.  */
  const char *file_lead;
  const char *section_lead;
  const char *piece_lead;
  const char *function_lead;
  const char *row_lead; /* NULL: "fres" is not open */
  enum level level;     /* of the innermost open object */
  struct json_errors errors[LEVEL_COUNT];
};

/* End the open object of LEVEL, after its errors if there are any or
   ALWAYS.  */
static void
end_level (struct dump *dump, enum level level, bool always)
{
  struct json_errors *errors = &dump->json->errors[level];

  if (errors->size != 0 || always)
    {
      outbuf_text (&dump->out, ",\"errors\":[");
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
json_section (struct dump *dump, const struct dump_section *section)
{
  struct dump_json *state = dump->json;

  outbuf_text (&dump->out, state->section_lead);
  outbuf_json_name (&dump->out, "{\"object\":", section->file);
  outbuf_json_name (&dump->out, ",\"name\":", section->name);
  outbuf_json (&dump->out, ",\"found_by\":",
               section->segment ? "\"segment\"" : "\"section\"");
  if (section->image != NULL)
    outbuf_json_addr (&dump->out, ",\"addr\":", section->addr);
  outbuf_json_number (&dump->out, ",\"size\":", (int64_t) section->size);
  outbuf_json_bool (&dump->out, ",\"absent\":", section->absent);
  outbuf_text (&dump->out, ",\"pieces\":[");
  state->section_lead = ",\n";
  state->piece_lead = "\n";
  state->level = LEVEL_SECTION;
}

static void
json_section_end (struct dump *dump)
{
  outbuf_text (&dump->out, "]");
  end_level (dump, LEVEL_SECTION, true);
}

static void
write_flag_names (struct dump *dump, uint8_t flags)
{
  char *names = put_text (outbuf_room (&dump->out), ",\"flag_names\":[");
  char *p = dump_put_flags (names, &flags, "\"", "\",\"");

  outbuf_done (&dump->out, put_text (p, p == names ? "]" : "\"]"));
}

static void
json_piece (struct dump *dump, uint32_t number, const struct sfm_piece *piece,
            bool past_section_end)
{
  struct dump_json *state = dump->json;
  const char *abi = sfm_abi_name (piece->abi);

  outbuf_text (&dump->out, state->piece_lead);
  outbuf_json_number (&dump->out, "{\"number\":", number);
  outbuf_json_number (&dump->out, ",\"offset\":", (int64_t) piece->offset);
  outbuf_json_bool (&dump->out, ",\"buried\":", past_section_end);
  outbuf_json_bool (&dump->out, ",\"big_endian\":", piece->big_endian);
  outbuf_json_number (&dump->out, ",\"version\":", piece->version);
  outbuf_json_number (&dump->out, ",\"flags\":", piece->flags);
  write_flag_names (dump, piece->flags);
  outbuf_json_number (&dump->out, ",\"abi_arch\":", piece->abi);
  outbuf_json_name (&dump->out, ",\"abi_name\":", abi);
  outbuf_json_number (&dump->out,
                      ",\"cfa_fixed_fp_offset\":", piece->fixed_fp);
  outbuf_json_number (&dump->out,
                      ",\"cfa_fixed_ra_offset\":", piece->fixed_ra);
  outbuf_json_number (&dump->out, ",\"auxhdr_len\":", piece->auxhdr_len);
  outbuf_json_number (&dump->out, ",\"num_fdes\":", piece->num_fdes);
  outbuf_json_number (&dump->out, ",\"num_fres\":", piece->num_fres);
  outbuf_json_number (&dump->out, ",\"fre_len\":", piece->fre_len);
  outbuf_json_number (&dump->out, ",\"fdeoff\":", piece->fdeoff);
  outbuf_json_number (&dump->out, ",\"freoff\":", piece->freoff);
  if (!dump->headers)
    outbuf_text (&dump->out, ",\"fdes\":[");
  state->piece_lead = ",\n";
  state->function_lead = "\n";
  state->level = LEVEL_PIECE;
}

static void
json_piece_end (struct dump *dump)
{
  if (!dump->headers)
    outbuf_text (&dump->out, "]");
  end_level (dump, LEVEL_PIECE, true);
}

static void
write_start (struct dump *dump, const struct dump_function *function)
{
  const struct input_reloc *reloc = function->reloc;

  if (function->image)
    outbuf_json_addr (&dump->out, ",\"start\":", function->addr);
  else if (reloc != NULL)
    {
      const struct input_object *object = function->object;
      outbuf_json_name (&dump->out, ",\"start_section\":",
                        reloc->section < object->section_count
                            ? object->sections[reloc->section].name
                            : NULL);
      outbuf_json_addr (&dump->out, ",\"start_offset\":", reloc->value);
      outbuf_json_number (&dump->out,
                          ",\"reloc_offset\":", (int64_t) reloc->offset);
    }
}

static void
json_function (struct dump *dump, const struct dump_function *function)
{
  const struct sfm_fde *fde = function->fde;
  struct dump_json *state = dump->json;

  outbuf_text (&dump->out, state->function_lead);
  outbuf_json_number (&dump->out, "{\"number\":", function->idx);
  outbuf_json_number (&dump->out, ",\"offset\":", (int64_t) fde->field);
  write_start (dump, function);
  if (function->name != NULL)
    outbuf_json_symbol (&dump->out, ",\"symbol\":", function->name,
                        dump->demangler);
  if (function->at)
    outbuf_json_number (&dump->out,
                        ",\"at_offset\":", (int64_t) function->at_offset);
  outbuf_json_number (&dump->out, ",\"func_start\":", fde->start);
  outbuf_json_number (&dump->out, ",\"func_size\":", fde->size);
  outbuf_json_number (&dump->out, ",\"func_start_fre_off\":", fde->fre_off);
  outbuf_json_number (&dump->out, ",\"func_num_fres\":", fde->num_fres);
  outbuf_json_number (&dump->out, ",\"func_info\":", fde->info);
  if (function->piece->version == 3)
    outbuf_json_number (&dump->out, ",\"func_info2\":", fde->info2);
  if (function->piece->version != 1)
    outbuf_json_number (&dump->out, ",\"func_rep_size\":", fde->rep_size);
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

/* Put KEY and RULE, and the quote that ends its string, at P.  */
static char *
put_rule (char *p, const char *key, const struct sfm_rule *rule, uint8_t abi)
{
  p = rules_put_rule (put_text (p, key), rule, abi);
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
  outbuf_json_number (&dump->out, ",\"fres_as_of_fde\":", idx);
}

static void
json_function_end (struct dump *dump)
{
  if (dump->json->row_lead != NULL)
    outbuf_text (&dump->out, "]");
  end_level (dump, LEVEL_FUNCTION, false);
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
  .section = json_section,
  .piece = json_piece,
  .function = json_function,
  .row = json_row,
  .same_rows = json_same_rows,
  .function_end = json_function_end,
  .piece_end = json_piece_end,
  .error = json_fail,
  .section_end = json_section_end,
};

sfm_status
json_begin (struct dump *dump)
{
  dump->form = &dump_json_form;
  dump->json = calloc (1, sizeof *dump->json);
  if (dump->json == NULL)
    return diag_nomem (dump->sink, NULL);
  dump->json->file_lead = "\n";
  document_begin ();
  outbuf_text (&dump->out, ",\"files\":[");
  return SFM_OK;
}

void
json_file (struct dump *dump, const char *file)
{
  document_file ();
  outbuf_text (&dump->out, dump->json->file_lead);
  outbuf_json_name (&dump->out, "{\"file\":", file);
  outbuf_text (&dump->out, ",\"sections\":[");
  dump->json->file_lead = ",\n";
  dump->json->section_lead = "\n";
}

void
json_file_end (struct dump *dump)
{
  outbuf_text (&dump->out, "]");
  document_put_failures (&dump->out);
  outbuf_text (&dump->out, "}");
}

void
json_end (struct dump *dump)
{
  outbuf_text (&dump->out, "]");
  outbuf_flush (&dump->out);
  for (unsigned i = 0; i < LEVEL_COUNT; i++)
    free (dump->json->errors[i].text);
  free (dump->json);
  dump->json = NULL;
}
