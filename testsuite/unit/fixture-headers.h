/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-headers.h - ELF64 headers in either byte order.  */

#ifndef TESTSUITE_FIXTURE_HEADERS_H
#define TESTSUITE_FIXTURE_HEADERS_H

#include <elf.h>
#include <stdbool.h>
#include <stdint.h>

/* Write FROM, in the byte order of BIG, to TO.  Of a file header the sizes of
   headers and what makes the file one of ELF64 are filled in.  */
void fixture_put_file (uint8_t *to, const Elf64_Ehdr *from, bool big);
void fixture_put_section (uint8_t *to, const Elf64_Shdr *from, bool big);
void fixture_put_segment (uint8_t *to, const Elf64_Phdr *from, bool big);
void fixture_put_symbol (uint8_t *to, const Elf64_Sym *from, bool big);

#endif /* TESTSUITE_FIXTURE_HEADERS_H */
