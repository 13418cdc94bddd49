/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   check-object.c - sfmerge check of objects and archives.  */

#include "config.h"

#include "cmd-check.h"
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
  struct finding place = f->place;

  place.piece = finding->piece;
  place.offset = finding->offset;
  if (finding->fde == SFM_NO_INDEX)
    finding_report (&f->check->found, finding->id, &place, "%s",
                    finding->text);
}

/* Check the SIZE bytes at BYTES of the section of F, which IMAGE has.  */
static sfm_status
check_section (struct foreign *f, const struct image *image,
               const uint8_t *bytes, size_t size)
{
  struct check *check = f->check;
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
      &check->found, SFM_FIND_ABI, &f->place,
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

/* Check OBJECT.  An input_fn.  */
static sfm_status
check_object (void *data, const struct input_object *object)
{
  struct check *check = data;
  struct check_subject *subject = &check->subject;

  subject->known = consumer_subject_of_object (object);
  check_begin (check);
  sfm_status status = check_pieces (
      check, consumer_pieces_of_object (&subject->pieces, object,
                                        &subject->known.later));
  if (status == SFM_OK)
    status = audit_object (object, &check->found, &check->report->sink);
  check_end (check);
  return status;
}

/* The number of the first SFrame section of the object IMAGE, or 0.  */
static uint32_t
find_sframe (const struct image *image)
{
  for (uint32_t i = 1; i < image->section_count; i++)
    if (object_section_is_sframe (image->sections[i].name,
                                  image->sections[i].type))
      return i;
  return 0;
}

/* Report that SOURCE has no .sframe, or an empty one, which the reader of
   inputs skips.  */
static sfm_status
check_nothing (struct check *check, const struct file_source *source,
               bool archive)
{
  struct finding place = finding_place (NULL, 0);
  const struct diag_sink *sink = &check->report->sink;
  struct image image = { 0 };

  if (!archive)
    TRY (image_open_source (source, ALLOW_OBJECTS, &image, sink));
  check->subject.known
      = (struct consumer_subject){ .name = source->path,
                                   .kind = CONSUMER_OBJECT,
                                   .machine = image.machine,
                                   .big_endian = image.big_endian };
  check_begin (check);
  uint32_t idx = archive ? 0 : find_sframe (&image);
  if (idx != 0)
    {
      place.section = image.sections[idx].name;
      finding_report (&check->found, SFM_FIND_EMPTY, &place,
                      "no header, and no byte");
    }
  else
    finding_report (&check->found, FIND_NO_SECTION, &place,
                    archive ? "no member has a .sframe section"
                            : "no .sframe section");
  check_end (check);
  const sfm_status status = image_settle (&image, SFM_OK, sink);
  image_close (&image);
  return status;
}

static sfm_status
check_read (struct check *check, const struct file_source *source,
            bool archive)
{
  const struct diag_sink *sink = &check->report->sink;
  struct inputs *inputs = inputs_new (INPUT_READER_OWN, sink);

  if (inputs == NULL)
    return diag_nomem (sink, source->path);
  sfm_status status = inputs_read_source (inputs, source, check_object, check);
  if (status == SFM_OK && !check->any)
    status = check_nothing (check, source, archive);
  inputs_free (inputs);
  return status;
}

/* Check SOURCE, an archive, which is read once for both kinds of members:
   those that SFrame has no ABI for, and others.  */
static sfm_status
check_archive (struct check *check, const struct file_source *source)
{
  const struct diag_sink *sink = &check->report->sink;
  struct file_source read = *source;
  struct file_bytes file;

  TRY (file_bytes_open (source, &file, sink));
  read.bytes = file.bytes;
  read.size = file.size;
  read.pages = file.pages;
  sfm_status status = foreign_members (&read, check_foreign, check, sink);
  if (status == SFM_OK)
    status = check_read (check, &read, true);
  status = file_bytes_settle (&file, source->path, status, sink);
  file_bytes_close (&file);
  return status;
}

sfm_status
check_objects (void *data, const struct file_source *source, bool archive)
{
  const char *path = source->path;
  struct check *check = data;

  const struct check_options *options = check->options;
  const char *needs = options->detached != NULL     ? "--detached"
                      : options->against.count != 0 ? "--against"
                      : options->min_coverage.text != NULL && !options->recurse
                          ? "--min-coverage"
                          : NULL;
  if (needs != NULL)
    return diag_fail (&check->report->sink, SFM_ERR_UNSUPP, path,
                      "%s needs a linked image, and this is not one", needs);
  return archive ? check_archive (check, source)
                 : check_read (check, source, false);
}
