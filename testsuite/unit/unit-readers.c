/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-readers.c - reader processes that die: objects and messages come as
   from one process that does not.

   The reader of inputs is this program's own, so that it can die at will.  A
   path is a letter for each object of a file.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <unistd.h>

#include "input-watch.h"
#include "reader-limits.h"
#include "readers.h"
#include "result.h"
#include "threads.h"

/* AddressSanitizer reserves terabytes, so that there is no bound.  */
#if defined __SANITIZE_ADDRESS__
#define TAKES_ADDRESS_SPACE 1
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define TAKES_ADDRESS_SPACE 1
#endif
#endif
#ifndef TAKES_ADDRESS_SPACE
#define TAKES_ADDRESS_SPACE 0
#endif

enum
{
  LARGE = 3 * RING_SIZE + 5,
  LOG_SIZE = 1 << 20,
  FILES = 3 * READERS_MAX * READER_FILES + 7
};

/* ------------------------------------------------------------------ */
/* The reader of inputs                                                */

struct inputs
{
  const struct diag_sink *sink;
  const struct input_watch *watch;
};

struct inputs *
inputs_new (const struct diag_sink *sink)
{
  struct inputs *inputs = calloc (1, sizeof *inputs);

  if (inputs != NULL)
    inputs->sink = sink;
  return inputs;
}

void
inputs_free (struct inputs *inputs)
{
  free (inputs);
}

void
inputs_watch (struct inputs *inputs, const struct input_watch *watch)
{
  inputs->watch = watch;
}

/* Code that can be read in section 0 only.  */
static sfm_status
read_code (const struct input_object *object, uint32_t section,
           struct pool *pool, struct input_code *code)
{
  static const struct reloc_mask_bytes masks[] = { { 1, 2 }, { 3, 5 } };
  const struct inputs *inputs = object->reader;
  uint8_t *bytes = pool_alloc (pool, 7);

  if (section != 0)
    {
      diag (inputs->sink, DIAG_NOTE, object->name, "a note");
      return diag_fail (inputs->sink, SFM_ERR_TRUNC, object->name, "no code");
    }
  if (bytes == NULL)
    return diag_nomem (inputs->sink, object->name);
  memcpy (bytes, "machine", 7);
  *code = (struct input_code){
    .bytes = bytes, .size = 7, .masks = masks, .mask_count = 2
  };
  return SFM_OK;
}

