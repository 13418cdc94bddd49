/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   check-json.c - the output of sfmerge check as JSON.

   The manual documents the schema.  Each file or member of an archive is an
   object, which is written as its findings come.  A new member needs no new
   schema number; a change or the removal of a member does.  */

#include "config.h"

#include <stdio.h>

#include "cmd-check.h"
#include "elf-abi.h"

/* Append KEY and VALUE, or nothing if VALUE is SFM_NO_INDEX.  */
static void
put_index (struct outbuf *out, const char *key, uint32_t value)
{
  if (value != SFM_NO_INDEX)
    outbuf_json_number (out, key, value);
}

static void
put_lead (struct check *check)
{
  outbuf_text (&check->out, check->shown ? ",\n" : "\n");
  check->shown = true;
}

static const char *
kind_name (const struct check_subject *subject)
{
  static const char *const names[] = { [CONSUMER_IMAGE] = "image",
                                       [CONSUMER_OBJECT] = "object",
                                       [CONSUMER_MODULE] = "module" };

  return names[subject->known.kind];
}

static void
json_begin_subject (struct check *check, const struct check_subject *subject)
{
  struct outbuf *out = &check->out;
  const char *abi = sfm_abi_name (
      elf_abi (subject->known.machine, subject->known.big_endian));

  put_lead (check);
  outbuf_json_name (out, "{\"file\":", subject->known.name);
  outbuf_json_name (out, ",\"kind\":", kind_name (subject));
  outbuf_json_name (out, ",\"abi\":", abi);
  outbuf_text (out, ",\"findings\":[");
}

static void
json_finding (struct check *check, const struct finding *finding)
{
  struct outbuf *out = &check->out;
  size_t before = 0;

  for (unsigned i = 0; i <= SFM_ERROR; i++)
    before += check->subject.of_severity[i];
  /* BEFORE includes this finding.  */
  outbuf_text (out, before == 1 ? "\n" : ",\n");
  outbuf_json_name (out, "{\"name\":", finding_name (finding->id));
  outbuf_json_name (out,
                    ",\"severity\":", check_severities[finding->severity]);
  outbuf_json_number (out, ",\"count\":", (int64_t) finding->count);
  if (finding->section != NULL)
    {
      outbuf_json_name (out, ",\"section\":", finding->section);
      if (finding->number != 0)
        outbuf_json_number (out, ",\"number\":", finding->number);
      outbuf_json_number (out, ",\"offset\":", (int64_t) finding->offset);
    }
  put_index (out, ",\"piece\":", finding->piece);
  put_index (out, ",\"fde\":", finding->fde);
  put_index (out, ",\"row\":", finding->row);
  if (finding->symbol != NULL)
    outbuf_json_symbol (out, ",\"symbol\":", finding->symbol,
                        check->demangler);
  outbuf_json_name (out, ",\"text\":", finding->text);
  outbuf_text (out, "}");
}

static void
put_pieces (struct outbuf *out, const struct consumer_subject *known)
{
  outbuf_text (out, ",\"pieces\":[");
  for (size_t i = 0; i < known->piece_count; i++)
    {
      const struct consumer_piece *piece = &known->pieces[i];
      outbuf_json_number (
          out, i == 0 ? "{\"version\":" : ",{\"version\":", piece->version);
      outbuf_json_number (out, ",\"flags\":", piece->flags);
      outbuf_json_number (out, ",\"num_fdes\":", piece->num_fdes);
      outbuf_json_number (out, ",\"num_fres\":", piece->num_fres);
      outbuf_json_bool (out, ",\"buried\":", piece->past_section_end);
      outbuf_json_bool (out, ",\"known\":", !piece->later);
      outbuf_text (out, "}");
    }
  outbuf_text (out, "]");
}

