/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   image-eh-frame-hdr.c - give an image a right .eh_frame_hdr.

   A table is wrong if check finds fault with it.  The new one lists what
   .eh_frame has, goes where the old one is if there is room, and is read back
   and judged in the same way.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "audit.h"
#include "eh-frame-hdr.h"
#include "image-edit.h"

static void
take_finding (void *data, const struct finding *finding)
{
  uint64_t *count = data;

  *count += finding_is_of_table (finding->id);
}

/* Set *RIGHT to whether CONTEXT's image has a right table.  */
static sfm_status
is_right (const struct image_context *context, bool *right,
          const struct diag_sink *sink)
{
  uint64_t wrong = 0;
  const struct finding_sink found = { .fn = take_finding, .data = &wrong };

  TRY (audit_eh_frame (context, &found, sink));
  *right = wrong == 0;
  return SFM_OK;
}

/* Set *OLD to the bytes of EDIT's image that are a table already, if there are
   any.  Without section headers the segment alone tells.  */
static size_t
find_old (const struct image_edit *edit, struct byte_range *old)
{
  const struct image *image = &edit->context.image;
  const uint32_t idx
      = image_find_section (image, edit_sections[EDIT_EH_FRAME_HDR].name, 0);
  const struct image_section *s = &image->sections[idx];
  const struct image_segment *segment
      = image_find_segment (image, PT_GNU_EH_FRAME);

  if (idx != 0)
    *old
        = (struct byte_range){ s->offset, s->offset + image_section_size (s) };
  else if (image->section_count == 0 && segment != NULL)
    *old = (struct byte_range){ segment->offset,
                                segment->offset + segment->filesz };
  else
    return 0;
  return 1;
}

/* Read the copy of EDIT back, and refuse it if its table is not right.  */
static sfm_status
check_copy (struct image_edit *edit)
{
  struct image_context copy = { .keep_rows = false };
  bool right = false;

  TRY (verify_image (&edit->change, edit->sink));
  sfm_status status = image_open_pages (
      edit->context.image.path, edit->change.copy, &copy.image, edit->sink);
  if (status == SFM_OK)
    status = audit_read (&copy, edit->options->image.symbols, &diag_silent);
  if (status == SFM_OK)
    status = is_right (&copy, &right, edit->sink);
  image_context_free (&copy);
  if (status != SFM_OK || right)
    return status;
  return diag_fail (edit->sink, SFM_ERR_CORRUPT, edit->context.image.path,
                    "the output would have a wrong .eh_frame_hdr");
}

static sfm_status
make_copy (struct image_edit *edit, const struct eh_frame *frame)
{
  struct image_change *change = &edit->change;
  const char *path = edit->context.image.path;

  edit->content = malloc (change->content_size);
  change->content = edit->content;
  if (edit->content == NULL)
    return diag_nomem (edit->sink, path);
  if (eh_frame_hdr_write (frame, change->space.addr,
                          edit->context.image.big_endian, edit->content)
      != SFM_OK)
    return diag_fail (edit->sink, SFM_ERR_LIMIT, path,
                      "a table at 0x%" PRIx64
                      " would be more than 2 GiB from the code",
                      change->space.addr);
  TRY (image_change_apply (change, &edit->result));
  return edit->options->verify ? check_copy (edit) : SFM_OK;
}

/* Make the copy of EDIT with what PHDR allows to change.  */
static sfm_status
make (struct image_edit *edit, const struct phdr_options *phdr)
{
  const struct eh_frame *frame = &edit->context.index.eh;
  const char *path = edit->context.image.path;

  edit->change
      = (struct image_change){ .image = &edit->context.image,
                               .clear = &edit->whole,
                               .clear_count = find_old (edit, &edit->whole),
                               .content_size
                               = (size_t) eh_frame_hdr_size (frame),
                               .sink = edit->sink };
  TRY (make_room (&edit->change, NULL, phdr));
  TRY (make_copy (edit, frame));
  diag (edit->sink, DIAG_DETAIL, path,
        ".eh_frame_hdr: %zu bytes at 0x%" PRIx64, edit->change.content_size,
        edit->change.space.addr);
  if (!edit->result.no_segment)
    return SFM_OK;
  return diag_fail (edit->sink, SFM_ERR_UNSUPP, path,
                    "no PT_GNU_EH_FRAME, by which unwinders find the table: "
                    "%s",
                    edit->change.phdr.why);
}

sfm_status
image_eh_frame_hdr_build (struct image_edit *edit)
{
  const struct phdr_options phdr = { .kind = EDIT_EH_FRAME_HDR,
                                     .mode = edit->options->image.phdr,
                                     .force = edit->options->force };
  bool right;

  TRY (is_right (&edit->context, &right, edit->sink));
  if (right)
    return SFM_OK;
  if (edit->context.index.eh.elsewhere)
    return diag_fail (edit->sink, SFM_ERR_UNSUPP, edit->context.image.path,
                      "its .eh_frame is not loaded where its section header "
                      "says: a table would lead elsewhere");
  if (!edit->context.index.eh.complete)
    return diag_fail (edit->sink, SFM_ERR_UNSUPP, edit->context.image.path,
                      "its .eh_frame cannot be read as a whole: a table of "
                      "the rest would hide that");
  const sfm_status status = make (edit, &phdr);
  if ((status == SFM_ERR_UNSUPP || status == SFM_ERR_LIMIT) && edit->trial)
    TRY (image_edit_find_help (edit, make, &phdr));
  return status;
}
