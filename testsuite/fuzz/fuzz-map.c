/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fuzz-map.c - link maps of all linkers: reading one ends, is explained if it
   fails, and answers for any object are the same whenever they are asked for.

   The input is a script.  File 0 is the map.  Its lines are objects and their
   sections: "PATH", "PATH|MEMBER", then " SECTION SIZE" for each section.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "link-map.h"
#include "workdir.h"

const char fuzz_name[] = "fuzz-map";

enum
{
  OBJECTS_MAX = 8,
  SECTIONS_MAX = 16
};

static unsigned errors;

static void
receive (void *data, enum diag_severity kind, const char *file,
         const char *place, const char *text)
{
  (void) data;
  (void) file;
  (void) place;
  errors += kind == DIAG_ERROR;
  fuzz_require (text[0] != '\0', "messages say something");
}

static const struct diag_sink sink = { .fn = receive };

/* An object, as its reader would show it.  */
struct asked
{
  struct input_object object;
  struct input_section sections[SECTIONS_MAX];
  enum map_answer answers[SECTIONS_MAX];
  uint64_t addrs[SECTIONS_MAX];
};

/* Take the objects in the lines that ARGV has.  */
static size_t
take_objects (char **argv, int argc, struct asked *asked)
{
  size_t count = 0;
  struct asked *a = NULL;

  for (int i = 1; i < argc; i++)
    {
      char *line = argv[i];
      if (line[0] != ' ')
        {
          if (count == OBJECTS_MAX)
            break;
          char *bar = strchr (line, '|');
          a = &asked[count++];
          if (bar != NULL)
            *bar = '\0';
          a->object.name = a->object.path = line;
          a->object.member = bar == NULL ? NULL : bar + 1;
          a->object.sections = a->sections;
          continue;
        }
      char *space = strrchr (line, ' ');
      if (a == NULL || a->object.section_count == SECTIONS_MAX
          || space == line)
        continue;
      *space = '\0';
      a->sections[a->object.section_count++] = (struct input_section){
        .name = line + 1, .size = strtoull (space + 1, NULL, 16), .code = true
      };
    }
  return count;
}

/* Ask MAP for section IDX of ASKED; true if the answer is as at FIRST.  */
static bool
ask (struct link_map *map, struct asked *asked, uint32_t idx, bool first)
{
  const uint64_t nowhere = 0x5a5a5a5a5a5a5a5a;
  uint64_t addr = nowhere;
  enum map_answer answer = map_place (map, &asked->object, idx, &addr);

  fuzz_require (answer <= MAP_UNKNOWN, "answers are known ones");
  fuzz_require (answer == MAP_PLACED || addr == nowhere,
                "only a place has an address");
  if (first)
    {
      asked->answers[idx] = answer;
      asked->addrs[idx] = addr;
    }
  return asked->answers[idx] == answer && asked->addrs[idx] == addr;
}

static void
ask_all (struct link_map *map, struct asked *asked, size_t count)
{
  for (size_t i = 0; i < count; i++)
    for (uint32_t j = 0; j < asked[i].object.section_count; j++)
      ask (map, &asked[i], j, true);
  for (size_t i = count; i-- != 0;)
    {
      for (uint32_t j = 0; j < asked[i].object.section_count; j++)
        fuzz_require (ask (map, &asked[i], j, false),
                      "answers do not depend on the order of questions");
      map_doubts (map, &asked[i].object);
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct script script;
  char text[SCRIPT_LINES_MAX], *argv[SCRIPT_ARGS + 2];
  struct asked asked[OBJECTS_MAX] = { 0 };
  struct link_map *map;

  script_read (data, size, &script);
  if (script.file_count == 0)
    return 0;
  script.files[0].flags = 0;
  script.file_count = 1;
  int argc = script_arguments (&script, text, argv);
  size_t count = take_objects (argv, argc, asked);
  workdir_enter ();
  workdir_put_script (&script);
  errors = 0;
  sfm_status status = map_read ("f0", &map, &sink);
  fuzz_require ((status == SFM_OK) == (map != NULL),
                "there is a map if it could be read");
  fuzz_require ((status == SFM_OK) == (errors == 0),
                "a failure, and nothing else, is an error");
  if (status == SFM_OK)
    {
      fuzz_require (map->form->linker[0] != '\0', "the linker is known");
      ask_all (map, asked, count);
    }
  map_free (map);
  fuzz_require (workdir_leave (), "nothing is left");
  return 0;
}
