/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-inputs.c - the files that a linker will read for a command line.

   Libraries are searched as linkers do: in the -L directories in order, in
   each first libX.so, then libX.a.  A shared library, or a linker script in
   its place, ends the search.  The functions of a shared library are not
   linked, but those of the files that a script names may be.  Compiler drivers
   pass all directories as -L; the linker's default directories, searched last,
   are assumed to be the usual ones.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "elf-codec.h"
#include "file-bytes.h"
#include "file-kind.h"
#include "wrap-copies.h"
#include "wrap-script.h"
#include "text.h"

enum
{
  NESTING_LIMIT = 8,
  SCRIPT_LIMIT = 256 * 1024
};

static const char *const usual_directories[]
    = { "/usr/local/lib", "/lib64", "/lib", "/usr/lib64", "/usr/lib" };

struct search
{
  const struct wrap_line *line;
  struct pool *pool;
  struct wrap_inputs *inputs;
  const struct diag_sink *sink;
  size_t word; /* the word being searched, also for files of its scripts */
  bool lazy;
  unsigned depth; /* nesting of scripts */
  bool comdat;    /* see which objects have no functions in section groups */
};

/* Read at most SIZE bytes from the start of PATH to BYTES; *DONE: how many.
   It is 0 for what the linker has to judge: nothing is there, or no regular
   file.  What is there but cannot be read is an error: it must not be missing
   from the merged section without a word.  *BARE: it was seen to be an object
   without functions in section groups; gold's copies would open each object
   again for that, which takes three times as long as to look at it here.  */
static sfm_status
read_start (const struct search *search, const char *path, void *bytes,
            size_t size, size_t *done, bool *bare)
{
  struct stat st;
  sfm_status status = SFM_OK;
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

  *done = 0;
  *bare = false;
  if (fd < 0)
    return errno == ENOENT || errno == ENOTDIR
               ? SFM_OK
               : diag_errno (search->sink, path, "cannot open");
  ssize_t got = fstat (fd, &st);
  if (got == 0 && S_ISREG (st.st_mode))
    got = file_head (fd, bytes, size);
  if (got < 0)
    status = diag_errno (search->sink, path, "cannot read");
  else
    *done = (size_t) got;
  if (got > 0 && search->comdat
      && file_kind (bytes, (size_t) got) == FILE_OBJECT)
    *bare = !object_head_may_have_comdat (fd, bytes);
  close (fd);
  return status;
}

static bool
is_there (const char *path)
{
  struct stat st;

  return path != NULL && stat (path, &st) == 0 && S_ISREG (st.st_mode);
}

static sfm_status find_name (struct search *search, enum wrap_word_kind kind,
                             const char *text, bool archive);
static sfm_status take_script (struct search *search, const char *path);

/* Add the file PATH if it is an object or an archive; if it may be a linker
   script, add the files that it names.  */
static sfm_status
take_file (struct search *search, const char *path)
{
  uint8_t start[ELF_EHDR_SIZE];
  struct wrap_inputs *inputs = search->inputs;
  size_t size;
  bool bare;

  TRY (read_start (search, path, start, sizeof start, &size, &bare));
  if (size == 0)
    return SFM_OK;
  enum file_kind kind = file_kind (start, size);
  bool archive = kind == FILE_ARCHIVE || kind == FILE_THIN;
  if (kind == FILE_OTHER)
    return take_script (search, path);
  if (kind != FILE_OBJECT && !archive)
    return SFM_OK;
  if (!array_grow (&inputs->items, &inputs->capacity, inputs->count,
                   sizeof *inputs->items))
    return diag_nomem (search->sink, path);
  inputs->items[inputs->count++] = (struct wrap_input){
    .path = path,
    .word = search->depth == 0 ? search->word : WRAP_NO_WORD,
    .archive = archive,
    .lazy = search->lazy && !archive,
    .bare = bare,
  };
  return SFM_OK;
}

/* Add the file that the script PATH calls NAME: NAME itself, or in the
   script's directory, or in those of -L; an absolute NAME is first tried in
   the sysroot.  */
