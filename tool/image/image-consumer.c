/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   image-consumer.c - what the readers of a merged section of an image need:
   its version, the functions that it covers, how it shows what its starts are
   relative to, and what the consumer of --for accepts.  */

#include "config.h"

#include <inttypes.h>

#include "elf-abi.h"
#include "elf-image.h"
#include "image-edit.h"
#include "paged.h"
#include "process.h"
#include "sfmerge-tool.h"

/* The versions of the pieces of EXISTING: of those with something to merge, or
   of ALL that can be read.  */
static struct image_versions
look_at (const struct existing_sframe *existing, bool all)
{
  struct image_versions found = { .lowest = 3 };

  for (size_t i = 0; i < existing->piece_count; i++)
    {
      const struct image_piece *p = &existing->pieces[i];
      if (all ? p->damaged : !piece_has_input (p))
        continue;
      if (found.count++ == 0)
        found.first = p;
      if (p->piece.version > found.highest)
        found.highest = p->piece.version;
      if (p->piece.version < found.lowest)
        found.lowest = p->piece.version;
    }
  return found;
}

struct image_versions
image_versions (const struct existing_sframe *existing)
{
  const struct image_versions found = look_at (existing, false);

  /* Pieces that describe other code still show which reader they were made
     for.  */
  return found.count != 0 ? found : look_at (existing, true);
}

enum sfm_target
image_versions_target (const struct image_versions *found)
{
  if (found->highest != 2 || found->first->piece.version != 2)
    return SFM_TO_V3;
  return found->count == 1
                 && found->first->start_base == SFM_START_BASE_SECTION
             ? SFM_TO_V2
             : SFM_TO_V2_PCREL;
}

/* Functions that end in a call may be described with one more byte.

   The byte is the return address of the call, which matters to a reader that
   looks it up as it is.  It is added only where it is padding
   (function-index.h).  */

/* For sfm_merger_set_extend: one byte for the function [ADDR, ADDR + SIZE) if
   it is to be covered, and the padding there ends before NEXT.  */
static uint8_t
extend (void *data, uint64_t addr, uint32_t size, uint64_t next)
{
  struct image_edit *edit = data;
  const struct last_calls *calls = &edit->context.existing.calls;

  /* Each plan asks in the order of addresses.  */
  if (edit->call_at != 0 && calls->at[edit->call_at - 1].addr >= addr)
    edit->call_at = 0;
  while (edit->call_at < calls->count && calls->at[edit->call_at].addr < addr)
    edit->call_at++;
  if (edit->call_at == calls->count)
    return 0;
  const struct last_call *call = &calls->at[edit->call_at];
  return call->addr == addr && call->size == size && last_call_may_cover (call)
         && next - addr - size >= call->padding
         && (call->covered || edit->cover == COVER_ALWAYS);
}

sfm_status
image_edit_cover (struct image_edit *edit)
{
  struct existing_sframe *existing = &edit->context.existing;
  const struct consumer *consumer = edit->options->consumer;

  edit->cover = edit->options->image.cover;
  if (edit->cover == COVER_AUTO && consumer != NULL && consumer->plain_returns)
    edit->cover = COVER_ALWAYS;
  if (edit->cover == COVER_NEVER)
    return SFM_OK;
  if (edit->cover == COVER_ALWAYS)
    TRY (pieces_read_calls (&edit->context.index, existing, edit->sink));
  if (existing->calls.count != 0)
    sfm_merger_set_extend (edit->merger, extend, edit);
  return SFM_OK;
}

/* The output must say what its starts are relative to.

   Version 2 without FDE_FUNC_START_PCREL means the section, but linkers that
   do not know SFrame leave starts that mean their fields, with the same flags
   (doc/internals.md, section 9).  Then only the image's own functions tell the
   two apart.  If none confirms a start, the output would be as right as its
   input, and yet check and each later run would have to refuse it.  An image
   with two functions in 29 KiB of code, without .eh_frame and symbols, is
   enough.  */

/* Whether the section of version 2 in COPY is believed, as a later run reads
   it.  */
static sfm_status
read_copy (const struct image_edit *edit, struct image_context *copy,
           bool *believed)
{
  TRY (image_context_read (copy, edit->options->image.symbols, PLT_NONE,
                           &diag_silent, &diag_silent));
  for (size_t i = 0; i < copy->existing.piece_count; i++)
    *believed &= copy->existing.pieces[i].usable;
  return SFM_OK;
}

