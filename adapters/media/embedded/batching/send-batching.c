/*
 * Sends what the media process forwards in batches. To be loaded into it before the C library (LD_PRELOAD).
 *
 * The media library sends each packet by a sendto of its own, which is half of what a forwarded packet costs. Here the
 * SRTP packets of the event loop's thread are kept until the loop waits for its next events (epoll_pwait). Then the
 * packets for one address leave as one datagram that the kernel cuts into segments, a "train" (UDP_SEGMENT, generic
 * segmentation offload, Linux 4.18), and those for all addresses by one sendmmsg. A packet waits no longer than one
 * turn of the loop. Where the kernel or the interface refuses trains, the packets are sent one by one.
 *
 * Everything else (STUN, DTLS, other threads, other sockets) is sent at once, as without it. A send that is kept is
 * reported as done, and an error of it is lost, as a lost datagram would be. Packets that leave faster than the
 * interface takes them fill the socket's buffer, which is waited for.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "media-packet.h"

#ifndef UDP_SEGMENT
#define UDP_SEGMENT 103
#endif

/* The longest packet that is kept, in bytes: what an Ethernet frame carries over IPv4 and UDP. */
#define PACKET_MAX 1472
/* Of one train. The kernel allows 64, and 65,507 bytes together; 44 of the longest have 64,768. */
#define SEGMENTS_MAX 44
#define TRAINS_MAX 512
/* Twice as many as trains, and a power of two. */
#define SLOTS 1024
#define BYTES_MAX (1 << 20)
/* How often a turn waits for a full buffer, a millisecond at most each: together what a turn may take
 * (decision 51). */
#define WAITS_MAX 5
/* Refused in a row, with single sends that worked: no train is tried again. */
#define REFUSALS_MAX 8

/* Consecutive packets of one size for one address; only the last one may be shorter. */
struct train {
  int fd;
  bool is_complete;
  unsigned count;
  size_t segment_bytes;
  socklen_t address_bytes;
  struct sockaddr_in6 address;
  struct iovec segments[SEGMENTS_MAX];
};

struct batch {
  unsigned count;
  size_t used;
  /* The newest train of an address, counted from 1; 0 where there is none. */
  uint16_t slots[SLOTS];
  struct train trains[TRAINS_MAX];
  struct mmsghdr messages[TRAINS_MAX];
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(uint16_t))];
  } controls[TRAINS_MAX];
  uint8_t bytes[BYTES_MAX];
};

static ssize_t (*send_now)(int, const void *, size_t, int, const struct sockaddr *, socklen_t);
static int (*wait_for_events)(int, struct epoll_event *, int, int);
static int (*wait_with_signals)(int, struct epoll_event *, int, int, const sigset_t *);
static struct batch *batch;
static unsigned segments_max = SEGMENTS_MAX;
static unsigned refusals;
/* Of the present turn. */
static unsigned waits;

/* A kernel before 4.18 doesn't refuse a train: it sends all its packets as one datagram. */
static bool has_trains(void) {
  int probe = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), bytes;
  socklen_t size = sizeof bytes;
  bool is_known = probe >= 0 && getsockopt(probe, IPPROTO_UDP, UDP_SEGMENT, &bytes, &size) == 0;
  if (probe >= 0) close(probe);
  return is_known;
}

__attribute__((constructor)) static void begin(void) {
  if (!has_trains()) segments_max = 1;
  send_now = dlsym(RTLD_NEXT, "sendto");
  wait_for_events = dlsym(RTLD_NEXT, "epoll_wait");
  wait_with_signals = dlsym(RTLD_NEXT, "epoll_pwait");
  batch = calloc(1, sizeof *batch);
}

/* The event loop runs on the first thread; nothing here is touched by another one. */
static bool is_loop_thread(void) {
  static __thread int answer;
  if (answer == 0) answer = syscall(SYS_gettid) == getpid() ? 1 : 2;
  return answer == 1;
}

static void send_singly(const struct train *train) {
  bool is_sent = true;
  for (unsigned at = 0; at < train->count; at++) {
    const struct iovec *packet = &train->segments[at];
    ssize_t sent = send_now(train->fd, packet->iov_base, packet->iov_len, 0,
                            (const struct sockaddr *)&train->address, train->address_bytes);
    is_sent = is_sent && sent >= 0;
  }
  if (is_sent && ++refusals >= REFUSALS_MAX) segments_max = 1;
}

static void prepare(unsigned at) {
  struct train *train = &batch->trains[at];
  struct msghdr *message = &batch->messages[at].msg_hdr;
  memset(message, 0, sizeof *message);
  message->msg_name = &train->address;
  message->msg_namelen = train->address_bytes;
  message->msg_iov = train->segments;
  message->msg_iovlen = train->count;
  if (train->count == 1) return;
  message->msg_control = &batch->controls[at];
  message->msg_controllen = sizeof batch->controls[at];
  struct cmsghdr *control = CMSG_FIRSTHDR(message);
  control->cmsg_level = IPPROTO_UDP;
  control->cmsg_type = UDP_SEGMENT;
  control->cmsg_len = CMSG_LEN(sizeof(uint16_t));
  uint16_t bytes = (uint16_t)train->segment_bytes;
  memcpy(CMSG_DATA(control), &bytes, sizeof bytes);
}

