/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bench-libdw.c - read every row of an image's .eh_frame by libdw.

   usage: bench-libdw IMAGE

   What another reader of call frame information takes for what sfmerge synth
   has to read.  bench-synth.py compiles it where libdw's headers are; make
   does not.  Starts of functions are taken as GNU ld and lld write them,
   relative to themselves, in four bytes.  Prints the FDEs and the rows.  */

#include <elfutils/libdw.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct walk
{
  Dwarf_CFI *cfi;
  Elf_Data *frames; /* the bytes of .eh_frame */
  GElf_Addr address;
  unsigned long fde_count;
  unsigned long row_count;
};

/* Find .eh_frame of ELF.  */
static bool
find_frames (Elf *elf, struct walk *walk)
{
  Elf_Scn *section = NULL;
  size_t names;

  if (elf_getshdrstrndx (elf, &names) != 0)
    return false;
  while ((section = elf_nextscn (elf, section)) != NULL)
    {
      GElf_Shdr head;
      const char *name = gelf_getshdr (section, &head) == NULL
                             ? NULL
                             : elf_strptr (elf, names, head.sh_name);
      if (name == NULL || strcmp (name, ".eh_frame") != 0)
        continue;
      walk->address = head.sh_addr;
      walk->frames = elf_rawdata (section, NULL);
      return walk->frames != NULL;
    }
  return false;
}

/* Read all rows of the FDE whose start is encoded at START.  */
static bool
read_rows (struct walk *walk, const uint8_t *start)
{
  int32_t distance;
  uint32_t size;

  memcpy (&distance, start, sizeof distance);
  memcpy (&size, start + sizeof distance, sizeof size);
  Dwarf_Addr at
      = walk->address
        + (Dwarf_Addr) (start - (const uint8_t *) walk->frames->d_buf)
        + (Dwarf_Addr) distance;
  Dwarf_Addr end = at + size;
  walk->fde_count++;
  while (at < end)
    {
      Dwarf_Frame *frame;
      Dwarf_Addr from, to;
      bool signal;
      if (dwarf_cfi_addrframe (walk->cfi, at, &frame) != 0)
        return false;
      int result = dwarf_frame_info (frame, &from, &to, &signal);
      free (frame);
      if (result < 0 || to <= at)
        return false;
      walk->row_count++;
      at = to;
    }
  return true;
}

/* Walk all entries of ELF's .eh_frame.  */
static bool
walk_all (Elf *elf, struct walk *walk)
{
  Dwarf_Off at = 0, next;
  Dwarf_CFI_Entry entry;
  const unsigned char *ident
      = (const unsigned char *) elf_getident (elf, NULL);
  int result;

  walk->cfi = dwarf_getcfi_elf (elf);
  if (walk->cfi == NULL || !find_frames (elf, walk))
    return false;
  while (
      (result = dwarf_next_cfi (ident, walk->frames, true, at, &next, &entry))
      == 0)
    {
      if (!dwarf_cfi_cie_p (&entry) && !read_rows (walk, entry.fde.start))
        return false;
      at = next;
    }
  return result > 0;
}

int
main (int argc, char **argv)
{
  struct walk walk = { 0 };

  if (argc != 2)
    {
      fprintf (stderr, "usage: bench-libdw IMAGE\n");
      return 2;
    }
  elf_version (EV_CURRENT);
  int fd = open (argv[1], O_RDONLY | O_CLOEXEC);
  Elf *elf = fd < 0 ? NULL : elf_begin (fd, ELF_C_READ_MMAP, NULL);
  if (elf == NULL || !walk_all (elf, &walk))
    {
      fprintf (stderr, "bench-libdw: %s: cannot read .eh_frame: %s\n", argv[1],
               dwarf_errmsg (-1));
      return 1;
    }
  printf ("%lu FDEs, %lu rows\n", walk.fde_count, walk.row_count);
  return 0;
}
