/*
 * Receives what comes to the media process in batches. Built into one library with send-batching.c.
 *
 * The media library receives on a thread of its own ("juice mux"), which wakes a worker thread ("RTC worker") for each
 * packet; the worker decrypts it and wakes the event loop. A wake costs more than the decryption. Here the packets that
 * have come are received by one system call, and those who process them are woken once for all of them:
 *
 * - recvfrom on the receiving thread answers from what one recvmmsg has brought;
 * - pthread_cond_signal for a packet of media is kept until that thread has passed on all packets of its turn;
 * - the worker's write to the event loop's eventfd is kept until the worker waits for its next task, begins the ninth
 *   one after it, or has taken SIGNALS_MAX more packets from a queue that doesn't get empty;
 * - clock_gettime on the receiving thread reads the clock once a turn: the library asks for the time for each of its
 *   connections after each turn;
 * - while many packets come, a turn begins TURN_NS after the one before it, as network cards coalesce interrupts. So
 *   long a packet waits at most.
 *
 * What a client's connectivity check sets off is sent CHECK_LEAD_NS earlier than the library would: it answers a check at
 * once and sends its own one STUN_PACING_TIME (50 ms) later, without which no connection opens. While it handles a check
 * its clock is behind by so much. The check comes after the answer still, so that the client is ready for what follows.
 *
 * What isn't media (STUN, DTLS) is passed on at once, and all other threads do what they did without this. Nothing is
 * kept while a thread waits: a receiving thread or a worker that begins to wait for a condition passes on what it has.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "media-packet.h"

/* The media library's own buffer (libjuice, BUFFER_SIZE); a longer datagram is cut, as without this. */
#define PACKET_BYTES 4096
#define PACKETS_MAX 32
/* How many further tasks a worker begins before the event loop hears of the first one. */
#define TASKS_MAX 8
/* How many packets a worker takes in one task before the event loop hears of the first one. */
#define SIGNALS_MAX 64
#define EVENT_BYTES 8
#define SECOND_NS 1000000000L
#ifndef TURN_NS
#define TURN_NS 1000000L
#endif
/* Of the library's 50 ms; the rest is what the client has to take the answer before the check. */
#define CHECK_LEAD_NS 40000000L
/* So many packets in TURN_NS are many. */
#define MANY_PACKETS 4

/* What a thread that receives has. */
struct receiver {
  int fd;
  /* The packets that came: the next one to pass on, and how many there are. */
  unsigned next;
  unsigned count;
  /* The socket had no more when it was last asked. */
  bool is_drained;
  /* The packet that was passed on last. */
  bool is_media;
  bool is_check;
  pthread_cond_t *signal;
  bool has_time;
  struct timespec time;
  /* When this turn began, and what came since the rate of packets was looked at. */
  struct timespec turn;
  struct timespec counted_from;
  unsigned counted;
  bool are_many;
  struct mmsghdr messages[PACKETS_MAX];
  struct iovec buffers[PACKETS_MAX];
  struct sockaddr_storage addresses[PACKETS_MAX];
  uint8_t bytes[PACKETS_MAX][PACKET_BYTES];
};

struct worker {
  /* An eventfd that it has written to before, or -1. */
  int fd;
  bool has_event;
  unsigned tasks;
  unsigned signals;
  uint64_t event;
};

enum role { UNKNOWN, OTHER, RECEIVER, WORKER };

#define THREAD_LOCAL static __thread __attribute__((tls_model("initial-exec")))

THREAD_LOCAL enum role role;
THREAD_LOCAL struct receiver *receiver;
THREAD_LOCAL struct worker worker;
static bool is_ready;
static pthread_key_t receiver_key;

static int (*poll_now)(struct pollfd *, nfds_t, int);
static ssize_t (*receive_now)(int, void *, size_t, int, struct sockaddr *, socklen_t *);
static ssize_t (*write_now)(int, const void *, size_t);
static int (*read_clock)(clockid_t, struct timespec *);
static int (*signal_now)(pthread_cond_t *);
static int (*wait_now)(pthread_cond_t *, pthread_mutex_t *);
static int (*wait_until_now)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
static int (*wait_until_clock_now)(pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *);

static void flush_signal(struct receiver *self) {
  pthread_cond_t *signal = self->signal;
  self->signal = NULL;
  if (signal != NULL) signal_now(signal);
}

static void end_receiver(void *ended) {
  receiver = NULL;
  role = OTHER;
  flush_signal(ended);
  free(ended);
}