static void
put_counts (struct outbuf *out, const struct check_subject *subject)
{
  const char *lead = "";

  outbuf_json_number (
      out, ",\"errors\":", (int64_t) subject->of_severity[SFM_ERROR]);
  outbuf_json_number (
      out, ",\"warnings\":", (int64_t) subject->of_severity[SFM_WARNING]);
  outbuf_json_number (out,
                      ",\"notes\":", (int64_t) subject->of_severity[SFM_NOTE]);
  outbuf_text (out, ",\"counts\":{");
  for (unsigned id = 0; id < FIND_COUNT; id++)
    if (subject->found[id] != 0)
      {
        outbuf_json_name (out, lead, finding_name (id));
        outbuf_json_number (out, ":", (int64_t) subject->found[id]);
        lead = ",";
      }
  outbuf_text (out, "}");
}

static void
put_sections (struct outbuf *out, const struct coverage *coverage)
{
  outbuf_text (out, ",\"sections\":[");
  for (size_t i = 0; i < coverage->section_count; i++)
    {
      const struct coverage_section *s = &coverage->sections[i];
      outbuf_json_name (out, i == 0 ? "{\"name\":" : ",{\"name\":", s->name);
      outbuf_json_addr (out, ",\"addr\":", s->addr);
      outbuf_json_number (out, ",\"size\":", (int64_t) s->size);
      outbuf_json_number (out, ",\"covered\":", (int64_t) s->covered);
      outbuf_json_number (out, ",\"twice\":", (int64_t) s->twice);
      outbuf_text (out, "}");
    }
  outbuf_text (out, "]");
}

/* Append the COUNT GAPS after NAME, with a bracket.  */
static void
put_gaps (struct check *check, const char *name,
          const struct coverage_gap *gaps, size_t count)
{
  struct outbuf *out = &check->out;

  outbuf_text (out, name);
  for (size_t i = 0; i < count; i++)
    {
      const struct coverage_gap *gap = &gaps[i];
      outbuf_json_symbol (out,
                          i == 0 ? "{\"name\":" : ",{\"name\":", gap->name,
                          check->demangler);
      outbuf_json_addr (out, ",\"addr\":", gap->addr);
      outbuf_json_number (out, ",\"size\":", (int64_t) gap->size);
      outbuf_json_number (out, ",\"uncovered\":", (int64_t) gap->uncovered);
      outbuf_text (out, "}");
    }
  outbuf_text (out, "]");
}

/* Append what part is described, and whether it is less than MIN.  */
static void
put_described (struct outbuf *out, const struct check_described *described,
               const struct check_percent *min)
{
  const unsigned value = per_mille (described->part, described->whole);
  char text[32];

  snprintf (text, sizeof text, "%u.%u", value / 10, value % 10);
  outbuf_json_name (out, ",\"described\":{\"of\":",
                    described->whole == 0  ? NULL
                    : described->functions ? "functions"
                                           : "code");
  outbuf_json (out, ",\"percent\":", described->whole == 0 ? "null" : text);
  outbuf_json_bool (out, ",\"below_half\":", described->little);
  if (min->text != NULL)
    outbuf_json_bool (out, ",\"below_min\":", described->low);
  outbuf_text (out, "}");
}

static void
put_coverage (struct check *check, const struct check_subject *subject)
{
  const struct coverage *coverage = subject->coverage;
  struct outbuf *out = &check->out;
  const struct json_number numbers[] = {
    { ",\"coverage\":{\"bytes\":", coverage->size },
    { ",\"covered\":", coverage->covered },
    { ",\"twice\":", coverage->twice },
    { ",\"readable\":", coverage->readable },
    { ",\"functions\":", coverage->functions },
    { ",\"functions_covered\":", coverage->functions_covered },
    { ",\"function_bytes\":", coverage->function_bytes },
    { ",\"function_bytes_covered\":", coverage->function_bytes_covered },
  };

  outbuf_json_numbers (out, numbers, sizeof numbers / sizeof *numbers);
  outbuf_json_name (out, ",\"by\":",
                    coverage->functions == 0 ? NULL
                    : coverage->by_symbols   ? "symbols"
                                             : "eh_frame");
  put_sections (out, coverage);
  put_gaps (check, ",\"uncovered\":[", coverage->gaps, coverage->gap_count);
  put_gaps (check, ",\"in_no_table\":[", coverage->bare, coverage->bare_count);
  put_described (out, &subject->described, &check->options->min_coverage);
  outbuf_text (out, "}");
}

