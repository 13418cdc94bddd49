/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-readelf.c - dump a .sframe section in the format of readelf --sframe.

   The text is that of readelf 2.47, byte for byte; a test compares the two by
   diff.  These oddities are readelf's: a start without the PCREL flag is
   relative to the section even in an object, although the linker has yet to
   relocate it; with the flag, sfh_fdeoff is left out of the address; sizes are
   signed; an offset after "sp+" has its sign in DEFAULT rows; columns run
   together if a value is too long.

   In the columns "u" is a register that is not saved, "f" the fixed offset
   of the header, "U" a word 0, which says that RA is not saved, "c-16" the
   word at CFA-16, "(fp-8)" the word at FP-8; "r10+0" and "fp+16" are values.
   "[m]": a block of code repeats; "[s]": RA is signed.  */

#include "config.h"

#include "dump.h"

enum
{
  COLUMN = 10, /* of CFA and FP */
  RA_COLUMN = 13
};

/* Put blanks at P up to WIDTH bytes after FROM.  */
static char *
pad (char *p, const char *from, ptrdiff_t width)
{
  while (p - from < width)
    *p++ = ' ';
  return p;
}

/* Put "Flags: ..." at P.  */
static char *
put_flags (char *p, uint8_t flags)
{
  char *names = put_text (p, "    Flags: ");

  p = dump_put_flags (names, &flags, "SFRAME_F_", ",\n           SFRAME_F_");
  return put_text (p, p == names ? "NONE\n" : "\n");
}

static void
readelf_file (struct dump *dump, const char *name)
{
  outbuf_text (&dump->out, "\nFile: ");
  outbuf_name (&dump->out, name);
  outbuf_text (&dump->out, "\n");
}

static void
readelf_no_header (struct dump *dump, const struct dump_section *section)
{
  if (section->absent)
    {
      outbuf_text (&dump->out, "section '");
      outbuf_name (&dump->out, section->name);
      outbuf_text (&dump->out, "' has the NOBITS type - its contents are "
                               "unreliable.\n");
      return;
    }
  outbuf_text (&dump->out, "\nSection '");
  outbuf_name (&dump->out, section->name);
  outbuf_text (&dump->out, "' has no debugging data.\n");
}

static void
readelf_piece (struct dump *dump, uint32_t number,
               const struct sfm_piece *piece, bool past_section_end)
{
  (void) number;
  (void) past_section_end;
  outbuf_text (&dump->out, "Contents of the SFrame section ");
  outbuf_name (&dump->out, dump->section->name);
  char *p = put_text (outbuf_room (&dump->out), ":\n  Header :\n\n");
  p = put_dec (put_text (p, "    Version: SFRAME_VERSION_"), piece->version);
  p = put_flags (put_text (p, "\n"), piece->flags);
  if (piece->fixed_fp != 0)
    {
      p = put_signed (put_text (p, "    CFA fixed FP offset: "),
                      piece->fixed_fp);
      *p++ = '\n';
    }
  if (piece->fixed_ra != 0)
    {
      p = put_signed (put_text (p, "    CFA fixed RA offset: "),
                      piece->fixed_ra);
      *p++ = '\n';
    }
  p = put_signed (put_text (p, "    Num FDEs: "), (int32_t) piece->num_fdes);
  p = put_signed (put_text (p, "\n    Num FREs: "), (int32_t) piece->num_fres);
  outbuf_done (&dump->out, put_text (p, "\n\n  Function Index :\n"));
}

static void
readelf_function (struct dump *dump, const struct dump_function *function)
{
  const struct sfm_fde *fde = function->fde;
  char *p = outbuf_room (&dump->out);

  p = put_dec (put_text (p, "\n    func idx ["), function->idx);
  p = put_hex (put_text (p, "]: pc = "), function->addr);
  p = put_signed (put_text (p, ", size = "), (int32_t) fde->size);
  p = put_text (p, " bytes");
  if (fde->signal || fde->flex)
    {
      p = put_text (p, ", attr = \"");
      p = put_text (p, fde->signal ? "S" : "");
      p = put_text (p, fde->flex ? "F\"" : "\"");
    }
  if (fde->pauth_b)
    p = put_text (p, ", pauth = B key");
  p = put_text (p, fde->mask ? "\n    STARTPC[m]      "
                             : "\n    STARTPC         ");
  p = put_text (p, "CFA       FP        RA           \n");
  outbuf_done (&dump->out, p);
}

/* Put the base register REG at P.  */
static char *
put_register (char *p, uint32_t reg, struct rules_registers registers)
{
  if (reg == registers.sp)
    return put_text (p, "sp");
  if (reg == registers.fp)
    return put_text (p, "fp");
  *p++ = 'r';
  return put_dec (p, reg);
}

