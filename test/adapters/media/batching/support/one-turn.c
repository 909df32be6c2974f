/*
 * Sends as the media library does, to sockets of its own, with or without send-batching.c preloaded, and prints what
 * arrived: a line for what one turn of an event loop sent, in order of arrival, as receiver:bytes:segment, where the
 * segment is 0 for a datagram that was no train, and the first byte of each packet counts the packets.
 *
 * one-turn [refuse]: the sending socket refuses trains, as an interface without checksums does.
 * one-turn full [times]: so many sends in a row find the socket's buffer full.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/udp.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef UDP_GRO
#define UDP_GRO 104
#endif
#define RECEIVERS 2

static int sender;
static int receivers[RECEIVERS];
static struct sockaddr_in addresses[RECEIVERS];

static int full_times;

/* Stands before the one of the C library, for the preloaded library too. */
int sendmmsg(int fd, struct mmsghdr *messages, unsigned count, int flags) {
  if (full_times == 0) return (int)syscall(SYS_sendmmsg, fd, messages, count, flags);
  full_times--;
  errno = EAGAIN;
  return -1;
}

static int open_socket(struct sockaddr_in *address) {
  int fd = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0);
  *address = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof *address;
  if (bind(fd, (struct sockaddr *)address, size) != 0) exit(2);
  if (getsockname(fd, (struct sockaddr *)address, &size) != 0) exit(2);
  int on = 1;
  if (setsockopt(fd, IPPROTO_UDP, UDP_GRO, &on, sizeof on) != 0) exit(3);
  return fd;
}

/* `first`: 128 for SRTP, 0 for STUN, 20 for DTLS. */
static void send_packet(int to, unsigned first, size_t bytes) {
  uint8_t packet[4096];
  memset(packet, (int)first, sizeof packet);
  ssize_t sent = sendto(sender, packet, bytes, 0, (struct sockaddr *)&addresses[to], sizeof addresses[to]);
  if (sent != (ssize_t)bytes) printf("refused ");
  /* The library uses its memory again. */
  memset(packet, 0xff, sizeof packet);
}

static void print_arrived(const char *when) {
  printf("%s:", when);
  for (int at = 0; at < RECEIVERS; at++) {
    for (;;) {
      static uint8_t bytes[65536];
      char control[CMSG_SPACE(sizeof(int))];
      struct iovec into = {bytes, sizeof bytes};
      struct msghdr message = {.msg_iov = &into, .msg_iovlen = 1};
      message.msg_control = control;
      message.msg_controllen = sizeof control;
      ssize_t size = recvmsg(receivers[at], &message, 0);
      if (size < 0) break;
      int segment = 0;
      for (struct cmsghdr *each = CMSG_FIRSTHDR(&message); each != NULL; each = CMSG_NXTHDR(&message, each))
        if (each->cmsg_level == IPPROTO_UDP && each->cmsg_type == UDP_GRO)
          memcpy(&segment, CMSG_DATA(each), sizeof segment);
      printf(" %d:%zd:%d:%u-%u", at, size, segment, bytes[0], bytes[size - 1]);
    }
  }
  printf("\n");
}

static void end_turn(void) {
  struct epoll_event event;
  int loop = epoll_create1(0);
  epoll_pwait(loop, &event, 1, 0, NULL);
}

static void *send_from_elsewhere(void *unused) {
  send_packet(0, 128, 100);
  return unused;
}

int main(int count, char **arguments) {
  struct sockaddr_in own;
  sender = open_socket(&own);
  for (int at = 0; at < RECEIVERS; at++) receivers[at] = open_socket(&addresses[at]);
  int on = 1;
  if (count > 2 && strcmp(arguments[1], "full") == 0) full_times = atoi(arguments[2]);
  if (count > 1 && strcmp(arguments[1], "refuse") == 0) setsockopt(sender, SOL_SOCKET, SO_NO_CHECK, &on, sizeof on);

  /* Two receivers in turns, as a forwarded frame; the last packet is shorter. */
  for (unsigned at = 0; at < 4; at++)
    for (int to = 0; to < RECEIVERS; to++) send_packet(to, 128 + at, at == 3 ? 500 : 1000);
  print_arrived("frame, before the turn's end");
  end_turn();
  print_arrived("frame");

  /* A longer packet can't follow a shorter one in a train, and the order stays. */
  send_packet(0, 130, 200);
  send_packet(0, 131, 1000);
  send_packet(0, 132, 1000);
  send_packet(0, 133, 1200);
  end_turn();
  print_arrived("sizes");

  send_packet(0, 0, 100);
  send_packet(0, 20, 100);
  send_packet(0, 128, 1000);
  send_packet(0, 129, 1473);
  print_arrived("STUN, DTLS and a long packet, at once");

  pthread_t thread;
  pthread_create(&thread, NULL, send_from_elsewhere, NULL);
  pthread_join(thread, NULL);
  print_arrived("from another thread, at once");

  /* More than a train holds. */
  for (unsigned at = 0; at < 60; at++) send_packet(1, 128 + at, 1000);
  end_turn();
  print_arrived("many");
  return 0;
}
