#ifndef KOYOI_MEDIA_PACKET_H
#define KOYOI_MEDIA_PACKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* SRTP and SRTCP are told from STUN and DTLS by their first byte (RFC 7983, section 7). */
static inline bool is_media(const void *packet, size_t bytes) {
  uint8_t first = bytes == 0 ? 0 : *(const uint8_t *)packet;
  return first >= 128 && first <= 191;
}

/* A connectivity check: a binding request of STUN (RFC 8489, sections 5 and 14; ICE is the only use of it here). */
static inline bool is_check(const void *packet, size_t bytes) {
  static const uint8_t method[] = {0x00, 0x01}, cookie[] = {0x21, 0x12, 0xa4, 0x42};
  return bytes >= 20 && memcmp(packet, method, sizeof method) == 0 &&
         memcmp((const uint8_t *)packet + 4, cookie, sizeof cookie) == 0;
}

#endif
