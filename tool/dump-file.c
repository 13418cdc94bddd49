/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-file.c - what a file that is dumped is, and who reads it.

   A linked image is read by our own ELF layer; an object or an archive, where
   relocations say what the functions are, by the reader of inputs.  What gzip
   packed, as kernel modules are installed, is unpacked in memory.  */

#include "config.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "content-kind.h"
#include "dump-file.h"
#include "elf-codec.h"
#include "gzip-file.h"

/* The kind of PATH.  A file that cannot be read is left to the reader of
   images to complain of.  */
static enum content_kind
kind_of_file (const char *path)
{
  uint8_t head[ELF_EHDR_SIZE];
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

  if (fd < 0)
    return CONTENT_IMAGE;
  ssize_t size = read (fd, head, sizeof head);
  close (fd);
  return size < 0 ? CONTENT_IMAGE : content_kind (head, (size_t) size);
}

/* Say WHY PATH is not read.  */
static sfm_status
cannot (const struct dump *dump, const char *path, const char *why)
{
  say (dump->sink, SAY_ERROR, path, "%s", why);
  return SFM_ERR_UNSUPP;
}

/* Dump PATH, which gzip packed, unpacked to the SIZE bytes at BYTES.  */
static sfm_status
dump_unpacked (struct dump *dump, const char *path, const uint8_t *bytes,
               size_t size)
{
  switch (content_kind (bytes, size))
    {
    case CONTENT_OBJECT:
      return dump_objects (dump, path, bytes, size, false);
    case CONTENT_IMAGE:
      return dump_image (dump, path, bytes, size);
    case CONTENT_ARCHIVE:
    case CONTENT_THIN:
      return cannot (dump, path, "a packed archive: unpack it with gunzip");
    case CONTENT_GZIP:
      return cannot (dump, path, "is compressed twice");
    default:
      return cannot (dump, path, "holds no ELF file");
    }
}

static sfm_status
dump_gzip (struct dump *dump, const char *path)
{
  struct file_map map;
  uint8_t *plain;
  size_t size;
  sfm_status status = file_map_open (path, &map, dump->sink);

  if (status != SFM_OK)
    return status;
  status = gzip_unpack (path, map.bytes, map.size, &plain, &size, dump->sink);
  file_map_close (&map);
  if (status != SFM_OK)
    return status;
  status = dump_unpacked (dump, path, plain, size);
  free (plain);
  return status;
}

sfm_status
dump_file (struct dump *dump, const char *path)
{
  enum content_kind kind = kind_of_file (path);

  /* Of an archive the members are named.  */
  if (dump->several && kind != CONTENT_ARCHIVE && kind != CONTENT_THIN)
    dump->form->file (dump, path);
  switch (kind)
    {
    case CONTENT_OBJECT:
      return dump_objects (dump, path, NULL, 0, false);
    case CONTENT_ARCHIVE:
    case CONTENT_THIN:
      return dump_objects (dump, path, NULL, 0, true);
    case CONTENT_GZIP:
      return dump_gzip (dump, path);
    case CONTENT_XZ:
      return cannot (dump, path,
                     "compressed by xz, only gzip is read: unpack it with "
                     "unxz");
    case CONTENT_ZSTD:
      return cannot (dump, path,
                     "compressed by zstd, only gzip is read: unpack it with "
                     "unzstd");
    default:
      return dump_image (dump, path, NULL, 0);
    }
}
