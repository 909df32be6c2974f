/*
 * Receives as the media library does, by threads of the library's names, with or without receive-batching.c preloaded,
 * and prints a line for each thing that was observed. Its receiving thread doesn't sleep between turns: it counts how
 * often it would have.
 *
 * one-burst <name> [wait|timedwait|clockwait]: the receiving thread has this name, and the worker waits for tasks by
 * this function.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE_MS 10000
/* So long a worker that was woken has time to show it. */
#define BRIEF_MS 50
#define MILLISECOND_NS 1000000

static int receiving;
static int sending;
static struct sockaddr_in address;
static int event;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_tasks = PTHREAD_COND_INITIALIZER;
static int tasks;
static bool is_over;
static atomic_int done;
/* The task, counted from 1 since the last reset, in which the event could be read; 0 for none. */
static atomic_int event_in_task;
/* How many packets each task takes from a queue, with a signal for each, and after how many the event could be read. */
static atomic_int packets_of_task;
static atomic_int event_after_packets;
static pthread_cond_t has_room = PTHREAD_COND_INITIALIZER;

static int pauses;
static long longest_pause_ns;

/* Stands before the one of the C library, for the preloaded library too. */
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *pause, struct timespec *rest) {
  (void)clock, (void)flags, (void)rest;
  pauses++;
  if (pause->tv_nsec > longest_pause_ns) longest_pause_ns = pause->tv_nsec;
  return 0;
}

static void wait_briefly(void) {
  poll(NULL, 0, 1);
}

static void send_packet(unsigned first, size_t bytes) {
  uint8_t packet[8192];
  memset(packet, (int)first, sizeof packet);
  if (sendto(sending, packet, bytes, 0, (struct sockaddr *)&address, sizeof address) < 0) exit(2);
}

/* The length of the next packet, or -1. */
static int receive(void) {
  uint8_t packet[4096];
  struct sockaddr_storage from;
  socklen_t from_bytes = sizeof from;
  int bytes = (int)recvfrom(receiving, packet, sizeof packet, 0, (struct sockaddr *)&from, &from_bytes);
  if (bytes >= 0 && from_bytes != sizeof(struct sockaddr_in)) exit(3);
  return bytes;
}

static void send_stun(uint8_t type) {
  uint8_t packet[100] = {type, 0x01, 0x00, 80, 0x21, 0x12, 0xa4, 0x42};
  if (sendto(sending, packet, sizeof packet, 0, (struct sockaddr *)&address, sizeof address) < 0) exit(2);
}

/* Whether the clock that the library sees is behind the machine's by most of its 50 ms, or right. */
static const char *clock_now(void) {
  struct timespec seen, real;
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &real);
  clock_gettime(CLOCK_MONOTONIC, &seen);
  long behind_ns = (real.tv_sec - seen.tv_sec) * 1000L * MILLISECOND_NS + real.tv_nsec - seen.tv_nsec;
  return behind_ns > 30 * MILLISECOND_NS && behind_ns < 50 * MILLISECOND_NS ? "behind" : behind_ns < MILLISECOND_NS ? "right" : "wrong";
}

static int wait_for_packets(int timeout) {
  struct pollfd polled = {.fd = receiving, .events = POLLIN};
  return poll(&polled, 1, timeout);
}

static bool has_event(void) {
  uint64_t count;
  return read(event, &count, sizeof count) == sizeof count;
}

static const char *way = "wait";

static void wait_for_task(void) {
  struct timespec until;
  if (strcmp(way, "clockwait") == 0) {
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += PATIENCE_MS / 1000;
    pthread_cond_clockwait(&has_tasks, &mutex, CLOCK_MONOTONIC, &until);
  } else if (strcmp(way, "timedwait") == 0) {
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += PATIENCE_MS / 1000;
    pthread_cond_timedwait(&has_tasks, &mutex, &until);
  } else {
    pthread_cond_wait(&has_tasks, &mutex);
  }
}

/* As the library's workers: reads the clock before each task, and waits where there is none. */
static void *work(void *unused) {
  pthread_setname_np(pthread_self(), "RTC worker");
  for (;;) {
    struct timespec now;
    pthread_mutex_lock(&mutex);
    while (tasks == 0 && !is_over) wait_for_task();
    clock_gettime(CLOCK_MONOTONIC, &now);
    bool is_last = tasks == 0;
    if (!is_last) tasks--;
    pthread_mutex_unlock(&mutex);
    if (is_last) return unused;
    int task = atomic_load(&done) + 1;
    uint64_t one = 1;
    if (write(event, &one, sizeof one) != sizeof one) exit(4);
    for (int packet = 1; packet <= atomic_load(&packets_of_task); packet++) {
      pthread_cond_signal(&has_room);
      if (!has_event()) continue;
      atomic_store(&event_after_packets, packet);
      break;
    }
    int none = 0;
    if (has_event()) atomic_compare_exchange_strong(&event_in_task, &none, task);
    atomic_store(&done, task);
  }
}

static void add_tasks(int count) {
  pthread_mutex_lock(&mutex);
  atomic_store(&done, 0);
  atomic_store(&event_in_task, 0);
  tasks += count;
  pthread_mutex_unlock(&mutex);
  pthread_cond_signal(&has_tasks);
}