static bool wait_for_room(int fd) {
  struct pollfd writable = {.fd = fd, .events = POLLOUT};
  if (waits == WAITS_MAX) return false;
  waits++;
  poll(&writable, 1, 1);
  return true;
}

static void flush(void) {
  int error_before = errno;
  unsigned count = batch->count;
  for (unsigned at = 0; at < count; at++) prepare(at);
  for (unsigned from = 0; from < count;) {
    unsigned to = from + 1;
    while (to < count && batch->trains[to].fd == batch->trains[from].fd) to++;
    int sent = sendmmsg(batch->trains[from].fd, &batch->messages[from], to - from, 0);
    if (sent > 0) {
      if (batch->trains[from].count > 1) refusals = 0;
      from += (unsigned)sent;
      continue;
    }
    if (errno == EINTR) continue;
    bool is_full = errno == EAGAIN || errno == ENOBUFS;
    if (errno == EAGAIN && wait_for_room(batch->trains[from].fd)) continue;
    /* A sandbox allows sendto and not sendmmsg. */
    bool is_forbidden = errno == ENOSYS || errno == EPERM;
    /* What a full buffer doesn't take in time is lost, as a single packet would be. */
    if (!is_full && (batch->trains[from].count > 1 || is_forbidden)) send_singly(&batch->trains[from]);
    from++;
  }
  batch->count = 0;
  batch->used = 0;
  memset(batch->slots, 0, sizeof batch->slots);
  errno = error_before;
}

/* Where the address has its number of a train, or the free place that it gets. */
static uint16_t *slot_of(int fd, const struct sockaddr *address, socklen_t address_bytes) {
  uint32_t hash = 2166136261u;
  for (socklen_t at = 0; at < address_bytes; at++) hash = (hash ^ ((const uint8_t *)address)[at]) * 16777619u;
  for (unsigned at = hash ^ (hash >> 16);; at++) {
    uint16_t *slot = &batch->slots[at % SLOTS];
    if (*slot == 0) return slot;
    const struct train *train = &batch->trains[*slot - 1];
    bool is_same = train->fd == fd && train->address_bytes == address_bytes;
    if (is_same && memcmp(&train->address, address, address_bytes) == 0) return slot;
  }
}

static void keep(int fd, const void *packet, size_t bytes, const struct sockaddr *address, socklen_t address_bytes) {
  if (batch->count == TRAINS_MAX || batch->used + bytes > BYTES_MAX) flush();
  uint16_t *slot = slot_of(fd, address, address_bytes);
  struct train *train = *slot == 0 ? NULL : &batch->trains[*slot - 1];
  if (train == NULL || train->is_complete || bytes > train->segment_bytes) {
    train = &batch->trains[batch->count++];
    *slot = (uint16_t)batch->count;
    train->fd = fd;
    train->is_complete = false;
    train->count = 0;
    train->segment_bytes = bytes;
    train->address_bytes = address_bytes;
    memcpy(&train->address, address, address_bytes);
  }
  uint8_t *copy = batch->bytes + batch->used;
  memcpy(copy, packet, bytes);
  batch->used += bytes;
  train->segments[train->count].iov_base = copy;
  train->segments[train->count].iov_len = bytes;
  train->count++;
  train->is_complete = bytes < train->segment_bytes || train->count >= segments_max;
}

static bool is_internet(const struct sockaddr *address, socklen_t bytes) {
  if (address == NULL || bytes > sizeof(struct sockaddr_in6)) return false;
  return address->sa_family == AF_INET || address->sa_family == AF_INET6;
}

ssize_t sendto(int fd, const void *packet, size_t bytes, int flags, const struct sockaddr *address,
               socklen_t address_bytes) {
  if (batch == NULL || flags != 0 || !is_media(packet, bytes) || !is_internet(address, address_bytes) ||
      !is_loop_thread())
    return send_now(fd, packet, bytes, flags, address, address_bytes);
  if (bytes > PACKET_MAX) {
    /* Behind what was kept before it. */
    flush();
    return send_now(fd, packet, bytes, flags, address, address_bytes);
  }
  keep(fd, packet, bytes, address, address_bytes);
  return (ssize_t)bytes;
}

static void end_turn(void) {
  if (batch == NULL || !is_loop_thread()) return;
  if (batch->count > 0) flush();
  waits = 0;
}

int epoll_pwait(int fd, struct epoll_event *events, int count, int timeout, const sigset_t *signals) {
  end_turn();
  return wait_with_signals(fd, events, count, timeout, signals);
}

int epoll_wait(int fd, struct epoll_event *events, int count, int timeout) {
  end_turn();
  return wait_for_events(fd, events, count, timeout);
}
