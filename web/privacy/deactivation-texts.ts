import type { QuitReason } from '#contract/privacy/deactivation.ts'

export const deactivationReasonText: Record<QuitReason, string> = {
  notUsing: 'あまり使わなくなった',
  price: '料金が高い',
  noMatch: '話したい相手が見つからない',
  trouble: '相手とのトラブルがあった',
  difficult: '使いにくい・不具合がある',
  privacy: '個人情報が気になる',
  other: 'その他',
}
