/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   detached.h - the SFrame section of an object that has none, from a file that
   'sfmerge synth --detached' made of the object: for remote.c, and to be
   copied.

   The files are in a directory, each under the build-id of its object:
   DIR/0123abcd....sframe.  Nothing in such a file is believed unless it is
   inside of it.  */

#ifndef DETACHED_H
#define DETACHED_H

#include <elf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sfmerge.h"

#ifndef PT_GNU_SFRAME
#define PT_GNU_SFRAME 0x6474e554
#endif

enum
{
  DETACHED_ID_MAX = 64,       /* bytes of a build-id */
  DETACHED_NOTES_MAX = 4096,  /* of the notes of an object */
  DETACHED_FILE_MAX = 1 << 28 /* of a file */
};

/* A build-id; SIZE is 0 if there is none.  */
struct detached_id
{
  size_t size;
  uint8_t bytes[DETACHED_ID_MAX];
};

/* Find the build-id in the SIZE bytes of notes at NOTES.  */
static inline bool
detached_read_id (const uint8_t *notes, size_t size, struct detached_id *id)
{
  Elf64_Nhdr note;

  for (size_t at = 0; at < size && size - at >= sizeof note;)
    {
      memcpy (&note, notes + at, sizeof note);
      at += sizeof note;
      const uint64_t name = ((uint64_t) note.n_namesz + 3) & ~UINT64_C (3);
      const uint64_t text = ((uint64_t) note.n_descsz + 3) & ~UINT64_C (3);
      if (name > size - at || note.n_descsz > size - at - name)
        return false;
      if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4
          && memcmp (notes + at, "GNU", 4) == 0 && note.n_descsz != 0
          && note.n_descsz <= DETACHED_ID_MAX)
        {
          id->size = note.n_descsz;
          memcpy (id->bytes, notes + at + name, id->size);
          return true;
        }
      if (text > size - at - name)
        return false;
      at += (size_t) (name + text);
    }
  return false;
}

/* The build-id of an object whose COUNT program HEADERS are at BIAS plus their
   p_vaddr in the memory that READ copies with DATA.  */
static inline bool
detached_object_id (const Elf64_Phdr *headers, unsigned count, uint64_t bias,
                    sfm_read_fn *read, void *data, struct detached_id *id)
{
  uint8_t notes[DETACHED_NOTES_MAX];

  for (unsigned i = 0; i < count; i++)
    if (headers[i].p_type == PT_NOTE && headers[i].p_filesz <= sizeof notes
        && read (data, bias + headers[i].p_vaddr, notes,
                 (size_t) headers[i].p_filesz)
        && detached_read_id (notes, (size_t) headers[i].p_filesz, id))
      return true;
  return false;
}

/* The bytes of DIR's file for ID, *SIZE of them, or NULL.  */
static inline uint8_t *
detached_load (const char *dir, const struct detached_id *id, size_t *size)
{
  char path[4096], hex[2 * DETACHED_ID_MAX + 1] = "";
  uint8_t *bytes = NULL;

  for (size_t i = 0; i < id->size; i++)
    snprintf (hex + 2 * i, 3, "%02x", id->bytes[i]);
  if (snprintf (path, sizeof path, "%s/%s.sframe", dir, hex)
      >= (int) sizeof path)
    return NULL;
  FILE *file = fopen (path, "rb");
  if (file == NULL)
    return NULL;
  long end = fseek (file, 0, SEEK_END) == 0 ? ftell (file) : -1;
  if (end > 0 && end <= DETACHED_FILE_MAX && fseek (file, 0, SEEK_SET) == 0)
    bytes = malloc ((size_t) end);
  if (bytes != NULL && fread (bytes, 1, (size_t) end, file) != (size_t) end)
    {
      free (bytes);
      bytes = NULL;
    }
  *size = (size_t) end;
  fclose (file);
  return bytes;
}

/* Whether HEADER has bytes that are in a file of SIZE.  */
static inline bool
detached_inside (const Elf64_Phdr *header, size_t size)
{
  return header->p_offset <= size && header->p_filesz != 0
         && header->p_filesz <= size - header->p_offset;
}

/* Open as SECTION that of the detached file of SIZE bytes at BYTES, whose
   object is at BIAS and has ID.  */
static inline bool
detached_open (const uint8_t *bytes, size_t size, const struct detached_id *id,
               uint64_t bias, struct sfm_section *section)
{
  struct detached_id own = { .size = 0 };
  struct sfm_diag diag;
  Elf64_Phdr h, sframe = { .p_filesz = 0 };
  Elf64_Ehdr file;

  if (size < sizeof file)
    return false;
  memcpy (&file, bytes, sizeof file);
  if (memcmp (file.e_ident, ELFMAG, SELFMAG) != 0
      || file.e_ident[EI_CLASS] != ELFCLASS64 || file.e_phentsize != sizeof h
      || file.e_phoff > size
      || file.e_phnum > (size - file.e_phoff) / sizeof h)
    return false;
  for (unsigned i = 0; i < file.e_phnum; i++)
    {
      memcpy (&h, bytes + file.e_phoff + i * sizeof h, sizeof h);
      if (h.p_type == PT_NOTE && detached_inside (&h, size))
        detached_read_id (bytes + h.p_offset, (size_t) h.p_filesz, &own);
      if (h.p_type == PT_GNU_SFRAME && detached_inside (&h, size))
        sframe = h;
    }
  /* The file was found by its name, which says nothing.  */
  return sframe.p_filesz != 0 && own.size == id->size
         && memcmp (own.bytes, id->bytes, id->size) == 0
         && sfm_section_open (bytes + sframe.p_offset,
                              (size_t) sframe.p_filesz, bias + sframe.p_vaddr,
                              section, &diag)
                == SFM_OK;
}

#endif /* DETACHED_H */
