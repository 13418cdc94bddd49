/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-image.c - dump the .sframe sections of a linked image, or what readers
   find in them.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "dump.h"
#include "file-bytes.h"
#include "file-list.h"
#include "sframe-section.h"
#include "sorted.h"

/* An image that is dumped.  */
struct dump_source
{
  struct image image;
  struct dump_start_base known;
  const struct image_segment *segment; /* PT_GNU_SFRAME, or NULL */
};

static struct dump_section
of_segment (struct dump_source *source)
{
  return (struct dump_section){
    .file = source->image.path,
    .name = "PT_GNU_SFRAME",
    .segment = true,
    .image = &source->image,
    .known = &source->known,
    .addr = source->segment->vaddr,
    .bytes = image_segment_bytes (&source->image, source->segment),
    .size = source->segment->filesz,
    .extent = source->segment->filesz,
  };
}

static struct dump_section
of_section (struct dump_source *source, const struct image_section *section)
{
  size_t size;
  struct dump_section shown = {
    .file = source->image.path,
    .name = section->name,
    .image = &source->image,
    .known = &source->known,
    .addr = section->addr,
    .bytes = image_section_bytes (&source->image, section, &size),
  };

  shown.absent = shown.bytes == NULL && section->size != 0;
  shown.extent = shown.size = shown.absent ? section->size : size;
  return shown;
}

/* Look functions up in an image, as stack walkers do.

   They take the segment PT_GNU_SFRAME or, if there is none, the section, read
   the header at its start, and search the sorted functions (merger/find/).  So
   only the first of several pieces is searched, and one that is not sorted is
   refused.  */

/* A search for the wanted addresses of an image.  */
struct at_image
{
  struct dump *dump;
  struct dump_source *source;
  const struct image *image; /* SOURCE's */
  struct symbol_index *names;
  struct dump_section shown;
  struct sfm_section section;
  bool begun;            /* the section was shown */
  LIST (uint64_t) addrs; /* of the current argument */
};

/* Set AT->shown to the SFrame data that a stack walker reads.  False: there is
   none.  */
static bool
choose_section (struct at_image *at)
{
  const struct image *image = at->image;
  const struct image_segment *segment = at->source->segment;
  const struct image_section *section = NULL;

  for (uint32_t i = 1; i < image->section_count && section == NULL; i++)
    if (image_section_has_sframe (&image->sections[i])
        && (segment == NULL || image->sections[i].addr == segment->vaddr))
      section = &image->sections[i];
  if (section != NULL)
    at->shown = of_section (at->source, section);
  else if (segment != NULL)
    at->shown = of_segment (at->source);
  if (section != NULL && segment != NULL && !at->shown.absent)
    {
      at->shown.bytes = image_segment_bytes (image, segment);
      at->shown.extent = segment->filesz;
    }
  return section != NULL || segment != NULL;
}

/* The arguments of --at: addresses and functions.

   "add" may be the name of a function, and is also a hexadecimal number, as
   profilers print them without 0x.  So a name that the file has takes
   precedence; a number with 0x is never a name.  */

/* Whether NAME is the SIZE bytes at WANTED, or these with a version.  */
static bool
same_name (const char *name, const char *wanted, size_t size)
{
  return strncmp (name, wanted, size) == 0
         && (name[size] == '\0' || name[size] == '@');
}

/* Whether the symbol NAME is the function that WANTED names; *OFFSET is set to
   the wanted distance from its start.  A version ("f@@V1") need not be
   given.  */
static bool
dump_wanted_is (const struct dump_wanted *wanted, const char *name,
                uint64_t *offset)
{
  *offset = 0;
  if (wanted->only_address)
    return false;
  if (same_name (name, wanted->text, strlen (wanted->text)))
    return true;
  *offset = wanted->offset;
  return wanted->name_size != 0
         && same_name (name, wanted->text, wanted->name_size);
}

