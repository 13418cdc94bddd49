/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   libraries.c - the objects of the process, which of their rows are judged,
   and what was seen of them.  */

#include "config.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "libraries.h"

enum
{
  LOOK_AGAIN = 16 /* code of no object, such as that of the kernel, lets the
                     objects be looked for once in so many times */
};

static struct process *process;
static const char *other_dir;
static struct library libraries[MAX_OBJECTS];
static unsigned library_count;

void
libraries_begin (struct process *p, const char *dir)
{
  process = p;
  other_dir = dir;
}

/* Open the section of the file of SIZE bytes at BYTES, an ELF image that is
   thought to be at BIAS.  */
static bool
open_other (const uint8_t *bytes, size_t size, uint64_t bias,
            struct sfm_section *section)
{
  Elf64_Ehdr file;
  struct sfm_diag diag;

  if (size < sizeof file)
    return false;
  memcpy (&file, bytes, sizeof file);
  for (unsigned i = 0; i < file.e_phnum; i++)
    {
      Elf64_Phdr header;
      const uint64_t at = file.e_phoff + i * sizeof header;

      if (at > size || size - at < sizeof header)
        return false;
      memcpy (&header, bytes + at, sizeof header);
      if (header.p_type == PT_GNU_SFRAME && header.p_offset <= size
          && header.p_filesz <= size - header.p_offset)
        return sfm_section_open (bytes + header.p_offset, header.p_filesz,
                                 bias + header.p_vaddr, section, &diag)
               == SFM_OK;
    }
  return false;
}

/* Find the other object of LIBRARY's name.  What is mapped stays so.  */
static void
find_other (struct library *library)
{
  const char *slash = strrchr (library->name, '/');
  const char *name = slash != NULL ? slash + 1 : library->name;
  char path[4096];
  struct stat st;

  if (other_dir == NULL
      || snprintf (path, sizeof path, "%s/%s", other_dir, name)
             >= (int) sizeof path)
    return;
  const int fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return;
  if (fstat (fd, &st) == 0 && st.st_size > 0)
    {
      void *bytes
          = mmap (NULL, (size_t) st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
      library->judged = bytes != MAP_FAILED;
      library->other_described
          = library->judged
            && open_other (bytes, (size_t) st.st_size, library->bias,
                           &library->other);
    }
  close (fd);
}

/* Copy the section of OBJECT to LIBRARY, as it is read for each step.  */
static void
copy_section (const struct object *object, struct library *library)
{
  const size_t size = (size_t) object->image.section.piece.end;
  const uint64_t addr = object->image.section.addr;
  uint8_t *bytes = malloc (size);
  struct sfm_diag diag;

  library->described
      = bytes != NULL && process_read (process, addr, bytes, size)
        && sfm_section_open (bytes, size, addr, &library->section, &diag)
               == SFM_OK;
  if (!library->described)
    {
      free (bytes);
      return;
    }
  library->sampled
      = calloc (library->section.piece.num_fdes, sizeof *library->sampled);
  library->seen = calloc (
      (object->image.text_end - object->image.text_start) / 8 + 1, 1);
  if (library->sampled == NULL || library->seen == NULL)
    library->described = false;
}

/* Add OBJECT if it is not known.  */
static void
add_library (const struct object *object)
{
  struct library *library = &libraries[library_count];

  for (unsigned i = 0; i < library_count; i++)
    if (libraries[i].from == object->image.text_start)
      return;
  if (library_count == MAX_OBJECTS)
    return;
  *library = (struct library){ .bias = object->image.bias,
                               .from = object->image.text_start,
                               .to = object->image.text_end };
  memcpy (library->name, object->name, sizeof library->name);
  if (object->described)
    {
      copy_section (object, library);
      find_other (library);
    }
  library_count++;
}

void
libraries_find (void)
{
  static unsigned times;

  if (times++ % LOOK_AGAIN != 0 || !process_find_objects (process))
    return;
  for (unsigned i = 0; i < process->count; i++)
    add_library (&process->objects[i]);
}

static struct library *
known_library (uint64_t addr)
{
  for (unsigned i = 0; i < library_count; i++)
    if (addr >= libraries[i].from && addr < libraries[i].to)
      return &libraries[i];
  return NULL;
}

struct library *
library_at (uint64_t addr)
{
  struct library *library = known_library (addr);

  if (library != NULL)
    return library;
  libraries_find ();
  return known_library (addr);
}

struct library *
library_number (unsigned idx)
{
  return idx < library_count ? &libraries[idx] : NULL;
}

/* Whether what is at ADDR is in LIBRARY and not in the other one.  */
static bool
is_new (const struct library *library, uint64_t addr)
{
  struct sfm_found found;
  struct sfm_diag diag;

  return !library->other_described
         || sfm_find_fde (&library->other, addr, &found, &diag) == SFM_END;
}

bool
library_judged (const struct library *library, uint64_t addr,
                struct sfm_found *found, struct sfm_rules *rules)
{
  struct sfm_diag diag;

  return library->described && library->judged
         && sfm_find_rules (&library->section, addr, found, rules, &diag)
                == SFM_OK
         && is_new (library, addr);
}

bool
library_judged_fde (const struct library *library, uint32_t idx,
                    struct sfm_found *found)
{
  const struct sfm_section *section = &library->section;
  struct sfm_diag diag;

  if (!library->described || !library->judged
      || sfm_fde_read (&section->piece, idx, &found->fde, &diag) != SFM_OK)
    return false;
  found->idx = idx;
  found->addr
      = sfm_fde_address (&found->fde, section->addr, section->start_base);
  return is_new (library, found->addr);
}

void
library_see (struct library *library, uint64_t addr)
{
  const uint64_t at = addr - library->from;

  library->seen[at / 8] |= (uint8_t) (1U << at % 8);
  library->counts.rows++;
}

/* How many bits of LIBRARY's are set.  */
static unsigned
count_seen (const struct library *library)
{
  unsigned count = 0;

  for (uint64_t i = 0; i < library->to - library->from; i++)
    count += library->seen[i / 8] >> i % 8 & 1;
  return count;
}

/* Print COUNTS, of NAME, to FILE.  */
static void
print_counts (FILE *file, const char *name, const struct library_counts *c,
              unsigned functions, unsigned addresses)
{
  fprintf (file,
           "%s: samples %u by timer, %u by row: right %u, wrong %u, given up "
           "%u; functions %u; rows compared %" PRIu64 ", at %u addresses\n",
           name, c->timer, c->breaks, c->right, c->wrong, c->lost, functions,
           c->rows, addresses);
}

struct library_counts
libraries_print (FILE *file)
{
  struct library_counts sum = { 0 };
  unsigned all_functions = 0, all_addresses = 0;

  for (unsigned i = 0; i < library_count; i++)
    {
      const struct library *library = &libraries[i];
      const struct library_counts *c = &library->counts;
      unsigned functions = 0;

      if (c->timer + c->breaks == 0)
        continue;
      for (uint32_t j = 0; j < library->section.piece.num_fdes; j++)
        functions += library->sampled[j] != 0;
      const unsigned addresses = count_seen (library);
      print_counts (file, library->name, c, functions, addresses);
      sum.timer += c->timer;
      sum.breaks += c->breaks;
      sum.right += c->right;
      sum.wrong += c->wrong;
      sum.lost += c->lost;
      sum.rows += c->rows;
      all_functions += functions;
      all_addresses += addresses;
    }
  print_counts (file, "all", &sum, all_functions, all_addresses);
  return sum;
}
