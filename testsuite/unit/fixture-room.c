/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-room.c - what is chosen and changed for a bent image, in words.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "edit-internal.h"
#include "fixture-builder.h"
#include "fixture-room.h"
#include "result.h"

enum
{
  FUNCTIONS = FIXTURE_BASE + 0x2000,
  FUNCTIONS_MAX = 512
};

/* What was planned, in words: the kind; the section's place; the numbers of
   its program header and of the new PT_LOAD, if any; what moves and where to;
   the new segment; the zeros that are inserted; the size of the file.  */
static void
tell (const struct image_change *change, char *text, size_t size)
{
  const struct phdr_plan *phdr = &change->phdr;
  const struct phdr_displaced *moved = &phdr->displaced;
  const char *end = text + size;

  text += snprintf (text, size, "%s %" PRIx64 "+%" PRIx64,
                    phdr_mode_name (phdr), change->space.offset,
                    change->space.size);
  if (phdr->header_idx != PHDR_NO_SLOT)
    text += snprintf (text, (size_t) (end - text), " P%" PRIu32,
                      phdr->header_idx);
  if (phdr->load_idx != PHDR_NO_SLOT)
    text += snprintf (text, (size_t) (end - text),
                      " P%" PRIu32 "=%" PRIx64 "@%" PRIx64 "+%" PRIx64,
                      phdr->load_idx, phdr->offset, phdr->addr, phdr->size);
  if (moved->size != 0)
    text += snprintf (text, (size_t) (end - text),
                      " %" PRIx64 "+%" PRIx64 ">%" PRIx64, moved->offset,
                      moved->size, moved->to_offset);
  for (unsigned i = 0; i < change->inserted_count; i++)
    text += snprintf (text, (size_t) (end - text),
                      " zeros %" PRIx64 "+%" PRIx64,
                      change->inserted[i].insertion.offset,
                      change->inserted[i].insertion.size);
  snprintf (text, (size_t) (end - text), " of %" PRIx64 "%s%s",
            phdr->file_size, phdr->why[0] != '\0' ? ": " : "", phdr->why);
}

/* p_paddr of program header IDX of IMAGE less p_vaddr.  */
static uint64_t
distance (const struct image *image, uint32_t idx)
{
  const uint64_t at
      = image_phdr_offset (image, idx) + offsetof (Elf64_Phdr, p_paddr);

  return elf_u64 (image_at (image, at, 8), image->big_endian)
         - image->segments[idx].vaddr;
}

/* Add to TEXT the program headers whose p_paddr is not what it should be; only
   some loaders look at it.  Return the bytes added.  */
static size_t
tell_physical (const struct image_change *change, const struct image *now,
               char *text, size_t size)
{
  const struct image *was = change->image;
  const uint32_t type = edit_sections[change->kind].segment_type;
  size_t used = 0;

  for (uint32_t i = 0; i < now->segment_count; i++)
    {
      const bool made = i >= was->segment_count || i == change->phdr.load_idx
                        || now->segments[i].type == type;
      const uint64_t far = distance (now, i);
      if (far != (made ? 0 : distance (was, i)))
        used += (size_t) snprintf (text + used, size - used,
                                   " P%" PRIu32 "~%" PRIx64, i, far);
    }
  return used;
}

/* Add to TEXT the alignment of the section if it is not the usual one, and how
   many bytes are left of what was there before: after the content, and where
   the block was that moved.  Return the bytes added.  */
static size_t
tell_rest (const struct image_change *change, const struct image *now,
           char *text, size_t size)
{
  const struct free_space *space = &change->space;
  const struct phdr_displaced *moved = &change->phdr.displaced;
  uint64_t at = space->offset + change->content_size, left = 0;
  size_t used = 0;

  if (space->section != 0
      && now->sections[space->section].align
             != edit_sections[change->kind].align)
    used += (size_t) snprintf (text, size, " A%" PRIx64,
                               now->sections[space->section].align);
  for (; at < space->offset + space->size; at++)
    left += *image_at (now, at, 1) != 0;
  if (moved->size != 0)
    at = larger (moved->offset, image_phdr_offset (now, now->segment_count));
  for (; moved->size != 0 && at < moved->offset + moved->size; at++)
    left += *image_at (now, at, 1) != 0;
  if (left != 0)
    used += (size_t) snprintf (text + used, size - used, " left %" PRIu64,
                               left);
  return used;
}