static sfm_status
add_addr (struct at_image *at, uint64_t addr)
{
  return LIST_ADD (&at->addrs, addr)
             ? SFM_OK
             : diag_nomem (at->dump->sink, at->image->path);
}

static sfm_status
find_addrs (struct at_image *at, const struct dump_wanted *wanted)
{
  uint64_t offset;
  uint32_t section;
  size_t kept = 0;

  at->addrs.count = 0;
  for (size_t i = 0; i < at->names->table_count; i++)
    for (struct image_symbol symbol = at->names->tables[i];
         symbol_next_here (&symbol);)
      if (dump_wanted_is (wanted, symbol_name (&symbol), &offset)
          && symbol_section_number (&symbol, &section)
          && symbol_names_code (&symbol, symbol_name (&symbol), section))
        TRY (add_addr (at, symbol_value (&symbol) + offset));
  if (at->addrs.count == 0 && wanted->hexadecimal)
    TRY (add_addr (at, wanted->addr));
  /* Aliases are one function.  */
  if (at->addrs.count != 0)
    qsort (at->addrs.at, at->addrs.count, sizeof *at->addrs.at, compare_u64);
  for (size_t i = 0; i < at->addrs.count; i++)
    if (i == 0 || at->addrs.at[i] != at->addrs.at[kept - 1])
      at->addrs.at[kept++] = at->addrs.at[i];
  at->addrs.count = kept;
  return SFM_OK;
}

static void
begin_section (struct at_image *at)
{
  if (at->begun)
    return;
  at->begun = true;
  at->dump->form->section (at->dump, &at->shown);
  at->dump->form->piece (at->dump, 0, &at->section.piece, false);
}

static void
end_section (struct at_image *at)
{
  if (at->begun)
    {
      at->dump->form->piece_end (at->dump);
      at->dump->form->section_end (at->dump);
    }
  outbuf_flush (&at->dump->out);
}

/* Say that no function covers ADDR, which is WANTED.  */
static void
complain (struct at_image *at, const struct dump_wanted *wanted, uint64_t addr)
{
  const struct sfm_piece *first = &at->section.piece;
  struct sfm_piece piece;
  struct sfm_diag unused;
  const bool more = sfm_piece_next (at->shown.bytes, (size_t) at->shown.extent,
                                    first->end, &piece, &unused)
                    == SFM_OK;

  outbuf_flush (&at->dump->out);
  at->dump->error_count++;
  diag (at->dump->sink, DIAG_ERROR, at->image->path,
        "no function of %s covers 0x%" PRIx64 "%s%s%s%s", at->shown.name, addr,
        wanted->only_address ? "" : " (",
        wanted->only_address ? "" : wanted->text,
        wanted->only_address ? "" : ")",
        more ? ", as far as readers see: there are more pieces after the "
               "first"
             : "");
}

/* Set *ROW to the last of FDE's rows that begins at or before OFFSET in the
   function.  Statuses: END (there is none), those of sfm_rows_next, and those
   of sfm_find_rules for functions of PC type MASK.  */
static sfm_status
dump_at_row (const struct sfm_piece *piece, const struct sfm_fde *fde,
             uint64_t offset, struct sfm_row *row, struct sfm_diag *diag)
{
  struct sfm_rows rows;
  struct sfm_row next;
  sfm_status status, found = SFM_END;

  if (fde->mask && fde->rep_size == 0)
    {
      *diag = (struct sfm_diag){ .status = SFM_ERR_UNSUPP,
                                 .offset = fde->field };
      snprintf (diag->text, sizeof diag->text, "%s",
                "a function of PC type MASK without a block size");
      return diag->status;
    }
  if (fde->mask)
    offset %= fde->rep_size;
  sfm_rows_begin (piece, fde, &rows);
  while ((status = sfm_rows_next (&rows, &next, diag)) == SFM_OK
         && next.start <= offset)
    {
      *row = next;
      found = SFM_OK;
    }
  /* Damage after the row does not matter.  */
  return status == SFM_OK || status == SFM_END || found == SFM_OK ? found
                                                                  : status;
}

