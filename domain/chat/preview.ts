import type { CallKind } from '#contract/calls/calls.ts'
import type { StoredBody, SystemCardCode } from './message.ts'

/** Whose message it is, seen from the reader; a card of the platform reads like the partner's. */
type PreviewSide = 'own' | 'partner'

const textMax = 80

const callKindText = { voice: '音声通話', video: 'ビデオ通話' } as const satisfies Record<CallKind, string>

const systemText = {
  conversationBegan: { own: 'トークがはじまりました', partner: 'トークがはじまりました' },
  imageOpened: { own: '画像をひらきました', partner: '画像がひらかれました' },
} as const satisfies Record<SystemCardCode, Record<PreviewSide, string>>

/** 14:42, or 1:02:03 from one hour on. */
const clockText = (seconds: number): string => {
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
}

/** The beginning of the text on one line, cut between code points. */
const shortened = (text: string): string => {
  const line = text.slice(0, textMax * 8).replaceAll(/\s+/gu, ' ')
  const points = [...line]
  return points.length > textMax ? `${points.slice(0, textMax - 1).join('')}…` : line
}

type Lines = {
  [Kind in StoredBody['kind']]: (body: Extract<StoredBody, { kind: Kind }>, side: PreviewSide) => string
}

/** The one line that stands for a message in トーク, in toasts and above a reply to it. */
const lines: Lines = {
  text: ({ text }) => shortened(text),
  sticker: (_, side) => (side === 'own' ? 'スタンプを送信しました' : 'スタンプが届いています'),
  image: ({ price }, side) => {
    if (side === 'own') return price ? '封をした画像を送信しました' : '画像を送信しました'
    return price && !price.isOpened ? '封のついた画像が届いています' : '画像が届いています'
  },
  call: ({ callKind, callDurationSec }) => `${callKindText[callKind]} ${clockText(callDurationSec)}`,
  missedCall: (_, side) => (side === 'own' ? '応答がありませんでした' : '不在着信がありました'),
  videoRequest: (_, side) =>
    side === 'own' ? 'ビデオ通話をリクエストしました' : 'ビデオ通話のリクエストが届いています',
  system: ({ code }, side) => systemText[code][side],
  unsent: (_, side) =>
    side === 'own' ? 'メッセージの送信を取り消しました' : 'メッセージの送信が取り消されました',
}

/** @param side whose message it is, seen from the viewer */
export const previewOf = (body: StoredBody, side: PreviewSide): string =>
  (lines[body.kind] as (body: StoredBody, side: PreviewSide) => string)(body, side)