sfm_status
image_start_base_check (const struct image_edit *edit)
{
  const struct image_change *change = &edit->change;
  const char *path = edit->context.image.path;
  struct image_context copy = { .keep_rows = true };
  struct sfm_piece piece;
  struct sfm_diag diag;
  bool believed = true;

  if (sfm_piece_open (change->content, change->content_size, 0, &piece, &diag)
          != SFM_OK
      || piece.version != 2 || piece.num_fdes == 0
      || (piece.flags & SFM_F_FDE_FUNC_START_PCREL) != 0)
    return SFM_OK;
  sfm_status status
      = image_open_pages (path, change->copy, &copy.image, &diag_silent);
  if (status == SFM_OK)
    {
      status = read_copy (edit, &copy, &believed);
      image_context_free (&copy);
    }
  /* It was silent, as its messages would repeat those about the image.  */
  if (status != SFM_OK)
    return diag_fail (edit->sink, status, path,
                      "the output cannot be read back: %s",
                      sfm_status_text (status));
  if (believed)
    return SFM_OK;
  return diag_fail (edit->sink, SFM_ERR_UNSUPP, path,
                    "version 2 without the flag FDE_FUNC_START_PCREL leaves "
                    "open what the starts of its %" PRIu32
                    " functions are relative to, and no symbol, .eh_frame or "
                    "PLT of the image would tell: write --to=v2-pcrel or "
                    "--to=v3",
                    piece.num_fdes);
}

struct sfm_options
image_consumer_options (const struct image_edit *edit, enum sfm_target target)
{
  const struct consumer *consumer = edit->options->consumer;
  struct sfm_options options = { .size = sizeof options,
                                 .target = target,
                                 .alloc = large_pages_alloc,
                                 .release = large_pages_release,
                                 .threads = threads_processors () };

  if (consumer == NULL)
    return options;
  const struct image *image = &edit->context.image;
  image_consumer_tell_machine (consumer, image->machine, image->big_endian,
                               image->path, edit->sink);
  options.reader = consumer->reader;
  if (!consumer->one_text)
    return options;
  const struct code_segments code = code_segments_of (&edit->context.image);
  if (code.count == 1)
    {
      options.text_start = code.start;
      options.text_end = code.end;
    }
  return options;
}

void
image_consumer_tell_machine (const struct consumer *consumer, uint16_t machine,
                             bool big_endian, const char *path,
                             const struct diag_sink *sink)
{
  char text[ELF_MACHINE_TEXT];

  if (consumer != NULL && !consumer_reads (consumer, machine))
    diag (sink, DIAG_WARNING, path,
          "%s is %s only and will not read it: it is for %s", consumer->name,
          consumer->only, elf_machine_text (machine, big_endian, text));
}

sfm_status
image_consumer_check (const struct image_edit *edit)
{
  const struct consumer *consumer = edit->options->consumer;
  const struct image *image = &edit->context.image;

  if (consumer == NULL || !consumer->kernel)
    return SFM_OK;
  const uint32_t idx = image_find_section (image, ".sframe", 0);
  const struct image_section *s = &image->sections[idx];
  if (idx != 0 && s->addr == edit->change.space.addr
      && sfm_merger_size (edit->merger) <= s->size)
    return SFM_OK;
  return diag_fail (
      edit->sink, SFM_ERR_UNSUPP, image->path,
      "%s looks for .sframe where it was linked to: %zu bytes are needed, "
      "and there are %" PRIu64,
      consumer->name, sfm_merger_size (edit->merger), idx != 0 ? s->size : 0);
}

/* Open what EDIT has made as IMAGE: the copy or, if there is none, the image
   as it is; with the detached file attached, if one was made.  */
static sfm_status
open_result (const struct image_edit *edit, struct image *image)
{
  const struct image *from = &edit->context.image;
  struct paged *pages
      = edit->change.copy != NULL ? edit->change.copy : from->pages;
  const struct detached_section section
      = { .bytes = edit->detached.content,
          .size = edit->detached.content_size,
          .addr = edit->detached.addr };

  TRY (pages != NULL ? image_open_pages (from->path, pages, image, edit->sink)
                     : image_open_bytes (from->path, from->memory, from->size,
                                         ALLOW_IMAGES, image, edit->sink));
  if (section.bytes == NULL)
    return SFM_OK;
  const sfm_status status = detached_attach (image, &section, edit->sink);
  if (status != SFM_OK)
    image_close (image);
  return status;
}

sfm_status
image_consumer_judge (struct image_edit *edit)
{
  struct consumer_verdict *verdict = &edit->verdict;
  struct image result;

  *verdict = (struct consumer_verdict){ .grade = CONSUMER_USABLE };
  if (edit->judge == NULL)
    return SFM_OK;
  TRY (open_result (edit, &result));
  const sfm_status status = consumer_judge_image (
      edit->judge, &result, edit->options->image.symbols, verdict);
  if (status != SFM_OK)
    return diag_fail (edit->sink, status, edit->context.image.path,
                      "the output cannot be read back: %s",
                      sfm_status_text (status));
  return SFM_OK;
}

sfm_status
image_consumer_leave (struct image_edit *edit)
{
  const struct existing_sframe *existing = &edit->context.existing;

  if (existing->piece_count == 0 && existing->later.count == 0)
    return SFM_OK;
  TRY (image_consumer_judge (edit));
  return consumer_refuse (&edit->verdict, edit->context.image.path, "",
                          edit->sink);
}