static void
put_fill (struct outbuf *out, const struct synth_counts *fill)
{
  outbuf_json_number (out, ",\"synth\":{\"frames\":", (int64_t) fill->frames);
  outbuf_json_number (out, ",\"added\":", (int64_t) fill->added);
  outbuf_json_number (out, ",\"debug_added\":", (int64_t) fill->debug_added);
  outbuf_json_number (out, ",\"refused\":", (int64_t) fill->refused);
  outbuf_json_number (out, ",\"proven\":", (int64_t) fill->proven);
  outbuf_json_number (out, ",\"proven_bytes\":", (int64_t) fill->proven_bytes);
  outbuf_text (out, "}");
}

static void
put_against (struct outbuf *out, const struct input_comparison *against)
{
  const struct json_number numbers[] = {
    { ",\"against\":{\"functions\":", against->functions },
    { ",\"live\":", against->live },
    { ",\"same\":", against->same },
    { ",\"different\":", against->different },
    { ",\"missing\":", against->missing },
    { ",\"gone\":", against->gone },
    { ",\"unplaced\":", against->unplaced },
  };

  outbuf_json_numbers (out, numbers, sizeof numbers / sizeof *numbers);
  outbuf_text (out, "}");
}

static void
put_verdicts (struct outbuf *out, const struct consumer_verdict *verdicts,
              size_t count)
{
  outbuf_text (out, ",\"consumers\":[");
  for (size_t i = 0; i < count; i++)
    {
      const struct consumer_verdict *v = &verdicts[i];
      outbuf_json_name (
          out, i == 0 ? "{\"name\":" : ",{\"name\":", v->consumer->name);
      outbuf_json_name (out, ",\"verdict\":", consumer_grade_name (v->grade));
      outbuf_text (out, ",\"reasons\":[");
      for (size_t j = 0; j < v->reason_count; j++)
        outbuf_json_name (out, j == 0 ? "" : ",", v->reasons[j]);
      outbuf_text (out, "],\"notes\":[");
      for (size_t j = 0, put = 0; j < CONSUMER_NOTES; j++)
        if (v->notes[j] != NULL)
          outbuf_json_name (out, put++ == 0 ? "" : ",", v->notes[j]);
      outbuf_json_name (out, "],\"fix\":", v->fix[0] != '\0' ? v->fix : NULL);
      outbuf_text (out, "}");
    }
  outbuf_text (out, "]");
}

static void
json_end_subject (struct check *check, const struct check_subject *subject,
                  const struct consumer_verdict *verdicts,
                  size_t verdict_count)
{
  struct outbuf *out = &check->out;

  outbuf_text (out, "]");
  put_counts (out, subject);
  put_pieces (out, &subject->known);
  if (subject->coverage != NULL)
    put_coverage (check, subject);
  if (subject->fill != NULL)
    put_fill (out, subject->fill);
  if (subject->against != NULL)
    put_against (out, subject->against);
  put_verdicts (out, verdicts, verdict_count);
  outbuf_text (out, "}");
}

static void
json_passed (struct check *check, const char *path, const char *why)
{
  put_lead (check);
  outbuf_json_name (&check->out, "{\"file\":", path);
  outbuf_json_name (&check->out, ",\"kind\":null,\"skipped\":", why);
  outbuf_text (&check->out, "}");
}

static void
json_done (struct check *check, const char *path)
{
  if (check->any && !document_failed ())
    return;
  put_lead (check);
  outbuf_json_name (&check->out, "{\"file\":", path);
  outbuf_text (&check->out, ",\"kind\":null");
  document_put_failures (&check->out);
  outbuf_text (&check->out, "}");
}

const struct check_form check_json_form = {
  .advises = true,
  .begin = json_begin_subject,
  .finding = json_finding,
  .end = json_end_subject,
  .passed = json_passed,
  .done = json_done,
};