/*
 * Before glibc 2.36 dlsym answers the oldest version of a symbol (glibc bug 14932), and the oldest ones of these work on
 * conditions of another layout.
 */
static void *find_for_conditions(const char *name) {
#ifdef __GLIBC__
  void *found = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");
  if (found != NULL) return found;
#endif
  return dlsym(RTLD_NEXT, name);
}

__attribute__((constructor)) static void begin(void) {
  if (is_ready) return;
  poll_now = dlsym(RTLD_NEXT, "poll");
  receive_now = dlsym(RTLD_NEXT, "recvfrom");
  write_now = dlsym(RTLD_NEXT, "write");
  read_clock = dlsym(RTLD_NEXT, "clock_gettime");
  signal_now = find_for_conditions("pthread_cond_signal");
  wait_now = find_for_conditions("pthread_cond_wait");
  wait_until_now = find_for_conditions("pthread_cond_timedwait");
  wait_until_clock_now = dlsym(RTLD_NEXT, "pthread_cond_clockwait");
  pthread_key_create(&receiver_key, end_receiver);
  is_ready = true;
}

static struct receiver *new_receiver(void) {
  struct receiver *made = calloc(1, sizeof *made);
  if (made == NULL) return NULL;
  for (unsigned at = 0; at < PACKETS_MAX; at++) {
    made->buffers[at] = (struct iovec){made->bytes[at], PACKET_BYTES};
    struct msghdr *header = &made->messages[at].msg_hdr;
    header->msg_iov = &made->buffers[at];
    header->msg_iovlen = 1;
    header->msg_name = &made->addresses[at];
  }
  pthread_setspecific(receiver_key, made);
  return made;
}

/* A thread has its name before it first waits. */
static void learn_role(void) {
  char name[16] = "";
  pthread_getname_np(pthread_self(), name, sizeof name);
  role = OTHER;
  if (strcmp(name, "juice mux") == 0 && (receiver = new_receiver()) != NULL) role = RECEIVER;
  if (strcmp(name, "RTC worker") == 0) {
    role = WORKER;
    worker.fd = -1;
  }
}

static long elapsed_ns(struct timespec from, struct timespec to) {
  return (to.tv_sec - from.tv_sec) * SECOND_NS + (to.tv_nsec - from.tv_nsec);
}

static void space_turns(struct receiver *self) {
  struct timespec now;
  read_clock(CLOCK_MONOTONIC, &now);
  long counted_ns = elapsed_ns(self->counted_from, now);
  if (counted_ns >= TURN_NS) {
    self->are_many = self->counted >= MANY_PACKETS * (counted_ns / TURN_NS);
    self->counted = 0;
    self->counted_from = now;
  }
  long turn_ns = elapsed_ns(self->turn, now);
  if (!self->are_many || turn_ns >= TURN_NS) return;
  struct timespec rest = {0, TURN_NS - turn_ns};
  clock_nanosleep(CLOCK_MONOTONIC, 0, &rest, NULL);
}

int poll(struct pollfd *polled, nfds_t count, int timeout) {
  if (!is_ready) begin();
  if (role == UNKNOWN) learn_role();
  struct receiver *self = receiver;
  if (self == NULL || count != 1) return poll_now(polled, count, timeout);
  flush_signal(self);
  self->has_time = false;
  self->is_drained = false;
  self->is_check = false;
  self->fd = polled->fd;
  if (self->next < self->count) {
    polled->revents = POLLIN;
    return 1;
  }
  space_turns(self);
  int ready = poll_now(polled, count, timeout);
  read_clock(CLOCK_MONOTONIC, &self->turn);
  return ready;
}

/* The worker begins with the batch before while this one is received. */
static int receive_batch(struct receiver *self) {
  flush_signal(self);
  for (unsigned at = 0; at < PACKETS_MAX; at++)
    self->messages[at].msg_hdr.msg_namelen = sizeof self->addresses[at];
  int count = recvmmsg(self->fd, self->messages, PACKETS_MAX, MSG_DONTWAIT, NULL);
  self->next = 0;
  self->count = count > 0 ? (unsigned)count : 0;
  self->counted += self->count;
  self->is_drained = count >= 0 && count < PACKETS_MAX;
  return count;
}

