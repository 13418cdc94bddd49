/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   diff-json.c - the output of sfmerge diff as JSON.

   The manual documents the schema.  A new member needs no new schema number; a
   change or the removal of a member does.  */

#include "config.h"

#include "diff.h"

static void
put_part (struct outbuf *out, const char *key, const struct diff_part *part)
{
  outbuf_text (out, key);
  if (part->whole == 0)
    {
      outbuf_text (out, "null");
      return;
    }
  outbuf_json_number (out, "{\"part\":", (int64_t) part->part);
  outbuf_json_number (out, ",\"whole\":", (int64_t) part->whole);
  outbuf_text (out, "}");
}

static void
put_unit (struct outbuf *out, const char *key, const struct diff_unit *unit)
{
  outbuf_text (out, key);
  if (unit->state == UNIT_ABSENT)
    {
      outbuf_text (out, "null");
      return;
    }
  outbuf_json_number (out, "{\"functions\":", (int64_t) unit->functions.count);
  outbuf_json_number (out, ",\"size\":", (int64_t) unit->size);
  outbuf_text (out, ",\"pieces\":[");
  for (size_t i = 0; i < unit->pieces.count; i++)
    {
      outbuf_json_number (out, i == 0 ? "{\"version\":" : ",{\"version\":",
                          unit->pieces.at[i].version);
      outbuf_json_number (out, ",\"flags\":", unit->pieces.at[i].flags);
      outbuf_text (out, "}");
    }
  outbuf_text (out, "]");
  put_part (out, ",\"eh_frame\":", &unit->frames);
  put_part (out, ",\"code\":", &unit->code);
  put_part (out, ",\"readable\":", &unit->readable);
  outbuf_text (out, "}");
}

static void
put_item (struct diff_output *output, const struct diff_pair *pair,
          const struct diff_item *item)
{
  struct outbuf *out = &output->out;
  const struct diff_function *f = item->old != NULL ? item->old : item->now;
  struct rows_difference rows;

  outbuf_json_symbol (out, "{\"name\":", f->name, output->demangler);
  outbuf_json_name (out, ",\"source\":", f->source);
  outbuf_json_name (out, ",\"section\":", f->section);
  outbuf_json_addr (out, ",\"offset\":", f->offset);
  outbuf_json_number (out, ",\"size\":", f->size);
  if (item->old != NULL && item->now != NULL)
    {
      outbuf_json_name (out, ",\"new_section\":", item->now->section);
      outbuf_json_addr (out, ",\"new_offset\":", item->now->offset);
      outbuf_json_number (out, ",\"new_size\":", item->now->size);
      if (diff_rows_find (pair, item, &rows))
        {
          outbuf_json_number (out, ",\"at\":", rows.at);
          outbuf_json_name (out, ",\"rules\":", rows.rules[0]);
          outbuf_json_name (out, ",\"new_rules\":", rows.rules[1]);
        }
    }
  outbuf_text (out, "}");
}

static void
json_pair (struct diff_output *output, const struct diff_pair *pair)
{
  struct outbuf *out = &output->out;

  outbuf_text (out, output->inside ? ",\n" : "\n");
  output->inside = true;
  outbuf_json_name (out, "{\"member\":", pair->now->member);
  put_unit (out, ",\"before\":", pair->old);
  put_unit (out, ",\"after\":", pair->now);
  outbuf_json_name (out,
                    ",\"matched\":", pair->by_address ? "address" : "name");
  outbuf_json_number (out, ",\"by_place\":", (int64_t) pair->by_place);
  outbuf_json_bool (out, ",\"coverage_lower\":", pair->totals.coverage_lower);
  outbuf_json_number (out, ",\"same\":", (int64_t) pair->totals.same);
  for (unsigned i = 0; i < DIFF_CLASSES; i++)
    {
      const struct diff_list *list = &pair->lists[i];
      outbuf_text (out, ",\"");
      outbuf_text (out, diff_class_name ((enum diff_class) i));
      outbuf_text (out, "\":[");
      for (size_t j = 0; j < list->count; j++)
        {
          outbuf_text (out, j == 0 ? "\n" : ",\n");
          put_item (output, pair, &list->at[j]);
        }
      outbuf_text (out, "]");
    }
  outbuf_text (out, "}");
}

static void
json_begin (struct diff_output *output, const struct diff_files *files)
{
  struct outbuf *out = &output->out;

  outbuf_text (out, output->shown ? ",\n" : "\n");
  output->shown = true;
  output->inside = false;
  outbuf_json_name (out,
                    "{\"old\":", files->old != NULL ? files->old->path : NULL);
  outbuf_json_name (out,
                    ",\"new\":", files->now != NULL ? files->now->path : NULL);
  outbuf_text (out, ",\"units\":[");
}

static void
json_end (struct diff_output *output, const struct diff_files *files,
          const struct diff_totals *totals, bool worse)
{
  (void) files;
  outbuf_json (&output->out, "],\"result\":",
               worse                   ? "\"worse\"}"
               : diff_is_same (totals) ? "\"same\"}"
                                       : "\"different\"}");
}

static void
json_alone (struct diff_output *output, const struct diff_files *files)
{
  json_begin (output, files);
  outbuf_text (&output->out, "],\"result\":\"alone\"}");
}

static void
json_unread (struct diff_output *output, const struct diff_files *files)
{
  (void) files;
  outbuf_text (&output->out, "],\"result\":null");
  document_put_failures (&output->out);
  outbuf_text (&output->out, "}");
}

const struct diff_form diff_json_form = {
  .begin = json_begin,
  .pair = json_pair,
  .end = json_end,
  .alone = json_alone,
  .unread = json_unread,
};
