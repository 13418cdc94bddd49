/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   mapped.h - the files that processes have mapped: their SFrame sections and
   the names of their functions, for profile.c, and to be copied.

   The processes may be gone, so all is read from the files.  For those without
   SFrame a directory may have detached files (detached.h).  */

#ifndef MAPPED_H
#define MAPPED_H

#include <elf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "detached.h"
#include "frame.h"

/* A function's name, by the address in the file.  */
struct named
{
  uint64_t addr;
  uint64_t size;
  const char *name;
};

/* A file that is mapped somewhere.  */
struct file
{
  struct file *next;
  char *path;
  uint8_t *bytes; /* NULL: it is none that can be read */
  size_t size;
  Elf64_Phdr *headers;
  unsigned header_count;
  struct named *names;
  size_t name_count;
  uint8_t *detached; /* of its detached file, or NULL */
  size_t detached_size;
  struct detached_id id;
};

/* A part of FILE in the process PID, at [FROM, TO).  */
struct mapping
{
  struct mapping *next;
  uint32_t pid;
  uint64_t from;
  uint64_t to;
  uint64_t bias; /* addresses minus those in the file */
  struct file *file;
  struct sfm_image image;
  bool described;
};

/* Copy SIZE bytes at ADDR of the mapping DATA from its file.  */
static inline bool
mapping_read (void *data, uint64_t addr, void *buffer, size_t size)
{
  const struct mapping *m = data;
  const uint64_t at = addr - m->bias;

  for (unsigned i = 0; i < m->file->header_count; i++)
    {
      const Elf64_Phdr *h = &m->file->headers[i];
      const uint64_t skip = at - h->p_vaddr;
      if (h->p_type != PT_LOAD || skip > h->p_filesz
          || size > h->p_filesz - skip || !detached_inside (h, m->file->size))
        continue;
      memcpy (buffer, m->file->bytes + h->p_offset + skip, size);
      return true;
    }
  return false;
}

static inline int
named_compare (const void *a, const void *b)
{
  const struct named *x = a, *y = b;

  return x->addr != y->addr ? (x->addr < y->addr ? -1 : 1)
                            : (x->size < y->size) - (x->size > y->size);
}

/* Whether section S is in F.  */
static inline bool
file_has (const struct file *f, const Elf64_Shdr *s)
{
  return s->sh_type != SHT_NOBITS && s->sh_offset <= f->size
         && s->sh_size <= f->size - s->sh_offset;
}

/* Note the functions of F's .symtab or, if it has none, .dynsym.  */
static inline void
file_read_names (struct file *f, const Elf64_Ehdr *head)
{
  Elf64_Shdr s, table = { .sh_size = 0 }, strings;

  if (head->e_shentsize != sizeof s || head->e_shoff > f->size
      || head->e_shnum > (f->size - head->e_shoff) / sizeof s)
    return;
  for (unsigned i = 0; i < head->e_shnum; i++)
    {
      memcpy (&s, f->bytes + head->e_shoff + i * sizeof s, sizeof s);
      if (s.sh_type == SHT_SYMTAB
          || (s.sh_type == SHT_DYNSYM && table.sh_type != SHT_SYMTAB))
        table = s;
    }
  if (table.sh_size == 0 || table.sh_link >= head->e_shnum)
    return;
  memcpy (&strings, f->bytes + head->e_shoff + table.sh_link * sizeof s,
          sizeof s);
  if (!file_has (f, &table) || !file_has (f, &strings) || strings.sh_size == 0
      || f->bytes[strings.sh_offset + strings.sh_size - 1] != '\0')
    return;
  const size_t count = (size_t) (table.sh_size / sizeof (Elf64_Sym));
  f->names = calloc (count + 1, sizeof *f->names);
  for (size_t i = 0; i < count && f->names != NULL; i++)
    {
      Elf64_Sym symbol;
      memcpy (&symbol, f->bytes + table.sh_offset + i * sizeof symbol,
              sizeof symbol);
      const unsigned type = ELF64_ST_TYPE (symbol.st_info);
      if ((type != STT_FUNC && type != STT_GNU_IFUNC)
          || symbol.st_shndx == SHN_UNDEF || symbol.st_name >= strings.sh_size)
        continue;
      f->names[f->name_count++]
          = (struct named){ symbol.st_value, symbol.st_size,
                            (const char *) f->bytes + strings.sh_offset
                                + symbol.st_name };
    }
  if (f->name_count != 0)
    qsort (f->names, f->name_count, sizeof *f->names, named_compare);
}

