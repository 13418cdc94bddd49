/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-map.c - what link maps say about the sections of an object.

   The maps are short forms of real ones.  Works in its directory, and leaves
   nothing there.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture-image.h"
#include "link-map.h"
#include "result.h"

enum
{
  MAX_SECTIONS = 8,
  MAX_TEXT = 160
};

static const char map_file[] = "unit-map.map";

/* clang-format off */

/* Member g.o was not extracted; thin1.o is a member of o/libthin.a.  The
   section .text.relaxed had 0x20 bytes, .text.late was thrown away after the
   layout.  */
static const char gnu_map[] =
  "Archive member included to satisfy reference by file (symbol)\n\n"
  "o/liba.a(libf.o)              o/main.o (libf)\n\n"
  "Allocating common symbols\n"
  "Common symbol       size              file\n\n"
  "g_common            0x4               o/main.o\n\n"
  "Verworfene Eingabesektionen\n\n"
  " .text.loc      0x0000000000000000        0x6 o/main.o\n"
  " .text.unused_fn\n"
  "                0x0000000000000000       0x12 o/main.o\n"
  " .text          0x0000000000000000       0x17 o/y/util.o\n"
  " .text.same     0x0000000000000000        0x1 o/multi.o\n"
  " .text.same     0x0000000000000000        0x1 o/multi.o\n\n"
  "Memory Configuration\n\n"
  "Name             Origin             Length             Attributes\n"
  "*default*        0x0000000000000000 0xffffffffffffffff\n\n"
  "Linker script and memory map\n\n"
  "LOAD o/main.o\n"
  "LOAD o/x/util.o\n"
  "LOAD o/y/util.o\n"
  "LOAD o/z (1) d/util.o\n"
  "LOAD o/multi.o\n"
  "LOAD o/lto.o\n"
  "LOAD o/liba.a\n"
  "LOAD o/libthin.a\n"
  "                0x0000000000000318                . = SIZEOF_HEADERS\n\n"
  ".note.gnu.build-id\n"
  "                0x00000000000002d0       0x24\n\n"
  ".text           0x0000000000401100    0x770ff\n"
  " *(.text.unlikely .text.*_unlikely .text.unlikely.*)\n"
  " .text.unlikely\n"
  "                0x0000000000401100        0xf o/main.o\n"
  " *(.text .stub .text.* .gnu.linkonce.t.*)\n"
  " o/main.o(.text.first)\n"
  "                0x00000000004011fc        0x4 LONG 0x5\n"
  " .text          0x0000000000401200       0x17 o/main.o\n"
  "                0x0000000000401200                main\n"
  " *fill*         0x0000000000401217        0x9 \n"
  " .text          0x0000000000401220       0x17 o/x/util.o\n"
  " .text          0x0000000000401240       0x17 o/z (1) d/util.o\n"
  " .text.same     0x0000000000401300        0x1 o/multi.o\n"
  " .text.same     0x0000000000401301        0x2 o/multi.o\n"
  " .text.same     0x0000000000401303        0x2 o/multi.o\n"
  " .text.with space\n"
  "                0x0000000000401310        0x8 o/multi.o\n"
  " .text.a b      0x0000000000401318        0x8 o/multi.o\n"
  " .text          0x0000000000401400        0x4 o/liba.a(libf.o)\n"
  " .text          0x0000000000401410        0x7 o/thin1.o\n"
  " .text.relaxed  0x0000000000401500       0x1c o/multi.o\n"
  "                                         0x20 (size before relaxing)\n"
  " .text.late     0x0000000000401520        0x0 o/multi.o\n"
  "OUTPUT(a.out elf64-x86-64)\n";

static const char gold_map[] =
  "Archive member included because of file (symbol)\n\n"
  "o/libthin.a(o/thin1.o)        o/main.o (thin1)\n\n"
  "Discarded input sections\n\n"
  " .text.dup2     0x0000000000000000        0xd o/main.o\n\n"
  "Memory map\n\n"
  " ** file header\n"
  "                0x0000000000000000       0x40\n\n"
  ".text           0x0000000000000610      0x1dc\n"
  " .text          0x0000000000000610       0x22 o/main.o\n"
  "                0x0000000000000610                _start\n"
  " ** fill        0x0000000000000632        0xe\n"
  " .text.dup1     0x0000000000000640        0xd o/main.o\n"
  " .text          0x0000000000000650        0x7 o/libthin.a(o/thin1.o)\n";

