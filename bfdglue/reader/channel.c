/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   channel.c - bytes from a reader process to the process that started it.

   Theory of operation.  The bytes go through a ring in shared memory, so that
   two busy processes need no system call.  One that finds the ring empty or
   full says so in the ring and reads from a socket; the other end writes a
   byte there when the ring is a quarter full or half empty.  If the other
   process ends, the socket does too: that a reader process has died is seen
   where its next bytes are missing.

   A pipe would be simpler, but copies twice and takes a system call for each
   64 KB at best.  The ring takes a third of its time.

   The taker trusts nothing in the ring: it copies the bytes out, and a count
   that cannot be is taken as the end of the putter.  */

#include "config.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "channel.h"
#include "reader-limits.h"

/* Each end writes to a cache line of its own.  */
enum
{
  CACHE_LINE = 64
};

struct ring
{
  _Alignas(CACHE_LINE) atomic_size_t put; /* bytes so far */
  atomic_bool putter_waits;
  _Alignas(CACHE_LINE) atomic_size_t taken; /* bytes whose room is free */
  atomic_size_t seen;                       /* bytes taken so far */
  atomic_bool taker_waits;
  _Alignas(CACHE_LINE) char last_words[LAST_WORDS_SIZE];
  _Alignas(CACHE_LINE) uint8_t bytes[];
};

/* Map a ring of channel->size bytes.  Pages that are not written take no
   memory.  */
static bool
map_ring (struct channel *channel)
{
  void *memory = mmap (NULL, sizeof *channel->ring + channel->size,
                       PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

  channel->ring = memory == MAP_FAILED ? NULL : memory;
  return memory != MAP_FAILED;
}

static void
unmap_ring (struct channel *channel)
{
  munmap (channel->ring, sizeof *channel->ring + channel->size);
  channel->ring = NULL;
}

bool
channel_open (struct channel *channel, size_t size)
{
  *channel = (struct channel){ .fd = -1, .size = size };
  if (!map_ring (channel))
    return false;
  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, channel->fds) == 0)
    return true;
  const int error = errno;
  unmap_ring (channel);
  errno = error;
  return false;
}

void
channel_be_putter (struct channel *channel)
{
  close (channel->fds[0]);
  channel->fd = channel->fds[1];
}

void
channel_be_taker (struct channel *channel)
{
  close (channel->fds[1]);
  channel->fd = channel->fds[0];
}

void
channel_close (struct channel *channel)
{
  if (channel->ring == NULL)
    return;
  unmap_ring (channel);
  if (channel->fd >= 0)
    close (channel->fd);
  *channel = (struct channel){ .fd = -1 };
}

/* Wake the other end if it WAITS.  */
static void
wake (const struct channel *channel, atomic_bool *waits)
{
  if (atomic_load (waits) && atomic_exchange (waits, false))
    {
      ssize_t sent;
      do
        sent = send (channel->fd, "", 1, MSG_NOSIGNAL);
      while (sent < 0 && errno == EINTR);
      /* If the other end is gone, this one learns it when it waits; else it
         tries again when it wakes next.  */
      if (sent < 0)
        atomic_store (waits, true);
    }
}

/* Wait until the other end wakes this one.  False: it is gone, or cannot be
   heard.  */
static bool
wait_for_other (struct channel *channel)
{
  char bytes[CACHE_LINE];
  ssize_t size;

  do
    size = recv (channel->fd, bytes, sizeof bytes, 0);
  while (size < 0 && errno == EINTR);
  /* It has ended with a byte unread.  */
  if (size < 0 && errno != ECONNRESET)
    channel->error = errno;
  return size > 0;
}

/* ------------------------------------------------------------------ */
/* The end that puts                                                   */

void
channel_publish (struct channel *channel, bool flush)
{
  struct ring *ring = channel->ring;

  atomic_store (&ring->put, channel->at);
  if (flush || channel->at - atomic_load (&ring->seen) >= RING_WAKE)
    wake (channel, &ring->taker_waits);
}

/* The room in the ring.  If there is none, wait for it.  */
static size_t
room (struct channel *channel)
{
  struct ring *ring = channel->ring;

  while (channel->at - channel->other == channel->size)
    {
      channel_publish (channel, true);
      atomic_store (&ring->putter_waits, true);
      channel->other = atomic_load (&ring->taken);
      if (channel->at - channel->other == channel->size
          && !wait_for_other (channel))
        {
          const char *why
              = channel->error != 0 ? strerror (channel->error) : "";
          channel_say_last (channel, why, strlen (why));
          _exit (0);
        }
      channel->other = atomic_load (&ring->taken);
    }
  return channel->size - (channel->at - channel->other);
}

void
channel_put (struct channel *channel, const void *bytes, size_t size)
{
  const uint8_t *from = bytes;

  while (size != 0)
    {
      const size_t where = channel->at % channel->size;
      size_t part = room (channel);
      if (part > size)
        part = size;
      if (part > channel->size - where)
        part = channel->size - where;
      memcpy (channel->ring->bytes + where, from, part);
      channel->at += part;
      from += part;
      size -= part;
    }
}

void
channel_say_last (struct channel *channel, const char *text, size_t size)
{
  if (size > LAST_WORDS_SIZE - 1)
    size = LAST_WORDS_SIZE - 1;
  memcpy (channel->ring->last_words, text, size);
}

/* ------------------------------------------------------------------ */
/* The end that takes                                                  */

/* Let the putter have the room of what was taken.  */
static void
give_back (struct channel *channel)
{
  atomic_store (&channel->ring->taken, channel->at);
  if (channel->other - channel->at <= channel->size / 2)
    wake (channel, &channel->ring->putter_waits);
}

/* The bytes in the ring, at least 1: if there are none, wait for them.  0: the
   putter is gone, or claims more than the ring holds.  */
static size_t
filled (struct channel *channel)
{
  struct ring *ring = channel->ring;

  while (channel->other == channel->at)
    {
      channel->other = atomic_load (&ring->put);
      if (channel->other != channel->at)
        break;
      if (channel->gone)
        return 0;
      atomic_store (&ring->taker_waits, true);
      channel->other = atomic_load (&ring->put);
      /* What it put before its end is still to be had.  */
      if (channel->other == channel->at && !wait_for_other (channel))
        channel->gone = true;
    }
  const size_t size = channel->other - channel->at;
  return size <= channel->size ? size : 0;
}

bool
channel_take (struct channel *channel, void *bytes, size_t size)
{
  uint8_t *to = bytes;

  while (size != 0)
    {
      const size_t where = channel->at % channel->size;
      size_t part = filled (channel);
      if (part == 0)
        return false;
      if (part > size)
        part = size;
      if (part > channel->size - where)
        part = channel->size - where;
      memcpy (to, channel->ring->bytes + where, part);
      channel->at += part;
      to += part;
      size -= part;
      atomic_store_explicit (&channel->ring->seen, channel->at,
                             memory_order_relaxed);
      give_back (channel);
    }
  return true;
}

void
channel_last_words (const struct channel *channel, char *buffer)
{
  size_t size = 0;

  while (size < LAST_WORDS_SIZE - 1)
    {
      const char c = channel->ring->last_words[size];
      if (c == '\0' || c == '\n')
        break;
      buffer[size++] = c >= ' ' && c <= '~' ? c : '?';
    }
  buffer[size] = '\0';
}
