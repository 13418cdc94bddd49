/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-text.c - dump a .sframe section as text.

   The manual documents the format, and tests compare whole outputs: change
   them together.  */

#include "config.h"

#include "demangle.h"
#include "dump.h"

const char *
dump_fre_type (uint8_t fre_type)
{
  static const char *const names[] = { "ADDR1", "ADDR2", "ADDR4" };

  return fre_type <= SFM_FRE_TYPE_ADDR4 ? names[fre_type] : "ADDR?";
}

static void
text_section (struct dump *dump, const struct dump_section *section)
{
  outbuf_name (&dump->out, section->file);
  outbuf_text (&dump->out, section->segment ? ": segment " : ": section ");
  outbuf_name (&dump->out, section->name);
  char *p = outbuf_room (&dump->out);
  if (section->image != NULL)
    {
      p = put_text (p, " at ");
      p = put_hex (p, section->addr);
    }
  p = put_text (p, ", ");
  p = put_dec (p, section->size);
  p = put_text (p, " bytes\n");
  outbuf_done (&dump->out, p);
}

static void
text_no_header (struct dump *dump, const struct dump_section *section)
{
  outbuf_text (&dump->out, section->absent ? "  no bytes in this file\n"
                                           : "  no header\n");
}

char *
dump_put_flags (char *p, uint8_t *flags, const char *first, const char *more)
{
  static const struct
  {
    uint8_t value;
    const char *name;
  } names[] = { { SFM_F_FDE_SORTED, "FDE_SORTED" },
                { SFM_F_FRAME_POINTER, "FRAME_POINTER" },
                { SFM_F_FDE_FUNC_START_PCREL, "FDE_FUNC_START_PCREL" } };

  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (*flags & names[i].value)
      {
        p = put_text (put_text (p, first), names[i].name);
        *flags = (uint8_t) (*flags & ~names[i].value);
        first = more;
      }
  return p;
}

/* Put the names of FLAGS at P, unknown ones as a number.  */
static char *
put_flags (char *p, uint8_t flags)
{
  uint8_t rest = flags;

  p = put_hex (p, flags);
  if (flags == 0)
    return p;
  p = dump_put_flags (p, &rest, " (", " ");
  if (rest != 0)
    p = put_hex (put_text (p, rest == flags ? " (" : " "), rest);
  return put_text (p, ")");
}

static void
text_piece (struct dump *dump, uint32_t number, const struct sfm_piece *piece,
            bool past_section_end)
{
  char *p = outbuf_room (&dump->out);
  const char *abi = sfm_abi_name (piece->abi);

  p = put_dec (put_text (p, past_section_end ? "  buried piece " : "  piece "),
               number);
  p = put_hex (put_text (p, " at "), piece->offset);
  p = put_dec (put_text (p, ": version "), piece->version);
  p = put_flags (put_text (p, ", flags "), piece->flags);
  p = put_dec (put_text (p, ", abi_arch "), piece->abi);
  p = put_text (put_text (p, " ("), abi != NULL ? abi : "unknown");
  p = put_text (p, ")\n    cfa_fixed_fp_offset ");
  p = put_signed (p, piece->fixed_fp);
  p = put_signed (put_text (p, ", cfa_fixed_ra_offset "), piece->fixed_ra);
  p = put_dec (put_text (p, ", auxhdr_len "), piece->auxhdr_len);
  p = put_dec (put_text (p, "\n    num_fdes "), piece->num_fdes);
  p = put_dec (put_text (p, ", num_fres "), piece->num_fres);
  p = put_dec (put_text (p, ", fre_len "), piece->fre_len);
  p = put_dec (put_text (p, ", fdeoff "), piece->fdeoff);
  p = put_dec (put_text (p, ", freoff "), piece->freoff);
  *p++ = '\n';
  outbuf_done (&dump->out, p);
}

/* Append the start of FUNCTION.  Not put at a pointer, because section names
   may be longer than outbuf_room.  */