static bool are_done(int count, int within_ms) {
  for (int waited = 0; waited < within_ms && atomic_load(&done) < count; waited++) wait_briefly();
  return atomic_load(&done) >= count;
}

static void *receive_all(void *name) {
  pthread_setname_np(pthread_self(), name);

  for (size_t bytes = 100; bytes <= 300; bytes += 100) send_packet(128, bytes);
  printf("a turn:%d", wait_for_packets(PATIENCE_MS));
  printf(" %d", receive());
  send_packet(128, 400);
  for (int at = 0; at < 3; at++) printf(" %d", receive());
  printf("\nthe next turn:%d", wait_for_packets(0));
  printf(" %d\n", receive());

  send_packet(128, 5000);
  wait_for_packets(PATIENCE_MS);
  printf("a long packet: %d\n", receive());

  for (int at = 0; at < 20; at++) send_packet(128, 100);
  wait_for_packets(PATIENCE_MS);
  for (int at = 0; at < 5; at++) receive();
  printf("left over:%d", wait_for_packets(PATIENCE_MS));
  int left = 0;
  while (receive() > 0) left++;
  printf(" %d\n", left);

  for (int turns = 0; turns < 10000 && pauses == 0; turns++) {
    for (int at = 0; at < 20; at++) send_packet(128, 100);
    wait_for_packets(PATIENCE_MS);
    while (receive() > 0) continue;
  }
  printf("many packets: %s, %s\n", pauses > 0 ? "paused" : "no pause",
         longest_pause_ns <= MILLISECOND_NS ? "not long" : "long");
  poll(NULL, 0, BRIEF_MS);
  wait_for_packets(0);
  pauses = 0;
  for (int turns = 0; turns < 10; turns++) {
    send_packet(128, 100);
    wait_for_packets(PATIENCE_MS);
    while (receive() > 0) continue;
    wait_briefly();
  }
  printf("few packets: %s\n", pauses > 0 ? "paused" : "no pause");

  struct timespec times[2];
  for (int at = 0; at < 2; at++) clock_gettime(CLOCK_MONOTONIC, &times[at]);
  printf("the clock of a turn: %s\n", times[1].tv_nsec - times[0].tv_nsec == 1 ? "once" : "each time");

  /* A check, the answer to one, what isn't STUN, and another check, after which nothing is left. */
  send_stun(0x00);
  send_stun(0x01);
  send_packet(20, 100);
  send_stun(0x00);
  wait_for_packets(PATIENCE_MS);
  printf("the clock of checks:");
  for (int at = 0; at < 5; at++) {
    receive();
    printf(" %s", clock_now());
  }
  wait_for_packets(0);
  printf(" %s\n", clock_now());

  send_packet(128, 100);
  wait_for_packets(PATIENCE_MS);
  receive();
  add_tasks(1);
  printf("woken for media: %d", are_done(1, BRIEF_MS));
  wait_for_packets(0);
  printf(" %d\n", are_done(1, PATIENCE_MS));

  send_packet(20, 100);
  wait_for_packets(PATIENCE_MS);
  receive();
  add_tasks(1);
  printf("woken for DTLS: %d\n", are_done(1, PATIENCE_MS));

  send_packet(128, 100);
  send_packet(20, 100);
  wait_for_packets(PATIENCE_MS);
  receive();
  add_tasks(1);
  printf("woken for DTLS behind media: %d", are_done(1, BRIEF_MS));
  receive();
  printf(" %d\n", are_done(1, PATIENCE_MS));

  while (has_event()) continue;
  atomic_store(&packets_of_task, 200);
  add_tasks(1);
  wait_for_packets(0);
  are_done(1, PATIENCE_MS);
  printf("the event of a task of many packets: %d\n", atomic_load(&event_after_packets));
  atomic_store(&packets_of_task, 0);

  while (has_event()) continue;
  add_tasks(1);
  struct pollfd polled[2] = {{.fd = event, .events = POLLIN}, {.fd = -1}};
  are_done(1, PATIENCE_MS);
  printf("the event of a task: %d", atomic_load(&event_in_task));
  poll(polled, 2, event_in_task ? 0 : PATIENCE_MS);
  printf(" %d\n", has_event());

  add_tasks(40);
  are_done(40, PATIENCE_MS);
  printf("the event of many tasks: %d\n", atomic_load(&event_in_task));

  /* Tasks that are left when the thread ends. */
  send_packet(128, 100);
  wait_for_packets(PATIENCE_MS);
  receive();
  add_tasks(1);
  return NULL;
}

int main(int count, char **arguments) {
  if (count < 2) return 1;
  if (count > 2) way = arguments[2];
  socklen_t size = sizeof address;
  receiving = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0);
  sending = socket(AF_INET, SOCK_DGRAM, 0);
  event = eventfd(0, EFD_NONBLOCK);
  address = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (bind(receiving, (struct sockaddr *)&address, size) != 0) return 2;
  if (getsockname(receiving, (struct sockaddr *)&address, &size) != 0) return 2;
  pthread_t receiver, worker;
  pthread_create(&worker, NULL, work, NULL);
  pthread_create(&receiver, NULL, receive_all, arguments[1]);
  pthread_join(receiver, NULL);
  printf("woken at the end: %d\n", are_done(1, PATIENCE_MS));
  is_over = true;
  pthread_cond_broadcast(&has_tasks);
  pthread_join(worker, NULL);
  return 0;
}