/* An image whose text begins at address 0.  */
static const char zero_map[] =
  "*default*        0x0000000000000000 0xffffffffffffffff\n\n"
  "LOAD boot.o\n\n"
  ".text           0x0000000000000000       0x20\n"
  " .text          0x0000000000000000       0x20 boot.o\n"
  " .text          0x0000000000000020       0x10 a-boot.o\n"
  "OUTPUT(boot elf64-littleaarch64)\n";

static const char lld_map[] =
  "             VMA              LMA     Size Align Out     In      Symbol\n"
  "             698              698      2b4     8 .eh_frame\n"
  "             6c8              6c8       2c     1         "
    "o/main.o:(.eh_frame+0x0)\n"
  "            1950             1950      22f    16 .text\n"
  "            1a30             1a30       17    16         o/main.o:(.text)\n"
  "            1a30             1a30       17     1                 main\n"
  "            1a39             1a39        0     1         start = .\n"
  "            1a47             1a47        6     1         "
    "o/main.o:(.text.dup1)\n"
  "            1a47             1a47        6     1                 "
    "f(int):(x)\n"
  "            1a50             1a50       17     1         "
    "o/x/util.o:(.text)\n"
  "            1a70             1a70        4     1         "
    "o/multi.o:(.text.same)\n"
  "            1b50             1b50       17     1         "
    "o/z (1) d/util.o:(.text)\n"
  "            1b70             1b70        4     1         "
    "o/liba.a(libf.o):(.text)\n"
  "            1b80             1b80        7     1         "
    "o/libthin.a(thin1.o):(.text)\n";

static const char mold_map[] =
  "               VMA       Size Align Out     In      Symbol\n"
  "                 0         64     8 EHDR\n"
  "            0x18b0        559    16 .text\n"
  "            0x18b0          0     0                 _start\n"
  "            0x1999         23     1         o/main.o:(.text)\n"
  "            0x1999          0     0                 main\n"
  "            0x19b0         10     1         o/main.o:(.text.dup1)\n"
  "            0x19cb          7     1         "
    "o/libthin.a(o/thin1.o):(.text)\n";

/* Directories from last to first.  */
static const char reversed_map[] =
  "             VMA              LMA     Size Align Out     In      Symbol\n"
  "            1a30             1a30       30    16 .text\n"
  "            1a30             1a30       10    16         z/a.o:(.text)\n"
  "            1a40             1a40       10    16         m/b.o:(.text)\n"
  "            1a50             1a50       10    16         c/c.o:(.text)\n";

/* OBJECT is "PATH" or "PATH|MEMBER"; SECTIONS are "NAME=SIZE" in base 16;
   EXPECTED has a word for each: an address, "gone", "absent" or "?".  */
struct map_case
{
  const char *name;
  const char *map;
  const char *object;
  const char *sections;
  const char *expected;
};