static void
text_start (struct dump *dump, const struct dump_function *function)
{
  const struct input_reloc *reloc = function->reloc;
  char *p;

  if (function->image)
    {
      p = put_hex (outbuf_room (&dump->out), function->addr);
      p = put_signed_hex (put_text (p, " ("), function->fde->start);
      outbuf_done (&dump->out, put_text (p, ")"));
    }
  else if (reloc == NULL)
    outbuf_text (&dump->out, "none");
  else if (reloc->section >= function->object->section_count)
    outbuf_text (&dump->out, "undefined");
  else
    {
      outbuf_name (&dump->out,
                   function->object->sections[reloc->section].name);
      p = put_text (outbuf_room (&dump->out), "+");
      outbuf_done (&dump->out, put_hex (p, reloc->value));
    }
}

/* Append NAME, demangled if that is wanted and possible.  */
static void
text_name (struct dump *dump, const char *name)
{
  outbuf_name (&dump->out, demangler_show (dump->demangler, name));
}

/* Append the place that was looked up, in FUNCTION.  */
static void
text_at (struct dump *dump, const struct dump_function *function)
{
  char *p = put_text (outbuf_room (&dump->out), "    at ");

  outbuf_done (&dump->out, put_hex (p, function->addr + function->at_offset));
  if (function->name != NULL)
    {
      outbuf_text (&dump->out, " <");
      text_name (dump, function->name);
      p = put_hex (put_text (outbuf_room (&dump->out), "+"),
                   function->at_offset);
      outbuf_done (&dump->out, put_text (p, ">"));
    }
  outbuf_text (&dump->out, ":\n");
}

static void
text_function (struct dump *dump, const struct dump_function *function)
{
  const struct sfm_fde *fde = function->fde;

  if (function->at)
    text_at (dump, function);
  char *p = outbuf_room (&dump->out);
  p = put_dec (put_text (p, "    fde "), function->idx);
  p = put_hex (put_text (p, " at "), fde->field);
  outbuf_done (&dump->out, put_text (p, ": start "));
  text_start (dump, function);
  if (function->name != NULL)
    {
      outbuf_text (&dump->out, " <");
      text_name (dump, function->name);
      outbuf_text (&dump->out, ">");
    }
  p = outbuf_room (&dump->out);
  p = put_dec (put_text (p, ", size "), fde->size);
  p = put_hex (put_text (p, ", fre_off "), fde->fre_off);
  p = put_dec (put_text (p, ", num_fres "), fde->num_fres);
  p = put_text (put_text (p, ", "), dump_fre_type (fde->fre_type));
  p = put_text (p, fde->mask ? " MASK" : " INC");
  if (fde->mask && function->piece->version > 1)
    p = put_dec (put_text (p, " rep_size "), fde->rep_size);
  if (fde->flex)
    p = put_text (p, " FLEX");
  if (fde->signal)
    p = put_text (p, " SIGNAL");
  if (fde->pauth_b)
    p = put_text (p, " PAUTH_B");
  *p++ = '\n';
  outbuf_done (&dump->out, p);
}

static void
text_row (struct dump *dump, const struct sfm_piece *piece,
          const struct sfm_row *row, const struct sfm_rules *rules)
{
  char *p = outbuf_room (&dump->out);

  p = put_hex (put_text (p, "      "), row->start);
  p = rules_put (put_text (p, ": "), rules, piece->abi);
  *p++ = '\n';
  outbuf_done (&dump->out, p);
}

static void
text_same_rows (struct dump *dump, uint32_t idx)
{
  char *p = put_text (outbuf_room (&dump->out), "      rows as of fde ");

  p = put_dec (p, idx);
  *p++ = '\n';
  outbuf_done (&dump->out, p);
}

static void
text_error (struct dump *dump, uint64_t offset, const char *text)
{
  outbuf_text (&dump->out, "    ");
  outbuf_color (&dump->out, COLOR_ERROR, "error");

  char *p = put_text (outbuf_room (&dump->out), " at ");
  p = put_hex (p, offset);
  p = put_text (put_text (p, ": "), text);
  *p++ = '\n';
  outbuf_done (&dump->out, p);
}

static void
text_nothing (struct dump *dump)
{
  (void) dump;
}

const struct dump_form dump_text_form = {
  .section = text_section,
  .piece = text_piece,
  .function = text_function,
  .row = text_row,
  .same_rows = text_same_rows,
  .function_end = text_nothing,
  .piece_end = text_nothing,
  .error = text_error,
  .no_header = text_no_header,
  .section_end = text_nothing,
};
