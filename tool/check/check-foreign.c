/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   check-foreign.c - sfmerge check of an image or an object of a machine that
   SFrame has no ABI for, which has SFrame nevertheless: of a later version, or
   by mistake.  Only headers can be judged.  */

#include "config.h"

#include "check-file.h"
#include "elf-abi.h"
#include "sframe-section.h"

/* The section that is checked.  */
struct foreign
{
  struct check *check;
  struct finding place; /* the section as a whole */
};

/* Pass on FINDING if it is about a header.  */
static void
take_finding (void *data, const struct sfm_finding *finding)
{
  const struct foreign *f = data;
  const struct finding_sink found = { .fn = check_take, .data = f->check };
  struct finding place = f->place;

  place.piece = finding->piece;
  place.offset = finding->offset;
  if (finding->fde == SFM_NO_INDEX)
    finding_report (&found, finding->id, &place, "%s", finding->text);
}

/* Check the SIZE bytes at BYTES of the section of F, which IMAGE has.  */
static sfm_status
check_section (struct foreign *f, const struct image *image,
               const uint8_t *bytes, size_t size)
{
  struct check *check = f->check;
  const struct finding_sink found = { .fn = check_take, .data = check };
  const struct sfm_check_options options
      = { .size = sizeof options, .object = true };
  char machine[ELF_MACHINE_TEXT];
  struct sfm_piece piece;
  struct sfm_diag diag;
  const sfm_status status = sfm_piece_next (bytes, size, 0, &piece, &diag);

  if (status != SFM_OK && status != SFM_ERR_UNSUPP)
    return sfm_check (bytes, size, &options, take_finding, f, &diag);
  TRY (check_pieces (
      check, consumer_pieces_add_later (&check->subject.pieces, &piece)));
  check->subject.known.later = true;
  if (status == SFM_ERR_UNSUPP)
    return sfm_check (bytes, size, &options, take_finding, f, &diag);
  f->place.offset = piece.offset + 4;
  finding_report (
      &found, SFM_FIND_ABI, &f->place,
      "the ABI is %u (%s), but the file is for %s", piece.abi,
      sfm_abi_name (piece.abi),
      elf_machine_text (image->machine, image->big_endian, machine));
  return SFM_OK;
}

sfm_status
check_foreign (void *data, const struct image *image)
{
  struct check *check = data;
  sfm_status status = SFM_OK;
  size_t size;

  check->subject.known = (struct consumer_subject){
    .name = image->path,
    .kind = image->type == ET_REL ? CONSUMER_OBJECT : CONSUMER_IMAGE,
    .machine = image->machine,
    .big_endian = image->big_endian
  };
  check_begin (check);
  for (uint32_t i = 1; i < image->section_count && status == SFM_OK; i++)
    {
      const struct image_section *section = &image->sections[i];
      struct foreign f
          = { .check = check, .place = finding_place (section->name, 0) };
      const uint8_t *bytes = image_section_bytes (image, section, &size);
      if (image_section_has_sframe (section) && size != 0)
        status = check_section (&f, image, bytes, size);
    }
  check_end (check);
  return status;
}