/* Tell what this process may do that a reader process must not.  */
static void
tell_rights (struct inputs *inputs, const char *name)
{
  struct rlimit core, space;
  const int fd
      = open ("unit-readers.tmp", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

  if (fd >= 0)
    diag (inputs->sink, DIAG_NOTE, name, "may create files");
  if (getrlimit (RLIMIT_CORE, &core) == 0 && core.rlim_cur != 0)
    diag (inputs->sink, DIAG_NOTE, name, "may dump core");
  if (!TAKES_ADDRESS_SPACE && getrlimit (RLIMIT_AS, &space) == 0
      && space.rlim_cur == RLIM_INFINITY)
    diag (inputs->sink, DIAG_NOTE, name, "may take all memory");
#ifdef __linux__
  if (prctl (PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1)
    diag (inputs->sink, DIAG_NOTE, name, "may gain privileges");
#endif
  if (write (STDERR_FILENO, "", 0) == 0 && isatty (STDERR_FILENO))
    diag (inputs->sink, DIAG_NOTE, name, "may write to the terminal");
}

/* Hand over the object NAME of PATH, with SIZE bytes of .sframe; a damaged
   one if its symbol is in a section that it does not have.  */
static sfm_status
hand_over (struct inputs *inputs, const char *path, const char *name,
           size_t size, uint32_t symbol_section, input_fn *fn, void *data)
{
  static uint8_t bytes[LARGE];
  const struct input_section sections[]
      = { { .name = ".text", .size = 7, .align = 16, .code = true },
          { .name = ".text.x", .group = "x", .size = 7, .align = 1 } };
  const struct input_symbol symbol
      = { .name = name, .section = symbol_section, .weak = true };
  const struct input_reloc relocs[]
      = { { .offset = 4, .section = 0 }, { .offset = 9, .section = 1 } };
  const struct input_sframe sframe = { .name = ".sframe",
                                       .bytes = bytes,
                                       .size = size,
                                       .relocs = relocs,
                                       .reloc_count = 2 };
  bool released = false;
  const struct input_object object = { .name = name,
                                       .path = path,
                                       .member = name,
                                       .machine = 62,
                                       .sections = sections,
                                       .section_count = 2,
                                       .symbols = &symbol,
                                       .symbol_count = 1,
                                       .sframes = &sframe,
                                       .sframe_count = 1,
                                       .released = &released,
                                       .read_code = read_code,
                                       .reader = inputs };

  memset (bytes, (int) size & 0xff, size);
  return fn (data, &object);
}

/* Read the object KIND.  */
static sfm_status
read_object (struct inputs *inputs, const char *path, const char *name,
             char kind, input_fn *fn, void *data)
{
  static const char words[] = "internal error, aborting at elf.c\nmore";

  switch (kind)
    {
    case 's':
      signal (SIGSEGV, SIG_DFL);
      raise (SIGSEGV);
      break;
    case 'k':
      raise (SIGKILL);
      break;
    case 't':
      raise (SIGXCPU);
      break;
    case 'x':
      _exit (3);
    case 'i':
      inputs->watch->dying (inputs->watch->data, words, sizeof words - 1);
      _exit (1);
    case 'f':
      return diag_fail (inputs->sink, SFM_ERR_TRUNC, name, "is short");
    case 'm':
      diag (inputs->sink, DIAG_WARNING, name, "has nothing");
      break;
    case 'r':
      tell_rights (inputs, name);
      break;
    case 'd':
      return hand_over (inputs, path, name, 10, 2, fn, data);
    case 'L':
      return hand_over (inputs, path, name, LARGE, 0, fn, data);
    default:
      return hand_over (inputs, path, name, 10 + (size_t) kind % 7, 0, fn,
                        data);
    }
  return SFM_OK;
}

sfm_status
inputs_read (struct inputs *inputs, const char *path, input_fn *fn, void *data)
{
  const struct input_watch *watch = inputs->watch;
  sfm_status status = SFM_OK;

  /* Outside any object.  */
  if (path[0] == '!')
    raise (SIGKILL);
  for (size_t i = 0; path[i] != '\0' && status == SFM_OK; i++)
    {
      char name[64];
      snprintf (name, sizeof name, "%s(%zu)", path, i);
      if (!watch->open (watch->data, name))
        continue;
      status = read_object (inputs, path, name, path[i], fn, data);
      watch->close (watch->data);
    }
  return status;
}

sfm_status
inputs_read_source (struct inputs *inputs, const struct file_source *source,
                    input_fn *fn, void *data)
{
  return inputs_read (inputs, source->path, fn, data);
}

/* ------------------------------------------------------------------ */
/* What comes of it                                                    */

struct log
{
  char text[LOG_SIZE];
  size_t size;
};

static struct log seen, expected;

static void __attribute__ ((format (printf, 2, 3)))
add (struct log *log, const char *format, ...)
{
  va_list ap;

  va_start (ap, format);
  int size
      = vsnprintf (log->text + log->size, LOG_SIZE - log->size, format, ap);
  va_end (ap);
  if (size > 0 && (size_t) size < LOG_SIZE - log->size)
    log->size += (size_t) size;
}

static void
say (void *data, enum diag_severity kind, const char *file, const char *place,
     const char *text)
{
  (void) data;
  add (&seen, "%d %s %s%s\n", (int) kind, file != NULL ? file : "-", place,
       text);
}

static const struct diag_sink sink = { .fn = say };

/* An input_fn: note OBJECT and, if DATA is not NULL, its code.  */
static sfm_status
take (void *data, const struct input_object *object)
{
  const struct input_sframe *s = &object->sframes[0];
  struct input_code code;
  struct pool pool = { 0 };
  bool same = s->size != 0 && strcmp (s->name, ".sframe") == 0
              && strcmp (object->sections[1].group, "x") == 0
              && strcmp (object->symbols[0].name, object->name) == 0
              && s->relocs[1].offset == 9 && s->relocs[1].section == 1;

  for (size_t i = 0; i < s->size; i++)
    same &= s->bytes[i] == (s->size & 0xff);
  add (&seen, "object %s of %s, %zu bytes%s\n", object->name, object->path,
       s->size, same ? "" : ", spoilt");
  if (data != NULL)
    {
      if (input_code_read (object, 0, &pool, &code) != SFM_OK || code.size != 7
          || memcmp (code.bytes, "machine", 7) != 0 || code.mask_count != 2
          || code.masks[1].from != 3)
        add (&seen, "no code\n");
      if (input_code_read (object, 1, &pool, &code) != SFM_ERR_TRUNC)
        add (&seen, "code\n");
    }
  pool_free (&pool);
  return SFM_OK;
}

/* Expect that the process of NAME ends, for the reason WHY.  */
static void
expect_end (const char *name, const char *why)
{
  add (&expected,
       "%d %s cannot be read: libbfd ended the process that reads it (%s)\n",
       (int) DIAG_ERROR, name, why);
}

/* Expect what comes of PATH; return whether the next file is read.  */
static bool
expect_file (const char *path)
{
  if (path[0] == '!')
    {
      expect_end (path, strsignal (SIGKILL));
      return true;
    }
  for (size_t i = 0; path[i] != '\0'; i++)
    {
      char name[64], time[64];
      snprintf (name, sizeof name, "%s(%zu)", path, i);
      snprintf (time, sizeof time, "no end after %d seconds of processor time",
                READER_SECONDS);
      switch (path[i])
        {
        case 's':
          expect_end (name, strsignal (SIGSEGV));
          break;
        case 'k':
          expect_end (name, strsignal (SIGKILL));
          break;
        case 't':
          expect_end (name, time);
          break;
        case 'x':
          expect_end (name, "exit status 3");
          break;
        case 'i':
          expect_end (name, "internal error, aborting at elf.c");
          break;
        case 'd':
          expect_end (name, "it handed back damaged data");
          break;
        case 'f':
          add (&expected, "%d %s is short\n", (int) DIAG_ERROR, name);
          return false;
        case 'm':
          add (&expected, "%d %s has nothing\n", (int) DIAG_WARNING, name);
          break;
        case 'r':
          break;
        default:
          add (&expected, "object %s of %s, %zu bytes\n", name, path,
               path[i] == 'L' ? (size_t) LARGE : 10 + (size_t) path[i] % 7);
        }
    }
  return true;
}

/* Test NAME: reading the COUNT files PATHS ends with STATUS.  */
static void
test (const char *name, const char *const *paths, size_t count,
      sfm_status status)
{
  const struct readers_options options = { .code = true };
  struct readers *readers = readers_new (&options, &sink);
  char **copies = calloc (count, sizeof *copies);
  sfm_status got = SFM_ERR_NOMEM;

  seen.size = expected.size = 0;
  for (size_t i = 0; i < count && copies != NULL; i++)
    copies[i] = strdup (paths[i]);
  for (size_t i = 0; i < count && expect_file (paths[i]); i++)
    continue;
  if (readers != NULL && copies != NULL)
    got = readers_read_all (readers, copies, count, take, NULL);
  unit_result (got == status && seen.size == expected.size
                   && memcmp (seen.text, expected.text, seen.size) == 0,
               name);
  if (seen.size != expected.size
      || memcmp (seen.text, expected.text, seen.size) != 0)
    printf ("status %d, another text\n", (int) got);
  readers_free (readers);
  for (size_t i = 0; i < count && copies != NULL; i++)
    free (copies[i]);
  free (copies);
}

/* Each way to die, alone and between others.  */
static void
test_ends (const char *processors)
{
  static const char ways[] = "skxitd";
  char name[64], alone[] = "?", between[] = "oo?om?oL?";

  for (size_t i = 0; ways[i] != '\0'; i++)
    {
      const char *const paths[] = { "oo", alone, "ooo", between, "!o", "mo" };
      alone[0] = between[2] = between[5] = between[8] = ways[i];
      snprintf (name, sizeof name, "an end by %c, %s", ways[i], processors);
      test (name, paths, sizeof paths / sizeof paths[0], SFM_ERR_CORRUPT);
    }
}

/* Files for all processes, in all of which some objects are bad.  */
static void
test_many (const char *processors)
{
  static const char *const kinds[]
      = { "o", "ooooLo", "ms", "", "so", "oko", "L", "!", "abcdefg" };
  const char *paths[FILES];
  char name[64];

  for (size_t i = 0; i < FILES; i++)
    paths[i] = i % 5 == 0 ? kinds[i / 5 % 8] : "op";
  snprintf (name, sizeof name, "many files, %s", processors);
  test (name, paths, FILES, SFM_ERR_CORRUPT);
  paths[FILES / 2] = kinds[8];
  snprintf (name, sizeof name, "a file that fails ends it, %s", processors);
  test (name, paths, FILES, SFM_ERR_TRUNC);
}

/* Code, and what is said about it, come when they are asked for.  */
static void
test_code (void)
{
  const struct readers_options options = { .code = true };
  struct readers *readers = readers_new (&options, &sink);
  static const char wanted[] = "object o(0) of o, 16 bytes\n"
                               "2 o(0) a note\n0 o(0) no code\n";
  int asks;

  seen.size = 0;
  sfm_status status
      = readers != NULL
            ? readers_read_one (readers, &FILE_SOURCE ("o"), take, &asks)
            : SFM_ERR_NOMEM;
  unit_result (status == SFM_OK && seen.size == sizeof wanted - 1
                   && memcmp (seen.text, wanted, seen.size) == 0,
               "code and its messages");
  readers_free (readers);
}

/* A reader process may read, and nothing else.  */
static void
test_rights (void)
{
  static const char *const paths[] = { "r" };

  test ("rights", paths, 1, SFM_OK);
  remove ("unit-readers.tmp");
}

/* Without processes to start it fails, with one message.  */
static void
test_no_process (void)
{
  const struct readers_options options = { .code = false };
  struct readers *readers = readers_new (&options, &sink);
  struct rlimit limit, none;

  if (getrlimit (RLIMIT_NOFILE, &limit) != 0 || readers == NULL)
    {
      unit_skip ("no process can be started");
      return;
    }
  none = limit;
  none.rlim_cur = STDERR_FILENO + 1;
  setrlimit (RLIMIT_NOFILE, &none);
  seen.size = 0;
  sfm_status status
      = readers_read_one (readers, &FILE_SOURCE ("o"), take, NULL);
  setrlimit (RLIMIT_NOFILE, &limit);
  add (&seen, "%c", '\0');
  unit_result (status == SFM_ERR_IO
                   && strstr (seen.text, "0 o cannot start a process") != NULL,
               "no process can be started");
  readers_free (readers);
}

int
main (void)
{
  unit_last_said (seen.text);
  test_code ();
  test_rights ();
  test_no_process ();
  test_ends ("all processors");
  test_many ("all processors");
  threads_alone ();
  test_ends ("one processor");
  test_many ("one processor");
  return unit_exit ();
}
