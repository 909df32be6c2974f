/** What an operator can be called to, by kind, in the words of the list. An area adds its kinds here. */
export const noticeKinds = {
  ledgerDefect: '台帳の不一致',
  sealLate: '封印の遅れ',
} as const satisfies Record<string, string>

export type NoticeKind = keyof typeof noticeKinds
