/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   channel.h - bytes from a reader process to the process that started it, in
   shared memory.  */

#ifndef BFDGLUE_CHANNEL_H
#define BFDGLUE_CHANNEL_H

#include <stdbool.h>
#include <stddef.h>

struct ring;

/* One end of a channel.  After the fork each process has its own copy.  */
struct channel
{
  struct ring *ring; /* shared */
  size_t size;       /* bytes of the ring, a power of 2 */
  int fds[2];        /* sockets: the taker's end, the putter's end */
  int fd;            /* the one that this process keeps */
  size_t at;         /* bytes that this end has put or taken */
  size_t other;      /* bytes of the other end, as last seen */
  bool gone;         /* the putter has ended, or cannot be heard */
  int error;         /* errno of why it cannot, or 0 */
};

/* Make a channel, before the fork.  Its ring has SIZE bytes, a power of 2.
   False: errno says why not.  */
bool channel_open (struct channel *channel, size_t size);

/* After the fork: be the end that puts, or the end that takes.  */
void channel_be_putter (struct channel *channel);
void channel_be_taker (struct channel *channel);
void channel_close (struct channel *channel);

/* Put SIZE bytes; waits for room.  The process ends if there is no taker any
   more.  */
void channel_put (struct channel *channel, const void *bytes, size_t size);

/* Let the taker see all that was put, and wake it if FLUSH or if that is
   much.  */
void channel_publish (struct channel *channel, bool flush);

/* Take SIZE bytes; waits for them.  False: the putter has ended without them,
   and some may be missing.  */
bool channel_take (struct channel *channel, void *bytes, size_t size);

/* Keep TEXT as the putter's last words, for channel_last_words of the taker,
   which cuts them off at the end of a line, and makes them printable.  BUFFER
   has LAST_WORDS_SIZE bytes.  */
void channel_say_last (struct channel *channel, const char *text, size_t size);
void channel_last_words (const struct channel *channel, char *buffer);

#endif /* BFDGLUE_CHANNEL_H */
