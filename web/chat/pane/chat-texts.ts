import type { CallKind } from '#contract/calls/calls.ts'
import type { ChatBody, ChatMessage } from '#contract/chat/chat.ts'
import { duration, points, time } from '#web/text/format.ts'
import { callKindLongText } from '#web/text/states.ts'

/** What the partner is called in a sentence. */
export const withSan = (name: string): string => `${name}さん`

/** On the button that sends, with the price where there is one. */
export const sendLabel = (pricePoints: number): string =>
  pricePoints === 0 ? '送信' : `送信（${points(pricePoints)}）`

/** On the button that sends once more what failed. */
export const resendLabel = (pricePoints: number): string =>
  pricePoints === 0 ? '再送' : `再送（${points(pricePoints)}）`

/** On the button that sends a text although the contact guard warned of it. */
export const sendAnywayLabel = (pricePoints: number): string =>
  pricePoints === 0 ? 'このまま送る' : `このまま送る（${points(pricePoints)}）`

type CallBody = Extract<ChatBody, { kind: 'call' }>

export const callCardTitle = (kind: CallKind): string => `${callKindLongText[kind]}が終わりました`

/** 23:10・14分42秒・2,940pt; without a price where the viewer pays none. */
export const callCardFacts = (body: CallBody, sentAt: string): string =>
  [
    time(sentAt),
    duration(body.callDurationSec),
    ...(body.charged === null ? [] : [points(body.charged)]),
  ].join('・')

/** Of a ring that nobody answered, to who dialled and to who was called. */
export const missedCallTexts = (kind: CallKind, isOwn: boolean): { title: string; text: string } =>
  isOwn
    ? { title: callKindLongText[kind], text: '応答がありませんでした' }
    : { title: '不在着信', text: callKindLongText[kind] }

/** Of his request that she calls back, to him and to her. */
export const videoRequestTexts = (isOwn: boolean): { title: string; text: string } => ({
  title: 'ビデオ通話のリクエスト',
  text: isOwn ? '折り返しをお待ちください' : 'お支払いはお相手です',
})

/** What the house says, to this side. */
export const systemSentence = (
  code: Extract<ChatBody, { kind: 'system' }>['code'],
  viewer: { isCaller: boolean; partnerName: string },
): string => {
  if (code === 'conversationBegan') return 'トークがはじまりました。連絡先の交換はお控えください。'
  return viewer.isCaller ? '画像をひらきました' : `${withSan(viewer.partnerName)}が画像をひらきました`
}

export const unsentSentence = (isOwn: boolean, partner: { name: string; hasLeft: boolean }): string => {
  if (isOwn) return 'メッセージの送信を取り消しました'
  return partner.hasLeft
    ? '削除されたメッセージ'
    : `${withSan(partner.name)}がメッセージの送信を取り消しました`
}

/** A message in a few words: for the reply bar and for screen readers. */
export const messageText = ({ body }: Pick<ChatMessage, 'body'>): string => {
  switch (body.kind) {
    case 'text':
      return body.text
    case 'sticker':
      return 'スタンプ'
    case 'image':
      return body.seal === null ? '画像' : '封をした画像'
    case 'call':
      return callKindLongText[body.callKind]
    case 'missedCall':
      return '不在着信'
    case 'videoRequest':
      return 'ビデオ通話のリクエスト'
    case 'unsent':
      return '取り消されたメッセージ'
    case 'system':
      return 'お知らせ'
  }
}

/** What an answer quotes of a message until the server says it. */
export const quoteOf = (message: ChatMessage): NonNullable<ChatMessage['replyTo']> => ({
  messageId: message.id,
  seq: message.seq,
  senderId: message.senderId,
  preview: messageText(message),
})