/* Show FUNCTION with the row at its AT_OFFSET, and RULES, those that hold
   there.  A STATUS that is not OK says why there are no rules: END, or another
   one, with DIAG.  */
static void
dump_at_show (struct dump *dump, const struct dump_function *function,
              const struct sfm_rules *rules, sfm_status status,
              const struct sfm_diag *diag)
{
  const struct sfm_fde *fde = function->fde;
  struct sfm_row row;
  struct sfm_diag none;

  dump->form->function (dump, function);
  if (status == SFM_OK
      && dump_at_row (function->piece, fde, function->at_offset, &row, &none)
             == SFM_OK)
    dump->form->row (dump, function->piece, &row, rules);
  else
    {
      dump->error_count++;
      dump->form->error (dump, status == SFM_END ? fde->rows : diag->offset,
                         status != SFM_END ? diag->text
                         : fde->num_fres == 0
                             ? "the function has no rows"
                             : "the first row begins after the address");
    }
  dump->form->function_end (dump);
}

/* Look up ADDR, an address of WANTED, and show what is found.  */
static void
look_up (struct at_image *at, const struct dump_wanted *wanted, uint64_t addr)
{
  struct sfm_found found;
  struct sfm_rules rules;
  struct sfm_diag diag = { .status = SFM_OK };
  sfm_status status = sfm_find_fde (&at->section, addr, &found, &diag);

  if (status == SFM_END)
    {
      complain (at, wanted, addr);
      return;
    }
  if (status == SFM_OK)
    status = sfm_find_rules (&at->section, addr, NULL, &rules, &diag);
  begin_section (at);
  const struct dump_function function
      = { .idx = found.idx,
          .piece = &at->section.piece,
          .fde = &found.fde,
          .image = true,
          .addr = found.addr,
          .name = symbol_index_at (at->names, found.addr),
          .at = true,
          .at_offset = addr - found.addr };
  dump_at_show (at->dump, &function, &rules, status, &diag);
}

static sfm_status
look_up_all (struct at_image *at)
{
  const struct dump *dump = at->dump;

  for (size_t i = 0; i < dump->wanted.count; i++)
    {
      const struct dump_wanted *wanted = &dump->wanted.at[i];
      TRY (find_addrs (at, wanted));
      if (at->addrs.count == 0)
        {
          at->dump->error_count++;
          diag (dump->sink, DIAG_ERROR, at->image->path,
                "no function is called %s%s", wanted->text,
                at->names->count == 0 ? ": there are no symbols" : "");
        }
      for (size_t k = 0; k < at->addrs.count; k++)
        look_up (at, wanted, at->addrs.at[k]);
    }
  return SFM_OK;
}

/* Look up what DUMP wants in SOURCE, as a stack walker does, and show it, or
   write the table of everything that a stack walker finds.  What is not found
   is an error that is reported and counted in DUMP.  Statuses: NOMEM, which
   was reported.  */
static sfm_status
dump_at_image (struct dump *dump, struct dump_source *source)
{
  const struct image *image = &source->image;
  struct at_image at = { .dump = dump,
                         .source = source,
                         .image = image,
                         .names = &source->known.names };
  struct sfm_diag error;

  if (!choose_section (&at) || at.shown.absent)
    {
      dump->error_count++;
      diag (dump->sink, DIAG_ERROR, image->path,
            at.shown.absent ? "the bytes of .sframe are in another file"
                            : "no .sframe section");
      return SFM_OK;
    }
  if (dump->table == DUMP_TEXT)
    TRY (dump_start_base_names (&at.shown, dump->sink));
  if (sfm_section_open (at.shown.bytes, (size_t) at.shown.extent,
                        at.shown.addr, &at.section, &error)
      != SFM_OK)
    {
      dump->error_count++;
      diag_at (dump->sink, DIAG_ERROR, image->path, at.shown.name,
               error.offset, "no reader finds functions in it: %s",
               error.text);
      return SFM_OK;
    }
  if (dump->table != DUMP_TEXT)
    {
      dump_rows (dump, image->path, &at.section);
      return SFM_OK;
    }
  const sfm_status status = look_up_all (&at);
  end_section (&at);
  free (at.addrs.at);
  return status;
}