/* Add to TEXT the sections and the symbol that are elsewhere in the output,
   whether the section was renamed, and how much else was emptied.  */
static sfm_status
tell_changes (const struct image_change *change,
              const struct rewrite_result *result, char *text, size_t size)
{
  const char *end = text + size;
  const struct image *was = change->image;
  struct image_symbol symbol = { .image = was }, moved;
  struct image now;

  TRY (image_open_pages ("now", change->copy, &now, &fixture_sink));
  /* All that has bytes is compared by verify_image.  */
  for (uint32_t i = 0; i < was->segment_count; i++)
    if (was->segments[i].filesz == 0)
      text += snprintf (text, (size_t) (end - text), " P%" PRIu32 "@%" PRIx64,
                        i, now.segments[i].offset);
  text += tell_physical (change, &now, text, (size_t) (end - text));
  text += tell_rest (change, &now, text, (size_t) (end - text));
  for (uint32_t i = 1; i < was->section_count; i++)
    {
      const uint32_t number = section_number (change, i);
      const struct image_section *section = &now.sections[number];
      if (number != i || section->offset != change->source->sections[i].offset
          || section->size != was->sections[i].size)
        text += snprintf (text, (size_t) (end - text),
                          " S%" PRIu32 "=%" PRIx64 "+%" PRIx64, number,
                          section->offset, section->size);
      if (number != change->space.section
          && strcmp (section->name, edit_sections[change->kind].name) == 0)
        text += snprintf (text, (size_t) (end - text), " S%" PRIu32 " named",
                          number);
    }
  moved = (struct image_symbol){ .image = &now };
  while (symbol_next (&symbol) && symbol_next (&moved))
    {
      const unsigned section = symbol_section (&moved);
      if (symbol_value (&symbol) != symbol_value (&moved))
        text += snprintf (text, (size_t) (end - text), " Y%" PRIx64,
                          symbol_value (&moved) - FIXTURE_BASE);
      if (section != image_number (change, symbol_section (&symbol)))
        text += snprintf (text, (size_t) (end - text), " Y@%x", section);
    }
  if (result->renamed || result->rename_failed)
    text += snprintf (text, (size_t) (end - text), " %s",
                      result->renamed ? "renamed" : "not renamed");
  if (result->retired != 0 || result->none_count != 0)
    snprintf (text, (size_t) (end - text), " retired %" PRIu32 "+%" PRIu64,
              result->retired, result->none_count);
  image_close (&now);
  return SFM_OK;
}

/* The functions of C, one after the other.  */
static struct sfm_merger *
merge_functions (const struct room_functions *c, struct sfm_piece *piece,
                 uint8_t **bytes)
{
  static struct sfm_place places[FUNCTIONS_MAX];
  const struct sfm_builder_options how = builder_options ();
  struct sfm_options options = SFM_OPTIONS_INIT;
  struct sfm_builder *builder = builder_new (&how);
  struct sfm_merger *merger = NULL;
  struct sfm_diag diag;
  size_t size;
  bool good = true;

  for (unsigned i = 0; i < c->needed + c->optional; i++)
    {
      places[i] = (struct sfm_place){ .addr = FUNCTIONS + i * BUILDER_SIZE,
                                      .live = true,
                                      .optional = i >= c->needed };
      good = good && builder_add (builder, places[i].addr, i) == SFM_OK;
    }
  if (c->room.size == 2)
    options.target = SFM_TO_V2;
  *bytes = builder_section (builder, &size);
  sfm_builder_free (builder);
  if (!good || sfm_piece_open (*bytes, size, 0, piece, &diag) != SFM_OK
      || sfm_merger_new (&options, &merger, &diag) != SFM_OK
      || sfm_merger_add (merger, piece, places, 0, &diag) != SFM_OK)
    unit_result (false, "the functions are not merged");
  return merger;
}