static sfm_status
take_scripted (struct search *search, const char *path, const char *name)
{
  const char *root = search->line->sysroot;
  const char *slash = strrchr (path, '/');

  if (name[0] == '-' && name[1] == 'l')
    return find_name (search, name[2] == ':' ? WORD_NAMED : WORD_LIBRARY,
                      name[2] == ':' ? name + 3 : name + 2, false);
  name += name[0] == '=';
  if (name[0] == '/')
    {
      const char *rooted = text_format (search->pool, "%s%s", root, name);
      return take_file (search, is_there (rooted) ? rooted : name);
    }
  if (is_there (name))
    return take_file (search, name);
  const char *beside = slash == NULL
                           ? name
                           : text_format (search->pool, "%.*s/%s",
                                          (int) (slash - path), path, name);
  if (is_there (beside))
    return take_file (search, beside);
  return find_name (search, WORD_NAMED, name, false);
}

/* Add the files that PATH names, if it is a linker script.  */
static sfm_status
take_script (struct search *search, const char *path)
{
  sfm_status status = SFM_OK;

  if (search->depth == NESTING_LIMIT)
    return SFM_OK;
  char *buffer = malloc (SCRIPT_LIMIT);
  if (buffer == NULL)
    return diag_nomem (search->sink, path);
  size_t size;
  bool bare;
  status = read_start (search, path, buffer, SCRIPT_LIMIT - 1, &size, &bare);
  buffer[size] = '\0';
  search->depth++;
  const char *text = buffer, *name;
  unsigned inside = 0;
  size_t name_size;
  while (status == SFM_OK
         && (name = script_next (&text, &inside, &name_size)) != NULL)
    {
      const char *copy = pool_copy (search->pool, name, name_size);
      status = copy == NULL ? diag_nomem (search->sink, path)
                            : take_scripted (search, path, copy);
    }
  search->depth--;
  free (buffer);
  return status;
}

/* Search for TEXT of KIND in DIRECTORY; *FOUND is set.  */
static sfm_status
find_in (struct search *search, const char *directory,
         enum wrap_word_kind kind, const char *text, bool archive, bool *found)
{
  const char *root = "";

  if (directory[0] == '=')
    {
      root = search->line->sysroot;
      directory++;
    }
  else if (text_begins (directory, "$SYSROOT"))
    {
      root = search->line->sysroot;
      directory += 8;
    }
  for (unsigned i = archive || kind == WORD_NAMED ? 1 : 0; i < 2; i++)
    {
      const char *path
          = kind == WORD_NAMED
                ? text_format (search->pool, "%s%s/%s", root, directory, text)
            : i == 0 ? text_format (search->pool, "%s%s/lib%s.so", root,
                                    directory, text)
                     : text_format (search->pool, "%s%s/lib%s.a", root,
                                    directory, text);
      if (path == NULL)
        return diag_nomem (search->sink, NULL);
      *found = is_there (path);
      if (*found)
        return take_file (search, path);
    }
  return SFM_OK;
}

/* Search for TEXT of KIND in all directories.  */
static sfm_status
find_name (struct search *search, enum wrap_word_kind kind, const char *text,
           bool archive)
{
  const struct text_list *directories = &search->line->directories;
  sfm_status status = SFM_OK;
  bool found = false;

  for (size_t i = 0; i < directories->count && status == SFM_OK && !found; i++)
    status
        = find_in (search, directories->items[i], kind, text, archive, &found);
  for (size_t i = 0; i < sizeof usual_directories / sizeof usual_directories[0]
                     && status == SFM_OK && !found;
       i++)
    {
      const char *directory
          = text_format (search->pool, "=%s", usual_directories[i]);
      status = directory == NULL
                   ? diag_nomem (search->sink, NULL)
                   : find_in (search, directory, kind, text, archive, &found);
    }
  return status;
}

sfm_status
wrap_inputs_find (const struct wrap_line *line, bool comdat, struct pool *pool,
                  struct wrap_inputs *inputs, const struct diag_sink *sink)
{
  struct search search = { .line = line,
                           .pool = pool,
                           .inputs = inputs,
                           .sink = sink,
                           .comdat = comdat };
  sfm_status status = SFM_OK;

  *inputs = (struct wrap_inputs){ 0 };
  for (size_t i = 0; i < line->word_count && status == SFM_OK; i++)
    {
      const struct wrap_word *word = &line->words[i];
      search.word = i;
      search.lazy = word->lazy;
      if (word->foreign)
        continue;
      if (word->kind == WORD_FILE)
        status = take_file (&search, word->text);
      else
        status = find_name (&search, word->kind, word->text, word->archive);
    }
  return status;
}

void
wrap_inputs_free (struct wrap_inputs *inputs)
{
  free (inputs->items);
  *inputs = (struct wrap_inputs){ 0 };
}
