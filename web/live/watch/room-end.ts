import type { LiveEndReason } from '#contract/live/rooms.ts'

/** Why a room is over, in the words of who watched it. */
export const roomEnds: Record<LiveEndReason, string> = {
  byBroadcaster: '配信者が配信を終えました。',
  mediaGone: '配信者の映像が届かなくなったため、配信が終わりました。',
  byOperator: '運営が配信を終わらせました。',
  dailyLimit: '配信時間の上限に達したため、配信が終わりました。',
  serverRecovery: '通信サーバーの不具合のため、配信が終わりました。',
}
