/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   elf-image.h - a linked ELF64 file: headers, sections, segments.

   BFD cannot rewrite images without damage, so sfmerge reads and writes them
   by itself.  The headers of either byte order are decoded into the two arrays
   below.  Every offset and count is checked against the file: after image_open
   all of them are sound.  */

#ifndef BFDGLUE_ELF_IMAGE_H
#define BFDGLUE_ELF_IMAGE_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "elf-abi.h"
#include "paged.h"
#include "sfmerge.h"

struct file_bytes;
struct file_source;

/* Recent C libraries have these in <elf.h>.  */
#ifndef SHT_GNU_SFRAME
#define SHT_GNU_SFRAME 0x6ffffff4
#endif
#ifndef SHT_RELR
#define SHT_RELR 19
#endif
#ifndef PT_GNU_SFRAME
#define PT_GNU_SFRAME 0x6474e554
#endif
#ifndef SHF_GNU_RETAIN
#define SHF_GNU_RETAIN (1 << 21)
#endif

/* A section header.  [offset, offset + size) is in the file unless TYPE is
   SHT_NOBITS: image_section_size gives its size there, image_section_bytes the
   bytes.  For SHT_NULL all other
   members are 0.  LINK and INFO are as stored, unchecked, as their meaning
   depends on TYPE.  */
struct image_section
{
  const char *name; /* in the file; "": there is none */
  uint32_t name_off;
  uint32_t type;
  uint64_t flags;
  uint64_t addr;
  uint64_t offset;
  uint64_t size;
  uint64_t entsize;
  uint64_t align;
  uint32_t link;
  uint32_t info;
};

/* A program header.  [offset, offset + filesz) is in the file; a PT_LOAD's
   filesz is not above its memsz, and vaddr + memsz does not wrap.  */
struct image_segment
{
  uint32_t type;
  uint32_t flags;
  uint64_t offset;
  uint64_t vaddr;
  uint64_t filesz;
  uint64_t memsz;
  uint64_t align;
  bool cut; /* the header asks for more bytes than the file has, as in debug
               files of eu-strip; filesz is what there is */
};

struct image_load
{
  uint64_t addr;
  uint64_t segment; /* its number */
};

struct image
{
  const char *path;      /* as given, for messages; borrowed */
  const uint8_t *memory; /* for its bytes, which image_at gives */
  size_t size;
  struct paged *pages; /* which of them were read; NULL: all; borrowed */
  bool big_endian;
  const struct elf_layout *layout;
  bool foreign;  /* of a class or machine that SFrame has no ABI for */
  bool debug;    /* a separate debug file: only the p_vaddr and p_memsz of its
                    segments mean something */
  uint16_t type; /* ET_EXEC or ET_DYN, or ET_REL if that was allowed */
  uint16_t machine;
  uint8_t abi;    /* the SFrame ABI of machine and byte order, or 0 */
  uint64_t entry; /* where the program begins, or 0 */
  uint64_t shoff; /* 0 without section headers */
  uint64_t phoff; /* 0 without program headers */
  uint32_t shstrndx;
  struct image_section *sections; /* with number 0; none without section
                                     headers */
  uint32_t section_count;
  struct image_segment *segments;
  uint32_t segment_count;
  struct image_load *loads; /* the PT_LOADs with bytes in the file, by
                               address, then number */
  uint32_t load_count;
  bool owned;              /* image_close releases MEMORY and PAGES */
  struct file_bytes *file; /* which it has opened and closes; NULL: none */
};

/* What a file may be: of ELF64, and of a machine with an SFrame ABI.  */
enum image_allowed
{
  ALLOW_IMAGES,
  ALLOW_OBJECTS, /* relocatable ones, too */
  ALLOW_ANY      /* of any class and machine, too: only sframe-section.h, strip
                    and what goes by LAYOUT may look at one that is FOREIGN */
};

/* elf-heads.c: open PATH, which is borrowed, as IMAGE, if it is ALLOWED.  Its
   headers are read, and what image_at asks for; image_settle says in the end
   whether all was sound.  Statuses: IO, TRUNC, CORRUPT, UNSUPP (not allowed),
   LIMIT (a file too large for the memory, or with too much overlap),
   NOMEM.  */
sfm_status image_open (const char *path, enum image_allowed allowed,
                       struct image *image,
                       const struct diag_sink *sink) SFM_CHECKED;

/* The same for SOURCE, which is borrowed: its bytes, or its file.  */
sfm_status image_open_source (const struct file_source *source,
                              enum image_allowed allowed, struct image *image,
                              const struct diag_sink *sink) SFM_CHECKED;

