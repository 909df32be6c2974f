import type { EarningLine, EarningState } from '#contract/points/earnings.ts'
import type { BankAccountField, BankAccountKind, PayoutState } from '#contract/points/payouts.ts'
import { callKindLongText } from '#web/text/states.ts'

export const earningStateText = {
  frozen: '凍結',
  pending: '保留中',
  payable: '支払い可能',
  requested: '申請中',
  paid: '支払い済み',
  taken: '取り消し',
  returned: '返金済み',
} as const satisfies Record<EarningState, string>

export const payoutStateText = {
  requested: '確認待ち',
  approved: '振込手続き中',
  paid: '支払い済み',
  refused: '差し戻し',
} as const satisfies Record<PayoutState, string>

export const bankAccountKindText = {
  ordinary: '普通',
  current: '当座',
  savings: '貯蓄',
} as const satisfies Record<BankAccountKind, string>

/** Errors of the bank account's fields. */
export const bankAccountFault = {
  bankCode: '銀行コードは4桁の数字です。',
  bankName: '銀行名を15文字以内で入力してください。',
  branchCode: '支店コードは3桁の数字です。',
  branchName: '支店名を15文字以内で入力してください。',
  number: '口座番号は7桁までの数字です。',
  holder: '口座名義をカタカナで入力してください。',
} as const satisfies Record<BankAccountField, string>

/** What a line was earned with. */
export const lineTitle = ({ kind, purpose }: Pick<EarningLine, 'kind' | 'purpose'>): string =>
  kind && purpose === 'call' ? callKindLongText[kind] : (purposeText[purpose] ?? 'そのほか')

const purposeText: Record<string, string> = {
  call: '通話',
  sideWatch: '配信の視聴',
  liveCall: 'ビデオチャット',
  present: 'プレゼント',
  unseal: 'トークの画像',
  gallery: 'ギャラリー',
  galleryRequest: '写真のリクエスト',
  chatMessage: 'トークのメッセージ',
  liveComment: '配信のコメント',
  livePresent: '配信のプレゼント',
  liveMenu: '配信のメニュー',
}

/** 2026年11月 */
export const monthText = (month: string): string => {
  const [year, number] = month.split('-')
  return `${year}年${Number(number)}月`
}