/* Read F, and its detached file in DIR, unless that is NULL.  */
static inline void
file_read (struct file *f, const char *dir)
{
  Elf64_Ehdr head;
  FILE *file = fopen (f->path, "rb");
  long end = -1;

  if (file != NULL && fseek (file, 0, SEEK_END) == 0)
    end = ftell (file);
  if (end >= (long) sizeof head && fseek (file, 0, SEEK_SET) == 0)
    f->bytes = malloc ((size_t) end);
  f->size = end < 0 ? 0 : (size_t) end;
  if (f->bytes == NULL || fread (f->bytes, 1, f->size, file) != f->size)
    f->size = 0;
  if (file != NULL)
    fclose (file);
  if (f->size < sizeof head)
    return;
  memcpy (&head, f->bytes, sizeof head);
  if (memcmp (head.e_ident, ELFMAG, SELFMAG) != 0
      || head.e_ident[EI_CLASS] != ELFCLASS64
      || head.e_phentsize != sizeof *f->headers || head.e_phoff > f->size
      || head.e_phnum > (f->size - head.e_phoff) / sizeof *f->headers)
    return;
  f->headers = malloc (head.e_phnum * sizeof *f->headers + 1);
  if (f->headers == NULL)
    return;
  f->header_count = head.e_phnum;
  memcpy (f->headers, f->bytes + head.e_phoff,
          head.e_phnum * sizeof *f->headers);
  file_read_names (f, &head);
  for (unsigned i = 0; i < f->header_count && f->id.size == 0; i++)
    if (f->headers[i].p_type == PT_NOTE
        && detached_inside (&f->headers[i], f->size))
      detached_read_id (f->bytes + f->headers[i].p_offset,
                        (size_t) f->headers[i].p_filesz, &f->id);
  if (dir != NULL && f->id.size != 0)
    f->detached = detached_load (dir, &f->id, &f->detached_size);
}

/* The file PATH, from *FILES or read and added there; NULL: no memory.  */
static inline struct file *
file_of (struct file **files, const char *path, const char *dir)
{
  struct file *f = *files;

  while (f != NULL && strcmp (f->path, path) != 0)
    f = f->next;
  if (f != NULL)
    return f;
  f = calloc (1, sizeof *f);
  if (f == NULL || (f->path = strdup (path)) == NULL)
    return NULL;
  f->next = *files;
  *files = f;
  file_read (f, dir);
  return f;
}

/* Find the section of M, whose first byte is at OFFSET of its file.  */
static inline void
mapping_open (struct mapping *m, uint64_t offset)
{
  const struct file *f = m->file;

  for (unsigned i = 0; i < f->header_count; i++)
    {
      const Elf64_Phdr *h = &f->headers[i];
      /* The mapping begins with the page that has the segment's start.  */
      if (h->p_type != PT_LOAD || !(h->p_flags & PF_X)
          || h->p_offset + h->p_filesz <= offset
          || h->p_offset >= offset + (m->to - m->from))
        continue;
      m->bias = m->from - offset + h->p_offset - h->p_vaddr;
      const sfm_status status
          = sfm_image_find (f->headers, f->header_count, m->bias, mapping_read,
                            m, &m->image, NULL);
      m->described
          = (status == SFM_OK
             || (status == SFM_END && f->detached != NULL
                 && detached_open (f->detached, f->detached_size, &f->id,
                                   m->bias, &m->image.section)))
            && m->image.section.piece.abi == FRAME_ABI;
      return;
    }
}

/* The function of M that has ADDR, or NULL.  */
static inline const char *
mapping_name (const struct mapping *m, uint64_t addr)
{
  const struct file *f = m->file;
  const uint64_t at = addr - m->bias;
  size_t low = 0, high = f->name_count;

  while (low < high)
    {
      const size_t middle = low + (high - low) / 2;
      if (f->names[middle].addr <= at)
        low = middle + 1;
      else
        high = middle;
    }
  for (size_t i = low; i-- > 0 && low - i < 8;)
    if (at - f->names[i].addr < f->names[i].size)
      return f->names[i].name;
  return NULL;
}

#endif /* MAPPED_H */