/* The same for PATH, the separate debug file of an image.  */
sfm_status image_open_debug (const char *path, struct image *image,
                             const struct diag_sink *sink) SFM_CHECKED;

/* After work on IMAGE has ended with STATUS: return STATUS, or why the file
   that IMAGE has opened was not sound (file_bytes_settle).  */
sfm_status image_settle (const struct image *image, sfm_status status,
                         const struct diag_sink *sink) SFM_CHECKED;

/* image_open for the SIZE bytes at BYTES, which must outlive IMAGE and are
   called PATH in messages.  */
sfm_status image_open_bytes (const char *path, const uint8_t *bytes,
                             size_t size, enum image_allowed allowed,
                             struct image *image,
                             const struct diag_sink *sink) SFM_CHECKED;

/* The same for those of FILE, which must outlive IMAGE.  */
sfm_status image_open_loaded (const char *path, const struct file_bytes *file,
                              enum image_allowed allowed, struct image *image,
                              const struct diag_sink *sink) SFM_CHECKED;

/* The same for PAGES, which must outlive IMAGE.  */
sfm_status image_open_pages (const char *path, struct paged *pages,
                             struct image *image,
                             const struct diag_sink *sink) SFM_CHECKED;

/* Open as PACKED the file of symbols that is compressed in .gnu_debugdata of
   IMAGE, which must outlive it.  PACKED is all zero if there is none that can
   be read.  Statuses: NOMEM.  */
sfm_status image_open_packed (const struct image *image, struct image *packed,
                              const struct diag_sink *sink) SFM_CHECKED;

/* elf-heads.c: whether the headers of SOURCE show that it is an image without
   SFrame; then *CODE is the size of its code (code_ranges_size).  Nothing else
   of it is read.  False tells nothing.  */
bool image_heads_bare (const struct file_source *source, uint64_t *code);

/* Release what image_open took.  An all-zero image is allowed.  */
void image_close (struct image *image);

/* Release the bytes of IMAGE, which it owns.  */
void image_release (struct image *image);

/* Set *COPY to a copy of IMAGE's bytes, for paged_free, with ZEROS zeros at AT
   and more after them up to SIZE, which is not less than all these.  IMAGE
   must outlive it.  Statuses: NOMEM.  */
sfm_status image_copy (const struct image *image, uint64_t at, uint64_t zeros,
                       size_t size, struct paged **copy,
                       const struct diag_sink *sink) SFM_CHECKED;

/* The SIZE bytes at OFFSET of the file, which has them.  */
static inline const uint8_t *
image_at (const struct image *image, uint64_t offset, uint64_t size)
{
  return paged_bytes (image->pages, image->memory + offset, size);
}

/* The bytes of SEGMENT in the file, filesz of them.  */
static inline const uint8_t *
image_segment_bytes (const struct image *image,
                     const struct image_segment *segment)
{
  return image_at (image, segment->offset, segment->filesz);
}

/* The bytes that SECTION has in the file: 0 for SHT_NOBITS and SHT_NULL.  */
static inline uint64_t
image_section_size (const struct image_section *section)
{
  return section->type == SHT_NOBITS || section->type == SHT_NULL
             ? 0
             : section->size;
}

/* The end of what the headers of IMAGE describe.  Bytes after it were appended
   by somebody who looks for them there.  */
uint64_t image_described_end (const struct image *image);

/* The index of the first section called NAME after section AFTER (0: from the
   start); 0: there is none.  */
uint32_t image_find_section (const struct image *image, const char *name,
                             uint32_t after);

/* The bytes of SECTION in the file, *SIZE of them; NULL with *SIZE 0 for
   SHT_NOBITS and SHT_NULL.  */
const uint8_t *image_section_bytes (const struct image *image,
                                    const struct image_section *section,
                                    size_t *size);

/* The file offsets of section header IDX and of program header IDX.  */
uint64_t image_shdr_offset (const struct image *image, uint32_t idx);
uint64_t image_phdr_offset (const struct image *image, uint32_t idx);

/* elf-headers.c: decode the headers of IMAGE, whose path, memory, size and
   pages are set, if it is ALLOWED.  Statuses: those of image_open but IO.  */
sfm_status headers_decode (struct image *image, enum image_allowed allowed,
                           const struct diag_sink *sink) SFM_CHECKED;

/* elf-headers.c: write the header of SECTION to HEADER, ELF_SHDR_SIZE
   bytes.  */
void section_header_put (uint8_t *header, const struct image_section *section,
                         bool big_endian);

/* Fill in loads and load_count, as image_open does.  False: no memory.  */
bool image_order_loads (struct image *image);

