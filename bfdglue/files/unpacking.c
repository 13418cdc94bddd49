/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unpacking.c - what the parts of packed-file.c share: how much may be
   unpacked, by all processes together.

   Each of several processes has an equal share of the limit.  What is larger
   is unpacked by one of them at a time, so that all have at most twice the
   limit.  Shares alone would let the number of processes decide which files
   are read, and turns alone would let small files wait for each other.

   The turn is a record lock of a file in memory: the kernel takes it back from
   a process that dies, and a process that forks does not pass it on.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "file-bytes.h"
#include "files-limits.h"
#include "paged.h"
#include "pool.h"

static struct
{
  int fd;       /* of the file that is locked; 0: there is one process */
  size_t share; /* of each */
  bool taken;   /* it is this process's turn */
} turns;

bool
unpacking_share (unsigned workers)
{
  turns.fd = memory_file_new (1);
  turns.share = PACKED_LIMIT / workers;
  return turns.fd != 0;
}

void
unpacking_unshare (void)
{
  memory_file_close (turns.fd);
  turns.fd = 0;
}

int
unpacking_descriptor (void)
{
  return turns.fd;
}

/* Give the file a lock of TYPE, after waiting for it.  */
static bool
lock (short type)
{
  struct flock range = { .l_type = type, .l_whence = SEEK_SET, .l_len = 1 };
  int result;

  do
    result = fcntl (turns.fd, F_SETLKW, &range);
  while (result != 0 && errno == EINTR);
  return result == 0;
}

void
unpacking_end_turn (void)
{
  if (turns.taken)
    turns.taken = !lock (F_UNLCK);
}

sfm_status
unpacking_grow (struct unpacking *u)
{
  if (u->done > u->limit)
    return diag_fail (u->sink, SFM_ERR_LIMIT, u->path,
                      "its 0x%zx bytes decompress to more than 0x%zx: "
                      "decompress it with %s",
                      u->size, u->limit, u->packing->unpacker);
  if (turns.fd != 0 && !turns.taken && u->done >= turns.share)
    {
      turns.taken = lock (F_WRLCK);
      if (!turns.taken)
        return diag_errno (u->sink, u->path, "cannot lock");
    }
  if (!array_grow (&u->out, &u->room, u->done, 1))
    return diag_nomem (u->sink, u->path);
  /* One byte more shows that there are more.  */
  if (u->room > u->limit)
    u->room = u->limit + 1;
  if (turns.fd != 0 && !turns.taken && u->room > turns.share)
    u->room = turns.share;
  return SFM_OK;
}

sfm_status
unpacking_failed (const struct unpacking *u, sfm_status status,
                  const char *why)
{
  return diag_fail (u->sink, status, u->path,
                    "cannot decompress it at byte 0x%zx: %s", u->read, why);
}
