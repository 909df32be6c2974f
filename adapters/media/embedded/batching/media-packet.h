#ifndef KOYOI_MEDIA_PACKET_H
#define KOYOI_MEDIA_PACKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* SRTP and SRTCP are told from STUN and DTLS by their first byte (RFC 7983, section 7). */
static inline bool is_media(const void *packet, size_t bytes) {
  uint8_t first = bytes == 0 ? 0 : *(const uint8_t *)packet;
  return first >= 128 && first <= 191;
}

#endif