/* The PT_LOAD that has the byte at ADDR in the file, or NULL.  */
const struct image_segment *image_load_of (const struct image *image,
                                           uint64_t addr);

/* The SIZE bytes at ADDR in the file, or NULL if no PT_LOAD has them all
   there.  */
const uint8_t *image_loaded (const struct image *image, uint64_t addr,
                             uint64_t size);

/* Whether SECTION has memory of its own when the image runs.  .tbss has an
   address, but no memory there.  */
static inline bool
image_section_has_memory (const struct image_section *section)
{
  return (section->flags & SHF_ALLOC) != 0
         && !(section->type == SHT_NOBITS && (section->flags & SHF_TLS) != 0);
}

/* Whether SECTION, or SEGMENT, is loaded as code.  */
static inline bool
image_section_is_code (const struct image_section *section)
{
  const uint64_t wanted = SHF_ALLOC | SHF_EXECINSTR;

  /* An empty section must not hide another at its address.  */
  return (section->flags & wanted) == wanted && section->size != 0;
}

static inline bool
image_segment_is_code (const struct image_segment *segment)
{
  return segment->type == PT_LOAD && (segment->flags & PF_X) != 0;
}

/* True if SEGMENT maps the SIZE bytes at OFFSET of the file to ADDR.  */
bool image_segment_maps (const struct image_segment *segment, uint64_t offset,
                         uint64_t addr, uint64_t size);

/* The PT_LOAD that has the program header table of IMAGE, or NULL.  */
const struct image_segment *image_table_load (const struct image *image);

/* The first segment of TYPE, or NULL.  */
const struct image_segment *image_find_segment (const struct image *image,
                                                uint32_t type);

/* Where the fields of ELF64 and ELF32 files are.

   SFrame has ABIs of 64-bit machines only, so nearly all of sfmerge is about
   ELF64.  Code for any ELF file uses this layout.  */

struct elf_layout
{
  /* Sizes of structures; of an address, an offset or a size; and of the number
     of a symbol in r_info, from its upper end.  */
  uint8_t ehdr, phdr, shdr, sym, rel, rela, word, symbol_shift;
  /* Offsets of fields that are not the same in both.  */
  uint8_t e_phoff, e_shoff, e_flags, e_phentsize, e_phnum, e_shentsize,
      e_shnum, e_shstrndx;
  uint8_t p_flags, p_offset, p_vaddr, p_filesz, p_memsz, p_align;
  uint8_t sh_flags, sh_addr, sh_offset, sh_size, sh_link, sh_info,
      sh_addralign, sh_entsize;
  uint8_t st_info, st_shndx, r_info;
};