static const struct map_case cases[] = {
  { "GNU ld: placed, wrapped, discarded", gnu_map, "o/main.o",
    ".text=17,.text.unlikely=f,.text.loc=6,.text.unused_fn=12",
    "401200 401100 gone gone" },
  { "GNU ld: other size", gnu_map, "o/main.o", ".text=18", "?" },
  { "GNU ld: not listed", gnu_map, "o/main.o", ".text=17,.text.x=1",
    "401200 ?" },
  { "GNU ld: wholly discarded object", gnu_map, "o/y/util.o", ".text=17",
    "gone" },
  { "GNU ld: spaces and parentheses in the path", gnu_map,
    "o/z (1) d/util.o", ".text=17", "401240" },
  { "GNU ld: spaces in the name", gnu_map, "o/multi.o",
    ".text.with space=8,.text.a b=8", "401310 401318" },
  { "GNU ld: sections of one name by their order", gnu_map, "o/multi.o",
    ".text.same=1,.text.same=1,.text.same=1,.text.same=2,.text.same=2",
    "? ? ? 401301 401303" },
  { "GNU ld: sections of one name in another order", gnu_map, "o/multi.o",
    ".text.same=2,.text.same=2,.text.same=1", "? ? ?" },
  { "GNU ld: one of three equal sections is left", gnu_map, "o/multi.o",
    ".text.same=1,.text.same=1,.text.same=1", "? ? ?" },
  { "GNU ld: relaxed section", gnu_map, "o/multi.o", ".text.relaxed=20",
    "?" },
  { "GNU ld: excluded after the layout", gnu_map, "o/multi.o",
    ".text.late=8", "gone" },
  { "GNU ld: member", gnu_map, "o/liba.a|libf.o", ".text=4", "401400" },
  { "GNU ld: member that was not extracted", gnu_map, "o/liba.a|g.o",
    ".text=4", "absent" },
  { "GNU ld: member of an archive that was not linked", gnu_map,
    "o/libother.a|g.o", ".text=4", "?" },
  { "GNU ld: member of a thin archive", gnu_map, "o/libthin.a|o/thin1.o",
    ".text=7", "401410" },
  { "GNU ld: the same by its bare name", gnu_map, "o/libthin.a|thin1.o",
    ".text=7", "401410" },
  { "GNU ld: thin member that was not extracted", gnu_map,
    "o/libthin.a|o/never.o", ".text=7", "absent" },
  { "GNU ld: object that is only loaded", gnu_map, "o/lto.o", ".text=7",
    "?" },
  { "GNU ld: object that was not linked", gnu_map, "o/other.o", ".text=7",
    "?" },
  { "GNU ld: text at address 0", zero_map, "boot.o", ".text=20", "0" },

  { "path: absolute for relative", gnu_map, "/abs/o/x/util.o",
    ".text=17", "401220" },
  { "path: relative for longer", gnu_map, "x/util.o", ".text=17", "401220" },
  { "path: dots", gnu_map, "./q/../o//x/util.o", ".text=17", "401220" },
  { "path: leading dots", gnu_map, "../../o/x/util.o", ".text=17",
    "401220" },
  { "path: base name of several", gnu_map, "util.o", ".text=17", "?" },
  { "path: part of a component", gnu_map, "/b/in.o", ".text=17", "?" },
  { "path: next to a longer name", zero_map, "/y/boot.o", ".text=20", "0" },
  { "path: moved tree", gnu_map, "/new/x/util.o", ".text=17", "401220" },
  { "path: moved tree, sections disagree", gnu_map, "/new/x/util.o",
    ".text=18", "?" },
  { "path: archive by its absolute name", gnu_map, "/w/o/liba.a|libf.o",
    ".text=4", "401400" },
  { "path: archive by its absolute name, not extracted", gnu_map,
    "/w/o/liba.a|g.o", ".text=4", "absent" },

  { "gold: placed and folded", gold_map, "o/main.o",
    ".text=22,.text.dup1=d,.text.dup2=d", "610 640 gone" },
  { "gold: thin member", gold_map, "o/libthin.a|o/thin1.o", ".text=7",
    "650" },
  { "gold: not extracted", gold_map, "o/libthin.a|o/never.o", ".text=7",
    "absent" },

  { "lld: placed, not listed", lld_map, "o/main.o",
    ".text=17,.text.dup1=6,.text.dup2=6", "1a30 1a47 gone" },
  { "lld: symbol that looks like a section", lld_map, "f(int)", "x=6", "?" },
  { "lld: one of two equal sections", lld_map, "o/multi.o",
    ".text.same=4,.text.same=4", "? ?" },
  { "lld: spaces and parentheses in the path", lld_map, "o/z (1) d/util.o",
    ".text=17", "1b50" },
  { "lld: member", lld_map, "o/liba.a|libf.o", ".text=4", "1b70" },
  { "lld: member that was not extracted", lld_map, "o/liba.a|g.o",
    ".text=4", "absent" },
  { "lld: archive that gave nothing", lld_map, "o/libb.a|g.o", ".text=4",
    "absent" },
  { "lld: member of a namesake archive", lld_map, "/p/liba.a|libf.o",
    ".text=4", "?" },
  { "lld: thin member", lld_map, "o/libthin.a|o/thin1.o", ".text=7",
    "1b80" },
  { "lld: object of a known directory that gave nothing", lld_map, "o/dead.o",
    ".text=4", "gone" },
  { "lld: object of a directory out of order", reversed_map, "c/dead.o",
    ".text=4", "gone" },
  { "lld: object of an unknown directory", lld_map, "p/dead.o", ".text=4",
    "?" },
  { "lld: namesake of a dropped object", lld_map, "o/y/util.o", ".text=17",
    "?" },

  { "mold: placed, not listed", mold_map, "o/main.o",
    ".text=17,.text.dup1=a,.text.dup2=a", "1999 19b0 gone" },
  { "mold: thin member", mold_map, "o/libthin.a|o/thin1.o", ".text=7",
    "19cb" },
};

