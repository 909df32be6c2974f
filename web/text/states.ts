import type { CallKind, CallOrigin } from '#contract/calls/calls.ts'
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

/** What a call was: over a live room it has a name of its own. */
export const callTitle = ({ kind, origin }: { kind: CallKind; origin: CallOrigin }): string => {
  if (origin === 'sideWatch') return '配信の視聴'
  return origin === 'live' ? 'ビデオチャット' : callKindLongText[kind]
}
