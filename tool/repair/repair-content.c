/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repair-content.c - sfmerge repair of the contents of a file, by kind, after
   unpacking; also without writing it, for check, which advises only what was
   tried.  */

#include "config.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>

#include "elf-abi.h"
#include "repair-run.h"

static sfm_status
repair_gzip (struct repair_run *run, const char *name, const uint8_t *bytes,
             size_t size, uint8_t **out, size_t *out_size)
{
  const struct diag_sink *sink = &run->report->sink;
  uint8_t *plain, *changed = NULL;
  size_t plain_size, changed_size = 0;

  TRY (file_unpack (FILE_GZIP, name, bytes, size, true, &plain, &plain_size,
                    sink));
  run->packed = true;
  run->kind = file_kind (plain, plain_size);
  sfm_status status
      = repair_content (run, name, plain, plain_size, &changed, &changed_size);
  if (status == SFM_OK && changed != NULL)
    {
      status = output_check_sealed (name, run->file->fd, plain, plain_size,
                                    run->options->common.force, sink);
      run->refused |= status != SFM_OK;
    }
  struct paged *pages = repair_pages (run, changed);
  if (pages != NULL)
    (void) paged_at (pages, 0, changed_size);
  if (status == SFM_OK && changed != NULL)
    status = gzip_pack (name, changed, changed_size, bytes, size, out,
                        out_size, sink);
  repair_release (run, changed);
  free (plain);
  return status;
}

static sfm_status
cannot (struct repair_run *run, const char *name, const char *why)
{
  return diag_fail (&run->report->sink, SFM_ERR_UNSUPP, name, "is %s", why);
}

/* Warn if the consumer reads nothing on the machine of the object.  For the
   members of an archive this would be repeated too often.  */
static void
tell_machine (struct repair_run *run, const char *name, const uint8_t *bytes,
              size_t size)
{
  if (size < ELF_EHDR_SIZE)
    return;
  const bool big = bytes[EI_DATA] == ELFDATA2MSB;
  image_consumer_tell_machine (
      run->options->common.consumer,
      elf_u16 (bytes + offsetof (Elf64_Ehdr, e_machine), big), big, name,
      &run->report->sink);
}

/* Repair an object or an archive by MAKE, and judge the result.  */
static sfm_status
repair_objects (struct repair_run *run, repair_fn *make, const char *name,
                const uint8_t *bytes, size_t size, uint8_t **out,
                size_t *out_size)
{
  TRY (make (run, name, bytes, size, out, out_size));
  return repair_judge (run, name, *out != NULL ? *out : bytes,
                       *out != NULL ? *out_size : size);
}

sfm_status
repair_content (struct repair_run *run, const char *name, const uint8_t *bytes,
                size_t size, uint8_t **out, size_t *out_size)
{
  switch (run->kind)
    {
    case FILE_OBJECT:
      if (run->options->common.eh_frame_hdr)
        return SFM_OK;
      tell_machine (run, name, bytes, size);
      return repair_objects (run, repair_object, name, bytes, size, out,
                             out_size);
    case FILE_IMAGE:
      return repair_image (run, name, bytes, size, out, out_size);
    case FILE_ARCHIVE:
      if (run->options->common.eh_frame_hdr)
        return SFM_OK;
      return repair_objects (run, repair_archive, name, bytes, size, out,
                             out_size);
    case FILE_THIN:
      run->refused = true;
      return cannot (run, name,
                     "a thin archive, whose members are files of their own: "
                     "name them, and make the archive anew");
    case FILE_XZ:
      return cannot (run, name,
                     "compressed by xz, which is not written: decompress it "
                     "with unxz, and compress it again afterwards");
    case FILE_ZSTD:
      return cannot (run, name,
                     "compressed by zstd, which is not written: decompress it "
                     "with unzstd, and compress it again afterwards");
    case FILE_GZIP:
      if (!run->packed)
        return repair_gzip (run, name, bytes, size, out, out_size);
      /* Fall through.  */
    default:
      return cannot (run, name, file_not_object (bytes, size));
    }
}

struct paged *
repair_pages (const struct repair_run *run, const uint8_t *out)
{
  struct paged *const pages[] = { run->image.change.copy, run->file->pages };

  for (size_t i = 0; i < 2; i++)
    if (pages[i] != NULL && pages[i]->bytes == out)
      return pages[i];
  return NULL;
}

void
repair_release (const struct repair_run *run, uint8_t *out)
{
  if (repair_pages (run, out) == NULL && out != run->image.detached.bytes)
    free (out);
}

/* Make the new contents of RUN's file, and refuse those that would break a
   signature, as the command does.  */
static sfm_status
make (struct repair_run *run, uint8_t **out)
{
  const struct file_bytes *file = run->file;
  size_t size;

  TRY (repair_content (run, run->path, file->bytes, file->size, out, &size));
  return *out == NULL ? SFM_OK
                      : output_check_sealed (run->path, file->fd, NULL, 0,
                                             false, &diag_silent);
}

sfm_status
repair_try (const struct common_options *options, const struct consumer *judge,
            const char *path, const struct file_bytes *file,
            struct repair_tried *tried)
{
  const struct repair_options repair = { .common = *options };
  struct report report = { .sink = diag_silent };
  struct repair_run run = { .options = &repair,
                            .report = &report,
                            .judge = judge,
                            .trial = true,
                            .path = path,
                            .file = file,
                            .kind = file_bytes_kind (file) };
  uint8_t *out = NULL;
  const sfm_status status = make (&run, &out);
  const int error = errno;

  *tried
      = (struct repair_tried){ .works = status == SFM_OK && run.objects != 0,
                               .nothing = status == SFM_OK && run.objects == 0,
                               .grade = run.grade };
  memcpy (tried->help, run.image.help, sizeof tried->help);
  repair_release (&run, out);
  image_edit_free (&run.image);
  errno = error;
  /* What a command does to a file that cannot be read is not known.  */
  return status == SFM_ERR_NOMEM || status == SFM_ERR_IO ? status : SFM_OK;
}