/* Word number I of ROW, a FLEX control word, without its sign extension.  */
static uint32_t
control (const struct sfm_row *row, unsigned i)
{
  uint32_t word = (uint32_t) row->words[i];

  return row->word_size == 4 ? word : word & ((1u << 8 * row->word_size) - 1);
}

/* Put the rule of the FLEX control WORD and OFFSET at P.  */
static char *
put_flex (char *p, uint32_t word, int64_t offset,
          struct rules_registers registers)
{
  bool memory = (word & 1) != 0 && (word & 2) != 0;

  if ((word & 1) == 0)
    return put_offset (put_text (p, "c"), offset);
  if (memory)
    *p++ = '(';
  p = put_offset (put_register (p, word >> 3, registers), offset);
  if (memory)
    *p++ = ')';
  return p;
}

/* Put CFA, FP and RA of a FLEX row at P.  Set *RA to the start of RA's
   column.  */
static char *
put_flex_row (char *p, const struct sfm_piece *piece,
              const struct sfm_row *row, char **ra)
{
  struct rules_registers registers = rules_registers_of (piece->abi);
  bool scaled = piece->abi == SFM_ABI_S390X_ENDIAN_BIG;
  bool no_ra = row->count > 2 && control (row, 2) == 0;
  unsigned fp = no_ra ? 3 : 4;
  int64_t offset = row->words[1];
  char *from = p;

  p = put_flex (p, control (row, 0), scaled ? offset * 8 + 160 : offset,
                registers);
  from = p = pad (p, from, COLUMN);
  if (row->count >= fp + 2)
    p = put_flex (p, control (row, fp), row->words[fp + 1], registers);
  else
    *p++ = 'u';
  *ra = p = pad (p, from, COLUMN);
  if (no_ra)
    *p++ = 'U';
  else if (row->count > 3)
    p = put_flex (p, control (row, 2), row->words[3], registers);
  else
    *p++ = piece->fixed_ra != 0 ? 'f' : 'u';
  return p;
}

/* Put WORD, the place where a register is saved, at P.  */
static char *
put_saved (char *p, const struct sfm_piece *piece, int32_t word)
{
  if (piece->abi != SFM_ABI_S390X_ENDIAN_BIG || piece->version > 2
      || (word & 1) == 0)
    return put_offset (put_text (p, "c"), word);
  *p++ = 'r';
  return put_signed (p, word >> 1);
}

/* The same for a DEFAULT row.  */
static char *
put_default_row (char *p, const struct sfm_piece *piece,
                 const struct sfm_row *row, char **ra)
{
  bool scaled = piece->abi == SFM_ABI_S390X_ENDIAN_BIG;
  int64_t cfa = row->words[0];
  unsigned fp = piece->fixed_ra != 0 ? 1 : 2;
  char *from = p;

  p = put_text (p, row->info & 1 ? "sp+" : "fp+");
  p = put_signed (p, scaled ? cfa * 8 + 160 : cfa);
  from = p = pad (p, from, COLUMN);
  if (piece->fixed_fp != 0)
    p = put_offset (put_text (p, "c"), piece->fixed_fp);
  else if (row->count > fp)
    p = put_saved (p, piece, row->words[fp]);
  else
    *p++ = 'u';
  *ra = p = pad (p, from, COLUMN);
  if (piece->fixed_ra != 0)
    *p++ = 'f';
  else if (row->count < 2)
    *p++ = 'u';
  else if (row->words[1] == 0)
    *p++ = 'U';
  else
    p = put_saved (p, piece, row->words[1]);
  return p;
}

static void
readelf_row (struct dump *dump, const struct sfm_piece *piece,
             const struct sfm_row *row, const struct sfm_rules *rules)
{
  const struct dump_function *function = dump->function;
  uint64_t addr = function->fde->mask ? 0 : function->addr;
  char *p = put_text (outbuf_room (&dump->out), "    ");

  (void) rules;
  p = put_text (put_hex16 (p, addr + row->start), "  ");
  if (row->count == 0)
    {
      outbuf_done (&dump->out, put_text (p, "RA undefined\n"));
      return;
    }
  char *ra;
  p = function->fde->flex ? put_flex_row (p, piece, row, &ra)
                          : put_default_row (p, piece, row, &ra);
  p = put_text (p, row->info & 0x80 ? "[s]" : "   ");
  p = pad (p, ra, RA_COLUMN);
  *p++ = '\n';
  outbuf_done (&dump->out, p);
}

const struct dump_form dump_readelf_form = {
  .literal = true,
  .file = readelf_file,
  .piece = readelf_piece,
  .function = readelf_function,
  .row = readelf_row,
  .function_end = dump_text_nothing,
  .piece_end = dump_text_nothing,
  .error = dump_text_error,
  .no_header = readelf_no_header,
  .section_end = dump_text_nothing,
};
