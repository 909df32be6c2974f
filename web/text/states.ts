import type { CallKind } from '#contract/calls/calls.ts'
import type { PresenceState } from '#contract/people/people.ts'

export const presenceText = {
  standby: '待機中',
  inCall: '通話中',
  live: '配信中',
  offline: 'オフライン',
} as const satisfies Record<PresenceState, string>

/** Short, for buttons and cards. */
export const callKindText = { video: 'ビデオ', voice: '音声' } as const satisfies Record<CallKind, string>

/** Long, for headings and receipts. */
export const callKindLongText = { video: 'ビデオ通話', voice: '音声通話' } as const satisfies Record<
  CallKind,
  string
>
