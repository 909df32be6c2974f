import { createHash } from 'node:crypto'

/** A member's stable 32-bit numeric id in one channel; it says nothing about the member's id in another. */
export const agoraUidOf = (channelId: string, memberId: string): number =>
  createHash('sha256').update(`${channelId}:${memberId}`).digest().readUInt32BE(0)