#define LLD_HEADING \
  "             VMA              LMA     Size Align Out     In      Symbol\n"
#define GNU_START "LOAD a.o\n.text 0x1000 0x10\n"

struct bad_case
{
  const char *name;
  const char *map;
  sfm_status status;
};

static const struct bad_case bad_cases[] = {
  { "bad: empty", "", SFM_ERR_UNSUPP },
  { "bad: other text", "int main (void)\n{\n  return 0;\n}\n",
    SFM_ERR_UNSUPP },
  { "bad: heading alone", LLD_HEADING, SFM_ERR_CORRUPT },
  { "bad: lld, damaged line",
    LLD_HEADING
    "            1a30             1a30       17    16         a.o:(.text)\n"
    "            1a47             1g47        6     1         a.o:(.text.f)\n",
    SFM_ERR_CORRUPT },
  { "bad: lld, number too large",
    LLD_HEADING
    "  11a3000000000000f             1a30       17    16         "
    "a.o:(.text)\n",
    SFM_ERR_CORRUPT },
  { "bad: lld, beyond the address space",
    LLD_HEADING
    "fffffffffffffff0 fffffffffffffff0       17    16         a.o:(.text)\n",
    SFM_ERR_CORRUPT },
  { "bad: lld, cut in a line",
    LLD_HEADING
    "            1a30             1a30       17    16         a.o:(.text)",
    SFM_ERR_CORRUPT },
  { "bad: GNU ld, cut before its end",
    GNU_START " .text          0x0000000000001000       0x10 a.o\n",
    SFM_ERR_CORRUPT },
  { "bad: GNU ld, beyond the address space",
    GNU_START " .text          0xfffffffffffffff0       0x17 a.o\n"
    "OUTPUT(a elf64-x86-64)\n",
    SFM_ERR_CORRUPT },
};

/* clang-format on */

static struct link_map *
read_map (const char *text, sfm_status *status)
{
  struct link_map *map = NULL;
  FILE *file = fopen (map_file, "w");

  *status = SFM_ERR_IO;
  if (file == NULL)
    return NULL;
  fputs (text, file);
  fclose (file);
  fixture_errors = 0;
  *status = map_read (map_file, &map, &fixture_sink);
  remove (map_file);
  return map;
}

/* Split TEXT, "NAME=SIZE,...", into SECTIONS; return how many.  */
static size_t
take_sections (char *text, struct input_section *sections)
{
  size_t count = 0;

  while (*text != '\0' && count < MAX_SECTIONS)
    {
      char *size = strchr (text, '='), *end;
      *size = '\0';
      sections[count++] = (struct input_section){
        .name = text, .size = strtoull (size + 1, &end, 16), .code = true
      };
      text = *end == ',' ? end + 1 : end;
    }
  return count;
}