/* Dump SECTION of SOURCE.  If *TAIL and SECTION is in the segment, dump the
   rest of the segment as well and clear *TAIL.  */
static sfm_status
dump_image_section (struct dump *dump, struct dump_source *source,
                    const struct image_section *section, bool *tail)
{
  const struct image_segment *segment = *tail ? source->segment : NULL;
  struct dump_section shown = of_section (source, section);

  /* The bytes after the section are the segment's only if the section's
     address and file offset are equally far from the segment's.  */
  if (!shown.absent && shown.bytes != NULL && segment != NULL
      && section->addr >= segment->vaddr
      && section->addr - segment->vaddr <= segment->filesz
      && section->offset >= segment->offset
      && section->offset - segment->offset == section->addr - segment->vaddr)
    {
      uint64_t rest = segment->filesz - (section->addr - segment->vaddr);
      *tail = false;
      if (rest > shown.extent)
        {
          shown.bytes = image_at (&source->image, section->offset, rest);
          shown.extent = rest;
        }
    }
  return dump_walk (dump, &shown);
}

/* Dump the sections of SOURCE, or its segment if there are none.  */
static sfm_status
dump_source (struct dump *dump, struct dump_source *source)
{
  const struct image *image = &source->image;
  size_t count = 0;
  /* Only the first section in the segment is shown with the rest of the
     segment.  If every one were, the output would grow with the square of
     their number.  */
  bool tail = true;

  for (uint32_t i = 1; i < image->section_count; i++)
    if (image_section_has_sframe (&image->sections[i]))
      {
        TRY (dump_image_section (dump, source, &image->sections[i], &tail));
        count++;
      }
  if (count == 0 && source->segment != NULL)
    {
      const struct dump_section shown = of_segment (source);
      return dump_walk (dump, &shown);
    }
  if (count == 0)
    diag (dump->sink, DIAG_NOTE, image->path, "no .sframe section");
  return SFM_OK;
}

sfm_status
dump_foreign (void *data, const struct image *image)
{
  struct dump *dump = data;
  const bool headers = dump->headers;
  struct dump_source source = { .image = *image };

  dump->headers = true;
  source.segment = image_find_segment (image, PT_GNU_SFRAME);
  const sfm_status status = dump_source (dump, &source);
  dump->headers = headers;
  return status;
}

sfm_status
dump_image (void *data, const struct file_source *from)
{
  struct dump *dump = data;
  struct dump_source source = { .known = { .known = false } };
  sfm_status status = SFM_OK;

  TRY (image_open_source (from, ALLOW_ANY, &source.image, dump->sink));
  const bool foreign = source.image.foreign;
  const bool look_up = dump->wanted.count != 0 || dump->table != DUMP_TEXT;
  const bool shown
      = !foreign || (!look_up && image_has_sframe (&source.image));
  source.segment = image_find_segment (&source.image, PT_GNU_SFRAME);
  if (shown)
    status = foreign   ? dump_foreign (dump, &source.image)
             : look_up ? dump_at_image (dump, &source)
                       : dump_source (dump, &source);
  status = image_settle (&source.image, status, dump->sink);
  dump_start_base_free (&source.known);
  image_close (&source.image);
  /* This says why not.  */
  return shown || status != SFM_OK
             ? status
             : image_open_source (from, ALLOW_OBJECTS, &source.image,
                                  dump->sink);
}