/* Make room for CHANGE, whose CONTENT is that of MERGER, if there is one.  */
static sfm_status
choose (struct image_change *change, struct sfm_merger *merger,
        const struct phdr_options *options, uint8_t *content)
{
  struct sfm_diag diag;

  TRY (make_room (change, merger, options));
  if (merger == NULL)
    return SFM_OK;
  change->content_size = sfm_merger_size (merger);
  return sfm_merger_write (merger, content, FIXTURE_SIZE, &diag);
}

/* Make and verify the change, for AMD64 or big-endian AArch64; TEXT tells of
   it.  */
static void
change_fixture (const struct room_functions *f, bool big_endian, char *text,
                size_t size)
{
  static struct fixture fx;
  static uint8_t content[FIXTURE_SIZE];
  const struct room_case *c = &f->room;
  static const struct byte_range any = { .start = 0, .end = UINT64_MAX };
  struct phdr_options options = { .mode = c->mode };
  struct image_change change = { .image = &fx.image,
                                 .clear = &any,
                                 .clear_count = 1,
                                 .sink = &fixture_sink,
                                 .content = content,
                                 .content_size = c->size };
  struct rewrite_result result;
  struct sfm_merger *merger = NULL;
  struct sfm_piece piece;
  uint8_t *bytes = NULL;

  memset (content, 0xab, sizeof content);
  fixture_begin (&fx, big_endian);
  snprintf (text, size, "not opened");
  if (!fixture_bend (&fx, c->bend) || fixture_open (&fx) != SFM_OK)
    return;
  options.kind = (enum edit_kind) fx.kind;
  options.force = fx.force;
  if (fx.piece_count != 0)
    {
      change.clear = fx.pieces;
      change.clear_count = fx.piece_count;
    }
  if (f->needed + f->optional != 0)
    merger = merge_functions (f, &piece, &bytes);
  sfm_status status = choose (&change, merger, &options, content);
  if (status == SFM_OK)
    {
      tell (&change, text, size);
      status = image_change_apply (&change, &result);
    }
  if (status == SFM_OK)
    status = verify_image (&change, &fixture_sink);
  if (status == SFM_OK)
    status = tell_changes (&change, &result, text + strlen (text),
                           size - strlen (text));
  if (status != SFM_OK)
    snprintf (text, size, "%s", fixture_said);
  image_change_free (&change);
  sfm_merger_free (merger);
  free (bytes);
  fixture_close (&fx);
}

/* Try F; TOLD: all messages are wanted.  */
static void
try_one (const struct room_functions *f, bool told)
{
  const struct room_case *c = &f->room;
  bool passed = true;
  char text[1500];

  for (unsigned big = 0; big < 2; big++)
    {
      change_fixture (f, big != 0, text, sizeof text);
      passed = passed && strcmp (told ? fixture_told : text, c->wanted) == 0;
    }
  unit_last_said (told ? fixture_told : text);
  unit_result_of (passed, "bytes 0x%zx, functions %u+%u, mode %u, %s", c->size,
                  f->needed, f->optional, (unsigned) c->mode, c->bend);
}

void
room_try (const struct room_case *cases, size_t count)
{
  for (size_t i = 0; i < count; i++)
    try_one (&(struct room_functions){ .room = cases[i] }, false);
}

void
room_try_functions (const struct room_functions *cases, size_t count)
{
  for (size_t i = 0; i < count; i++)
    try_one (&cases[i], false);
}

void
room_try_told (const struct room_functions *cases, size_t count)
{
  for (size_t i = 0; i < count; i++)
    try_one (&cases[i], true);
}