/* Append to RESULT what MAP says about section IDX of OBJECT.  */
static void
append_answer (char *result, struct link_map *map,
               const struct input_object *object, uint32_t idx)
{
  uint64_t addr = 0;
  size_t size = strlen (result);
  const char *space = size == 0 ? "" : " ";
  char *end = result + size;

  switch (map_place (map, object, idx, &addr))
    {
    case MAP_PLACED:
      snprintf (end, MAX_TEXT - size, "%s%llx", space,
                (unsigned long long) addr);
      break;
    case MAP_DISCARDED:
      snprintf (end, MAX_TEXT - size, "%sgone", space);
      break;
    case MAP_NOT_EXTRACTED:
      snprintf (end, MAX_TEXT - size, "%sabsent", space);
      break;
    case MAP_UNKNOWN:
      snprintf (end, MAX_TEXT - size, "%s?", space);
      break;
    }
}

static void
run_case (const struct map_case *c)
{
  char text[MAX_TEXT], name[MAX_TEXT], result[MAX_TEXT] = "";
  struct input_section sections[MAX_SECTIONS];
  struct input_object object = { .name = name, .path = name };
  sfm_status status;
  struct link_map *map = read_map (c->map, &status);

  snprintf (text, sizeof text, "%s", c->sections);
  snprintf (name, sizeof name, "%s", c->object);
  char *bar = strchr (name, '|');
  if (bar != NULL)
    {
      *bar = '\0';
      object.member = bar + 1;
    }
  object.sections = sections;
  object.section_count = take_sections (text, sections);
  for (size_t i = 0; map != NULL && i < object.section_count; i++)
    append_answer (result, map, &object, (uint32_t) i);
  bool passed = strcmp (result, c->expected) == 0;
  unit_result (passed, c->name);
  if (!passed)
    printf ("  got \"%s\", expected \"%s\"\n", result, c->expected);
  map_free (map);
}

/* Cut the map TEXT after each of its bytes: no cut may hurt, and none may
   pass but after a whole line.  */
static void
test_cuts (const char *name, const char *text)
{
  size_t size = strlen (text);
  char *part = malloc (size + 1);
  bool passed = part != NULL;

  for (size_t i = 0; passed && i < size; i++)
    {
      sfm_status status;
      memcpy (part, text, i);
      part[i] = '\0';
      struct link_map *map = read_map (part, &status);
      bool whole_line = i != 0 && text[i - 1] == '\n';
      if ((status == SFM_OK) != (map != NULL)
          || (status == SFM_OK && !whole_line)
          || (status != SFM_OK && fixture_errors != 1))
        passed = false;
      map_free (map);
    }
  unit_result (passed, name);
  free (part);
}

/* Two objects in the same memory, one after the other.  */
static void
test_recent (void)
{
  struct input_section section
      = { .name = ".text", .size = 0x17, .code = true };
  struct input_object object = {
    .name = "one", .path = "o/main.o", .sections = &section, .section_count = 1
  };
  sfm_status status;
  struct link_map *map = read_map (gnu_map, &status);
  uint64_t first = 0, second = 0;
  bool passed = map != NULL
                && map_place (map, &object, 0, &first) == MAP_PLACED
                && map_place (map, &object, 1, &second) == MAP_UNKNOWN;

  object.name = "two";
  object.path = "o/x/util.o";
  passed = passed && map_place (map, &object, 0, &second) == MAP_PLACED
           && first == 0x401200 && second == 0x401220;
  unit_result (passed, "objects that follow each other in one place");
  map_free (map);
}

int
main (void)
{
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    run_case (&cases[i]);
  for (size_t i = 0; i < sizeof bad_cases / sizeof bad_cases[0]; i++)
    {
      sfm_status status;
      struct link_map *map = read_map (bad_cases[i].map, &status);
      unit_result (status == bad_cases[i].status && map == NULL
                       && fixture_errors == 1,
                   bad_cases[i].name);
      map_free (map);
    }
  test_cuts ("GNU ld: cut anywhere", gnu_map);
  test_cuts ("gold: cut anywhere", gold_map);
  test_cuts ("lld: cut anywhere", lld_map);
  test_cuts ("mold: cut anywhere", mold_map);
  test_recent ();
  return unit_exit ();
}
