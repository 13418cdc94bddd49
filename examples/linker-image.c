/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   linker-image.c - the image around the merged section: headers and code.  */

#include "linker.h"

/* The headers of the image.  */
struct headers
{
  Elf64_Ehdr elf;
  Elf64_Phdr load;
  Elf64_Phdr sframe;
  Elf64_Shdr sections[4]; /* none, .text, .sframe, .shstrtab */
  char names[26];
};

/* Newer than some <elf.h>.  */
enum
{
  SFRAME_SEGMENT = 0x6474e554, /* PT_GNU_SFRAME */
  SFRAME_SECTION = 0x6ffffff4  /* SHT_GNU_SFRAME */
};

static const char section_names[] = "\0.text\0.sframe\0.shstrtab";

static Elf64_Shdr
section_header (uint32_t name, uint32_t type, uint64_t flags, uint64_t off,
                uint64_t size)
{
  return (Elf64_Shdr){ .sh_name = name,
                       .sh_type = type,
                       .sh_flags = flags,
                       .sh_addr = flags == 0 ? 0 : IMAGE_ADDR + off,
                       .sh_offset = off,
                       .sh_size = size,
                       .sh_addralign = flags == 0 ? 1 : 8 };
}

/* Make the headers of the image, as the objects' are.  */
static void
make_headers (const struct linker *l, struct headers *h)
{
  const uint64_t end = l->sframe_off + l->sframe_size;

  memset (h, 0, sizeof *h);
  memcpy (&h->elf, l->objects[0].bytes, sizeof h->elf);
  h->elf.e_type = ET_EXEC;
  h->elf.e_entry = IMAGE_ADDR + PAGE;
  h->elf.e_phoff = offsetof (struct headers, load);
  h->elf.e_phentsize = sizeof h->load;
  h->elf.e_phnum = 2;
  h->elf.e_shoff = offsetof (struct headers, sections);
  h->elf.e_shnum = 4;
  h->elf.e_shstrndx = 3;
  h->load = (Elf64_Phdr){ .p_type = PT_LOAD,
                          .p_flags = PF_R | PF_X,
                          .p_vaddr = IMAGE_ADDR,
                          .p_paddr = IMAGE_ADDR,
                          .p_filesz = end,
                          .p_memsz = end,
                          .p_align = PAGE };
  h->sframe = (Elf64_Phdr){ .p_type = SFRAME_SEGMENT,
                            .p_flags = PF_R,
                            .p_offset = l->sframe_off,
                            .p_vaddr = IMAGE_ADDR + l->sframe_off,
                            .p_paddr = IMAGE_ADDR + l->sframe_off,
                            .p_filesz = l->sframe_size,
                            .p_memsz = l->sframe_size,
                            .p_align = 8 };
  h->sections[1] = section_header (1, SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR,
                                   PAGE, l->text_size);
  h->sections[2] = section_header (7, SFRAME_SECTION, SHF_ALLOC, l->sframe_off,
                                   l->sframe_size);
  h->sections[3]
      = section_header (15, SHT_STRTAB, 0, offsetof (struct headers, names),
                        sizeof section_names);
  memcpy (h->names, section_names, sizeof section_names);
}

void
linker_write_headers (const struct linker *l, uint8_t *image)
{
  struct headers headers;

  make_headers (l, &headers);
  memcpy (image, &headers, sizeof headers);
}

void
linker_write_code (const struct linker *l, uint8_t *image)
{
  for (size_t i = 0; i < l->object_count; i++)
    for (size_t s = 0; s < l->objects[i].section_count; s++)
      {
        const struct object *o = &l->objects[i];
        const Elf64_Shdr *section = &o->sections[s];
        if (o->addresses[s] != 0 && section->sh_size != 0)
          memcpy (image + (o->addresses[s] - IMAGE_ADDR),
                  o->bytes + section->sh_offset, (size_t) section->sh_size);
      }
}
