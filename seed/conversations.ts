import { reviewers } from './people.ts'

/** Conversations of the demo's people, so that トーク isn't empty and shows its features. */

export type SeedSide = 'caller' | 'broadcaster'

export type SeedContent =
  | { kind: 'text'; text: string }
  | { kind: 'sticker'; stickerId: string }
  /** `picture`: a file under seed/pictures. */
  | { kind: 'image'; picture: string; imagePoints: number | null }
  | { kind: 'missedCall'; callKind: 'voice' | 'video' }
  /** The newest call of the two in the demo's past, which has its own time. */
  | { kind: 'pastCall' }

export interface SeedMessage {
  from: SeedSide
  minutesAgo: number
  content: SeedContent
}

export interface SeedConversation {
  callerId: string
  broadcasterId: string
  /** Oldest first. */
  messages: readonly SeedMessage[]
  /** How many of the newest messages each side hasn't read. */
  unread: Record<SeedSide, number>
}

const dayMinutes = 1_440
const text = (from: SeedSide, minutesAgo: number, words: string): SeedMessage => ({
  from,
  minutesAgo,
  content: { kind: 'text', text: words },
})
const sticker = (from: SeedSide, minutesAgo: number, stickerId: string): SeedMessage => ({
  from,
  minutesAgo,
  content: { kind: 'sticker', stickerId },
})
const picture = (minutesAgo: number, file: string, imagePoints: number | null): SeedMessage => ({
  from: 'broadcaster',
  minutesAgo,
  content: { kind: 'image', picture: file, imagePoints },
})

const taro = '20148357'
const kenji = '20259468'
/** The first of the callers in the demo's past (seed/earnings.ts). */
const haruki = reviewers[0]?.id ?? ''

export const conversations: readonly SeedConversation[] = [
  {
    callerId: taro,
    broadcasterId: '11058374',
    messages: [
      text('caller', dayMinutes + 190, 'はじめまして。プロフィールを読んで、話してみたくなりました'),
      text('broadcaster', dayMinutes + 184, 'はじめまして、太郎さん。うれしいです\n夜はだいたい起きてますよ'),
      sticker('caller', dayMinutes + 183, 'lantern-smile'),
      text('broadcaster', dayMinutes + 176, '今度ゆっくり通話しませんか？'),
      text('caller', dayMinutes + 170, 'ぜひ。金曜の22時ごろはどうですか'),
      text('broadcaster', dayMinutes + 168, '金曜の22時ですね。待ってます'),
      sticker('broadcaster', dayMinutes + 168, 'word-matane'),
      text('broadcaster', 46, '昨日の帰り道、海に月がのぼってました'),
      picture(44, 'moon-sea.svg', 300),
    ],
    unread: { caller: 2, broadcaster: 0 },
  },
  {
    callerId: taro,
    broadcasterId: '10573914',
    messages: [
      text('caller', 3 * dayMinutes + 320, '先日はありがとうございました。楽しかったです'),
      text('broadcaster', 3 * dayMinutes + 301, 'こちらこそ！ 映画の話、止まらなかったですね'),
      text('caller', 3 * dayMinutes + 298, 'おすすめの一本、今夜見てみます'),
      text('broadcaster', 130, 'あの映画、見ました？'),
      sticker('broadcaster', 129, 'cat-peek'),
    ],
    unread: { caller: 2, broadcaster: 0 },
  },
  {
    callerId: taro,
    broadcasterId: '10618352',
    messages: [
      text('broadcaster', 2 * dayMinutes + 95, 'お気に入りに入れてくださって、ありがとうございます'),
      text('caller', 2 * dayMinutes + 80, 'こちらこそ。仕事終わりに声を聞くとほっとします'),
      {
        from: 'broadcaster',
        minutesAgo: dayMinutes + 30,
        content: { kind: 'missedCall', callKind: 'voice' },
      },
      text('caller', dayMinutes + 12, 'すみません、電車でした。あとでかけ直します'),
      text('broadcaster', dayMinutes + 10, 'いつでもどうぞ。ゆっくり帰ってくださいね'),
    ],
    unread: { caller: 0, broadcaster: 0 },
  },
  {
    callerId: taro,
    broadcasterId: '10729485',
    messages: [
      text('caller', 6 * dayMinutes + 40, 'ベランダで育てているのは何ですか？'),
      text('broadcaster', 6 * dayMinutes + 22, 'バジルとミントです。今朝の葉っぱ、見ますか'),
      picture(6 * dayMinutes + 21, 'balcony-leaves.svg', null),
      text('caller', 6 * dayMinutes + 15, 'いい色ですね。香りまで届きそうです'),
      sticker('broadcaster', 6 * dayMinutes + 14, 'word-arigato'),
    ],
    unread: { caller: 0, broadcaster: 0 },
  },
  {
    callerId: haruki,
    broadcasterId: '10482736',
    messages: [
      text('caller', 6 * dayMinutes + 200, 'こんばんは。今日もおつかれさまです'),
      text('broadcaster', 6 * dayMinutes + 196, 'おつかれさまです。今夜は月がきれいですよ'),
      { from: 'caller', minutesAgo: 4 * dayMinutes, content: { kind: 'pastCall' } },
      text('caller', 2 * dayMinutes + 117, '先日の通話、楽しかったです。よく眠れました'),
      sticker('broadcaster', 2 * dayMinutes + 96, 'word-arigato'),
    ],
    unread: { caller: 0, broadcaster: 0 },
  },
  {
    callerId: kenji,
    broadcasterId: '10482736',
    messages: [
      text('caller', 320, 'はじめまして。北海道から失礼します'),
      text('caller', 319, 'こちらはもう雪の気配です。今夜は何時ごろまでいらっしゃいますか？'),
    ],
    unread: { caller: 0, broadcaster: 2 },
  },
]