ssize_t recvfrom(int fd, void *buffer, size_t size, int flags, struct sockaddr *address, socklen_t *address_bytes) {
  if (!is_ready) begin();
  struct receiver *self = receiver;
  if (self == NULL || fd != self->fd || flags != 0 || address == NULL)
    return receive_now(fd, buffer, size, flags, address, address_bytes);
  self->is_check = false;
  if (self->next == self->count) {
    if (self->is_drained) {
      errno = EAGAIN;
      return -1;
    }
    int count = receive_batch(self);
    if (count < 0 && (errno == ENOSYS || errno == EPERM))
      return receive_now(fd, buffer, size, flags, address, address_bytes);
    if (count == 0) errno = EAGAIN;
    if (count <= 0) return -1;
  }
  unsigned at = self->next++;
  const struct mmsghdr *message = &self->messages[at];
  size_t bytes = message->msg_len < size ? message->msg_len : size;
  memcpy(buffer, self->bytes[at], bytes);
  socklen_t name_bytes = message->msg_hdr.msg_namelen;
  memcpy(address, &self->addresses[at], name_bytes < *address_bytes ? name_bytes : *address_bytes);
  *address_bytes = name_bytes;
  self->is_media = is_media(self->bytes[at], bytes);
  self->is_check = is_check(self->bytes[at], bytes);
  /* A task that a kept signal has yet to begin would hold it up. */
  if (!self->is_media) flush_signal(self);
  return (ssize_t)bytes;
}

static void flush_event(void);

int pthread_cond_signal(pthread_cond_t *signal) {
  if (!is_ready) begin();
  /* A worker gives one for each packet that it takes from a queue. */
  if (role == WORKER && worker.has_event && ++worker.signals > SIGNALS_MAX) flush_event();
  struct receiver *self = receiver;
  if (self == NULL || !self->is_media) return signal_now(signal);
  if (self->signal != signal) flush_signal(self);
  self->signal = signal;
  return 0;
}

static void flush_event(void) {
  if (!worker.has_event) return;
  worker.has_event = false;
  int error_before = errno;
  if (write_now(worker.fd, &worker.event, EVENT_BYTES) < 0) {
    /* The counter is full: the loop will wake anyway. */
  }
  errno = error_before;
}

static bool is_event_counter(int fd) {
  char path[40], target[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(path, target, sizeof target - 1);
  if (length < 0) return false;
  target[length] = 0;
  return strcmp(target, "anon_inode:[eventfd]") == 0;
}

ssize_t write(int fd, const void *bytes, size_t count) {
  if (!is_ready) begin();
  if (role != WORKER || count != EVENT_BYTES) return write_now(fd, bytes, count);
  if (fd != worker.fd) {
    flush_event();
    worker.fd = is_event_counter(fd) ? fd : -1;
    if (worker.fd < 0) return write_now(fd, bytes, count);
  }
  if (!worker.has_event) worker.tasks = worker.signals = 0;
  worker.has_event = true;
  memcpy(&worker.event, bytes, sizeof worker.event);
  return EVENT_BYTES;
}

static void begin_wait(void) {
  if (!is_ready) begin();
  if (role == UNKNOWN) learn_role();
  if (role == WORKER) flush_event();
  if (role == RECEIVER) flush_signal(receiver);
}

int pthread_cond_wait(pthread_cond_t *signal, pthread_mutex_t *mutex) {
  begin_wait();
  return wait_now(signal, mutex);
}

int pthread_cond_timedwait(pthread_cond_t *signal, pthread_mutex_t *mutex, const struct timespec *until) {
  begin_wait();
  return wait_until_now(signal, mutex, until);
}

int pthread_cond_clockwait(pthread_cond_t *signal, pthread_mutex_t *mutex, clockid_t clock,
                           const struct timespec *until) {
  begin_wait();
  return wait_until_clock_now(signal, mutex, clock, until);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (!is_ready) begin();
  /* A worker reads it before each task. */
  if (role == WORKER && worker.has_event && ++worker.tasks > TASKS_MAX) flush_event();
  struct receiver *self = receiver;
  if (self == NULL || clock != CLOCK_MONOTONIC) return read_clock(clock, time);
  if (!self->has_time) {
    if (read_clock(clock, &self->time) != 0) return -1;
    self->has_time = true;
  } else if (++self->time.tv_nsec == SECOND_NS) {
    /* Tasks of the same instant would lose their order. */
    self->time.tv_sec++;
    self->time.tv_nsec = 0;
  }
  *time = self->time;
  if (!self->is_check) return 0;
  time->tv_nsec -= CHECK_LEAD_NS;
  if (time->tv_nsec < 0) {
    time->tv_sec--;
    time->tv_nsec += SECOND_NS;
  }
  return 0;
}
