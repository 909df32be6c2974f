import { keyedHash } from '#server/secrets/keyed-hash.ts'

/** Whether a member's copy has a segment's pictures from the second encoding: half of all members have, each by chance. */
export type SegmentChoice = (segment: number) => boolean

/** Bits of the keyed hash; a video has at most 150 segments. */
const hashBits = 256

/** A member's copy of one video. Without the secret nobody can tell or make it. */
export const segmentChoice = (secret: Buffer, videoId: string, memberId: string): SegmentChoice => {
  const hash = Buffer.from(keyedHash(secret, 'watermark', `video:${videoId}:${memberId}`), 'base64url')
  return (segment) => {
    const bit = segment % hashBits
    return (((hash[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1
  }
}
