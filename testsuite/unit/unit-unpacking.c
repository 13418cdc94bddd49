/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-unpacking.c - processes side by side unpack large files one after the
   other, and small ones when they like.  */

#include "config.h"

#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include "file-bytes.h"
#include "files-limits.h"
#include "fixture-files.h"
#include "fixture-image.h"
#include "result.h"

enum
{
  WORKERS = 64,
  SHARE = PACKED_LIMIT / WORKERS,
  FILES_MAX = 64 /* descriptors that are looked at */
};

/* Unpack a file of SIZE bytes.  False: it failed.  */
static bool
unpack (size_t size)
{
  uint8_t *plain = calloc (size, 1), *out = NULL;
  uint8_t *packed = malloc (size / 100 + 1000);
  z_stream stream = { 0 };
  size_t out_size = 0;
  bool good
      = plain != NULL && packed != NULL
        && deflateInit2 (&stream, 1, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY)
               == Z_OK;

  if (good)
    {
      memcpy (plain, ELFMAG, SELFMAG);
      stream.next_in = plain;
      stream.avail_in = (unsigned) size;
      stream.next_out = packed;
      stream.avail_out = (unsigned) (size / 100 + 1000);
      good = deflate (&stream, Z_FINISH) == Z_STREAM_END
             && file_unpack (FILE_GZIP, "packed", packed, stream.total_out,
                             false, &out, &out_size, &fixture_sink)
                    == SFM_OK
             && out_size == size && memcmp (out, plain, size) == 0;
      deflateEnd (&stream);
    }
  free (out);
  free (packed);
  free (plain);
  return good;
}

/* Whether another process would have to wait for this one.  */
static bool
is_locked (void)
{
  int status = 1;
  const pid_t pid = fork ();

  if (pid == 0)
    {
      int locked = 0;
      for (int fd = STDERR_FILENO + 1; fd < FILES_MAX; fd++)
        {
          struct flock range
              = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1 };
          locked |= fcntl (fd, F_GETLK, &range) == 0 && range.l_type != F_UNLCK
                    && range.l_pid == getppid ();
        }
      _exit (locked);
    }
  return waitpid (pid, &status, 0) == pid && WIFEXITED (status)
         && WEXITSTATUS (status) == 1;
}

static void
test_turns (void)
{
  bool good = unpacking_share (WORKERS) && unpack (SHARE) && !is_locked ();

  unit_result (fixture_clean () && good, "a file of a share needs no turn");
  good = unpack (SHARE + 1) && is_locked () && unpack (SHARE + 1)
         && is_locked ();
  unit_result (fixture_clean () && good, "a larger file takes the turn");
  unpacking_end_turn ();
  good = !is_locked () && unpack (SHARE + 1) && is_locked ();
  unit_result (fixture_clean () && good, "which ends");
  unpacking_end_turn ();
  unpacking_unshare ();
  good = unpack (SHARE + 1) && !is_locked ();
  unit_result (fixture_clean () && good, "one process needs none");
}

/* What a process that waits writes comes after what this one writes while it
   has the turn.  */
static void
test_waiting (void)
{
  char said[3] = "";
  int ends[2], status = 1;
  bool good = unpacking_share (WORKERS) && unpack (SHARE + 1)
              && pipe2 (ends, O_CLOEXEC) == 0;
  const pid_t pid = good ? fork () : -1;

  if (pid == 0)
    {
      unpacking_end_turn ();
      good = unpack (SHARE + 1) && write (ends[1], "b", 1) == 1;
      _exit (!good);
    }
  good = pid > 0 && write (ends[1], "a", 1) == 1;
  unpacking_end_turn ();
  good = good && waitpid (pid, &status, 0) == pid && status == 0
         && read (ends[0], said, 2) == 2 && strcmp (said, "ab") == 0;
  /* The child has died with the turn.  */
  good = good && unpack (SHARE + 1) && is_locked ();
  unpacking_end_turn ();
  unpacking_unshare ();
  unit_result (fixture_clean () && good, "processes take turns");
}

int
main (void)
{
  if (!fixture_enter ())
    return 1;
  test_turns ();
  test_waiting ();
  fixture_leave ();
  return unit_exit ();
}
