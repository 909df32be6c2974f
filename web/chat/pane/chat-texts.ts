import type { CallKind } from '#contract/calls/calls.ts'
import type { ChatBody, ChatMessage } from '#contract/chat/chat.ts'
import { duration, points, time } from '#web/text/format.ts'
import { callKindLongText } from '#web/text/states.ts'

/** The partner's name within a sentence. */
export const withSan = (name: string): string => `${name}さん`

/** On the button that sends, with the price where there is one. */
export const sendLabel = (pricePoints: number): string =>
  pricePoints === 0 ? '送信' : `送信（${points(pricePoints)}）`

/** On the button that sends a failed message again. */
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

/** The texts of a ring that nobody answered, for its dialler and for its callee. */
export const missedCallTexts = (kind: CallKind, isOwn: boolean): { title: string; text: string } =>
  isOwn
    ? { title: callKindLongText[kind], text: '応答がありませんでした' }
    : { title: '不在着信', text: callKindLongText[kind] }

/** The texts of a caller's request to be called back, for the caller and for the broadcaster. */
export const videoRequestTexts = (isOwn: boolean): { title: string; text: string } => ({
  title: 'ビデオ通話のリクエスト',
  text: isOwn ? '折り返しをお待ちください' : 'お支払いはお相手です',
})

/** The text of a system message, for this side. */
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
      return body.price === null ? '画像' : '封をした画像'
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

/** The quote that an answer shows until the server returns one. */
export const quoteOf = (message: ChatMessage): NonNullable<ChatMessage['replyTo']> => ({
  messageId: message.id,
  seq: message.seq,
  senderId: message.senderId,
  preview: messageText(message),
})
