import type { CallRole, EndReason, Receipt } from '#contract/calls/calls.ts'
import { callTitle } from '#web/text/states.ts'

type Uncharged = Receipt['uncharged'][number]['reason']

/** Why a call ended, in one side's words. */
export const endReasonText = {
  caller: {
    declined: 'お相手が応答できませんでした',
    cancelled: '発信を取り消しました',
    missed: '応答がありませんでした',
    busy: 'お相手が通話中でした',
    failed: 'つながりませんでした',
    byCaller: 'あなたが終了しました',
    byBroadcaster: 'お相手が終了しました',
    pointless: 'ポイントがなくなりました',
    connectionLost: '通信が切れました',
    byOperator: '運営が終了しました',
    serverRecovery: 'サーバーの復旧のため終了しました',
  },
  broadcaster: {
    declined: '応答しませんでした',
    cancelled: '発信が取り消されました',
    missed: '応答がありませんでした',
    busy: '通話中でした',
    failed: 'つながりませんでした',
    byCaller: 'お相手が終了しました',
    byBroadcaster: 'あなたが終了しました',
    pointless: 'お相手がご利用になれる時間が終わりました',
    connectionLost: '通信が切れました',
    byOperator: '運営が終了しました',
    serverRecovery: 'サーバーの復旧のため終了しました',
  },
} as const satisfies Record<CallRole, Record<EndReason, string>>

/** Why connected time cost nothing, in one side's words. */
export const unchargedText = {
  caller: {
    callerAway: 'あなたの再接続',
    broadcasterAway: 'お相手の再接続',
    notConfirmed: '受信を確認できなかった時間',
    freeLook: 'お試しの時間',
    noMedia: '映像・音声が届かなかった時間',
  },
  broadcaster: {
    callerAway: 'お相手の再接続',
    broadcasterAway: 'あなたの再接続',
    notConfirmed: '受信を確認できなかった時間',
    freeLook: 'お試しの時間',
    noMedia: '映像・音声が届かなかった時間',
  },
} as const satisfies Record<CallRole, Record<Uncharged, string>>

/** What the call was, and who dialled; a visit of a live room rang nobody. */
export const subtitleOf = (receipt: Pick<Receipt, 'kind' | 'origin' | 'dialled'>): string => {
  const title = callTitle(receipt)
  if (receipt.origin === 'sideWatch') return title
  return `${title}・${receipt.dialled ? 'あなたから発信' : 'お相手から着信'}`
}