#define ELF_LAYOUT(n, shift)                                                  \
  {                                                                           \
    .ehdr = sizeof (Elf##n##_Ehdr), .phdr = sizeof (Elf##n##_Phdr),           \
    .shdr = sizeof (Elf##n##_Shdr), .sym = sizeof (Elf##n##_Sym),             \
    .rel = sizeof (Elf##n##_Rel), .rela = sizeof (Elf##n##_Rela),             \
    .word = (n) / 8, .symbol_shift = (shift),                                 \
    .e_phoff = offsetof (Elf##n##_Ehdr, e_phoff),                             \
    .e_shoff = offsetof (Elf##n##_Ehdr, e_shoff),                             \
    .e_flags = offsetof (Elf##n##_Ehdr, e_flags),                             \
    .e_phentsize = offsetof (Elf##n##_Ehdr, e_phentsize),                     \
    .e_phnum = offsetof (Elf##n##_Ehdr, e_phnum),                             \
    .e_shentsize = offsetof (Elf##n##_Ehdr, e_shentsize),                     \
    .e_shnum = offsetof (Elf##n##_Ehdr, e_shnum),                             \
    .e_shstrndx = offsetof (Elf##n##_Ehdr, e_shstrndx),                       \
    .p_flags = offsetof (Elf##n##_Phdr, p_flags),                             \
    .p_offset = offsetof (Elf##n##_Phdr, p_offset),                           \
    .p_vaddr = offsetof (Elf##n##_Phdr, p_vaddr),                             \
    .p_filesz = offsetof (Elf##n##_Phdr, p_filesz),                           \
    .p_memsz = offsetof (Elf##n##_Phdr, p_memsz),                             \
    .p_align = offsetof (Elf##n##_Phdr, p_align),                             \
    .sh_flags = offsetof (Elf##n##_Shdr, sh_flags),                           \
    .sh_addr = offsetof (Elf##n##_Shdr, sh_addr),                             \
    .sh_offset = offsetof (Elf##n##_Shdr, sh_offset),                         \
    .sh_size = offsetof (Elf##n##_Shdr, sh_size),                             \
    .sh_link = offsetof (Elf##n##_Shdr, sh_link),                             \
    .sh_info = offsetof (Elf##n##_Shdr, sh_info),                             \
    .sh_addralign = offsetof (Elf##n##_Shdr, sh_addralign),                   \
    .sh_entsize = offsetof (Elf##n##_Shdr, sh_entsize),                       \
    .st_info = offsetof (Elf##n##_Sym, st_info),                              \
    .st_shndx = offsetof (Elf##n##_Sym, st_shndx),                            \
    .r_info = offsetof (Elf##n##_Rela, r_info)                                \
  }

/* elf-headers.c */
extern const struct elf_layout elf_layout_64, elf_layout_32;

/* The address, offset or size at BYTES, and writing VALUE there.  */
static inline uint64_t
layout_word (const struct elf_layout *layout, const uint8_t *bytes, bool big)
{
  return layout->word == 8 ? elf_u64 (bytes, big) : elf_u32 (bytes, big);
}

static inline void
layout_put_word (const struct elf_layout *layout, uint8_t *bytes,
                 uint64_t value, bool big)
{
  if (layout->word == 8)
    elf_put64 (bytes, value, big);
  else
    elf_put32 (bytes, (uint32_t) value, big);
}

/* The number of the symbol of the relocation at BYTES, in a file for MACHINE.
   In 64-bit files MIPS has it in the first word in either byte order.  */
static inline uint32_t
layout_reloc_symbol (const struct elf_layout *layout, uint16_t machine,
                     const uint8_t *bytes, bool big)
{
  const uint8_t *info = bytes + layout->r_info;

  if (layout->word == 8 && machine == EM_MIPS)
    return elf_u32 (info, big);
  return (uint32_t) (layout_word (layout, info, big) >> layout->symbol_shift);
}

/* The dynamic section of an image.  */

/* Get entry IDX of DYNAMIC, a PT_DYNAMIC of IMAGE or NULL.  False: it has no
   more entries.  */
bool dynamic_entry (const struct image *image,
                    const struct image_segment *dynamic, uint64_t idx,
                    uint64_t *tag, uint64_t *value);

/* Set *VALUE to that of the first entry of TAG in the first PT_DYNAMIC of
   IMAGE.  False: there is none.  */
bool dynamic_find (const struct image *image, uint64_t tag, uint64_t *value);

/* Whether IMAGE is a shared object, and no PIE.  */
bool image_is_shared (const struct image *image);

/* The relocations of DT_RELA, *SIZE bytes, or NULL.  */
const uint8_t *dynamic_rela (const struct image *image, uint64_t *size);

/* The executable segments of an image.  */

struct code_segments
{
  size_t count;
  uint64_t start; /* the addresses of the first one, */
  uint64_t end;   /* and their end */
};

struct code_segments code_segments_of (const struct image *image);

/* Fields of a section header or a program header, with what is decoded from
   them.  */
enum
{
  FIELD_NAME = 1 << 0,
  FIELD_TYPE = 1 << 1,
  FIELD_FLAGS = 1 << 2,
  FIELD_OFFSET = 1 << 3,
  FIELD_ADDR = 1 << 4,
  FIELD_SIZE = 1 << 5, /* p_filesz */
  FIELD_MEMORY = 1 << 6,
  FIELD_ALIGN = 1 << 7,
  FIELD_ENTSIZE = 1 << 8,
  FIELD_LINK = 1 << 9,
  FIELD_INFO = 1 << 10,
  FIELD_CUT = 1 << 11,
  FIELD_PLACE = FIELD_OFFSET | FIELD_ADDR,
  FIELD_ALL = (1 << 12) - 1
};

/* True if DIFFERS has no others than FIELDS.  */
static inline bool
fields_within (unsigned differs, unsigned fields)
{
  return (differs & ~fields) == 0;
}

/* The fields in which two headers differ.  */
unsigned segment_differs (const struct image_segment *was,
                          const struct image_segment *now);
unsigned section_differs (const struct image_section *was,
                          const struct image_section *now);

/* The names of machines, for messages.  */

enum
{
  ELF_MACHINE_TEXT = 64
};

/* Put the name of MACHINE, an e_machine, and its byte order into TEXT: "x86-64
   (EM_X86_64), little-endian", or "machine 5000, little-endian" for one
   without a name here.  Returns TEXT.  */
const char *elf_machine_text (uint16_t machine, bool big_endian,
                              char text[ELF_MACHINE_TEXT]);

#endif /* BFDGLUE_ELF_IMAGE_H */
