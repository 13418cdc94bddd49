/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-headers.c - section headers that the user does not want.

   With -z nosectionheader the linker's output does not tell where the reserve
   is, what follows the program headers, or which functions there are.  So the
   linker writes section headers all the same.  Once the section is merged,
   they are removed, with what only they lead to: symbols, strings, debugging
   information.  Program headers lead to all the rest.  */

#include "config.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "elf-codec.h"
#include "elf-image.h"
#include "numbers.h"
#include "wrap-state.h"

/* The first versions with -z nosectionheader and -z sectionheader.  */
static const struct wrap_linker able[] = {
  { FAMILY_GNU, 2, 41 },
  { FAMILY_LLD, 20, 0 },
  { FAMILY_MOLD, 2, 1 },
};

bool
wrap_headerless (const struct wrap_state *state)
{
  const struct wrap_linker *kind = &state->kind;
  bool can = false;

  for (size_t i = 0; i < sizeof able / sizeof able[0]; i++)
    can |= kind->family == able[i].family
           && (kind->major > able[i].major
               || (kind->major == able[i].major
                   && kind->minor >= able[i].minor));
  return can && state->line.headerless;
}

/* What the program headers of a file lead to.  */
struct extent
{
  uint64_t end; /* of the bytes */
  bool sframe;  /* one is PT_GNU_SFRAME */
};

/* Set *EXTENT to that of FD, whose ELF header is at HEADER.  False: it cannot
   be read, or has more program headers than that header can say.  */
static bool
measure (int fd, const uint8_t *header, struct extent *extent)
{
  const bool big = header[EI_DATA] == ELFDATA2MSB;
  const uint64_t offset
      = elf_u64 (header + offsetof (Elf64_Ehdr, e_phoff), big);
  const uint32_t count
      = elf_u16 (header + offsetof (Elf64_Ehdr, e_phnum), big);
  const size_t size = (size_t) count * ELF_PHDR_SIZE;

  *extent = (struct extent){ .end = offset + size };
  if (count == 0 || count == PN_XNUM || offset > INT64_MAX - size)
    return false;
  uint8_t *table = malloc (size);
  if (table == NULL
      || pread (fd, table, size, (off_t) offset) != (ssize_t) size)
    {
      free (table);
      return false;
    }
  for (const uint8_t *at = table; at < table + size; at += ELF_PHDR_SIZE)
    {
      extent->end
          = larger (extent->end,
                    elf_u64 (at + offsetof (Elf64_Phdr, p_offset), big)
                        + elf_u64 (at + offsetof (Elf64_Phdr, p_filesz), big));
      extent->sframe |= elf_u32 (at, big) == PT_GNU_SFRAME;
    }
  free (table);
  return true;
}

/* Remove the headers of FD.  In this order, so that the file is right at any
   time.  */
static bool
cut (int fd, const uint8_t *header, uint64_t end)
{
  uint8_t changed[ELF_EHDR_SIZE];
  const off_t size = lseek (fd, 0, SEEK_END);

  memcpy (changed, header, sizeof changed);
  memset (changed + offsetof (Elf64_Ehdr, e_shoff), 0, sizeof (Elf64_Off));
  /* e_shentsize stays, as in the files of linkers.  */
  memset (changed + offsetof (Elf64_Ehdr, e_shnum), 0, 2 * sizeof (uint16_t));
  if (pwrite (fd, changed, sizeof changed, 0) != (ssize_t) sizeof changed)
    return false;
  return size < 0 || (uint64_t) size <= end
         || ftruncate (fd, (off_t) end) == 0;
}

sfm_status
wrap_headers_remove (const struct wrap_state *state, bool merged)
{
  const char *path = state->line.output;
  const struct diag_sink *sink = &state->report->sink;
  uint8_t header[ELF_EHDR_SIZE];
  struct extent extent;
  int fd = open (path, O_RDWR | O_CLOEXEC);

  if (fd < 0)
    return diag_errno (sink, path, "cannot open");
  bool good = pread (fd, header, sizeof header, 0) == (ssize_t) sizeof header
              && memcmp (header, ELFMAG, SELFMAG) == 0
              && header[EI_CLASS] == ELFCLASS64
              && measure (fd, header, &extent) && cut (fd, header, extent.end);
  const int error = errno;
  good &= close (fd) == 0;
  errno = error;
  if (!good)
    return diag_errno (sink, path, "cannot remove its section headers");
  if (merged && !extent.sframe)
    diag (sink, DIAG_WARNING, path,
          "nothing leads to its .sframe: it has neither section headers nor "
          "PT_GNU_SFRAME");
  return SFM_OK;
}
