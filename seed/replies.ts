/** The automatic replies of the demo's broadcasters. */

interface ReplyTopic {
  /** The first topic whose pattern matches the caller's text is chosen. */
  fits: RegExp
  texts: readonly string[]
}

const topics: readonly ReplyTopic[] = [
  {
    fits: /通話|電話|話せ|話しませ|話した/,
    texts: [
      'いまなら大丈夫ですよ。プロフィールの通話ボタンから、いつでもどうぞ',
      '声で話せるの、うれしいです。待機中のときにかけてみてくださいね',
      'お話ししたいです！ 準備して待ってますね',
    ],
  },
  {
    fits: /おやすみ|寝ます|ねます|寝る/,
    texts: [
      'おやすみなさい。いい夢を',
      'ゆっくり休んでくださいね。またあした',
      'おやすみなさい。また話しましょうね',
    ],
  },
  {
    fits: /ありがと|感謝|うれし|嬉し/,
    texts: [
      'こちらこそ、ありがとうございます',
      'そう言ってもらえると、私もうれしいです',
      'いえいえ。また来てくださいね',
    ],
  },
  {
    fits: /疲れ|つかれ|仕事|残業|忙し/,
    texts: [
      '今日もおつかれさまでした。あったかいもの飲んでくださいね',
      'がんばりましたね。少しゆっくりしましょう',
      'おつかれさまです。話して楽になることなら、いつでも聞きますよ',
    ],
  },
  {
    fits: /こんばんは|こんにちは|おはよう|はじめまして|初めまして/,
    texts: [
      'こんばんは。メッセージうれしいです',
      'はじめまして！ プロフィール、見てくださったんですね',
      'こんばんは。今夜はどんなふうに過ごしてますか？',
    ],
  },
  {
    fits: /[?？]/,
    texts: [
      'うーん、迷いますね。あなたならどうしますか？',
      'いい質問ですね。通話でゆっくりお話ししたいです',
      'ふふ、それは会話が長くなりそうです',
    ],
  },
]

const otherTexts = [
  'そうなんですね。もっと聞きたいです',
  'なんだか想像できます。続き、教えてください',
  'わかります。私もそういうこと、よくあります',
  'いいですね。今夜はゆっくり話しましょう',
  'ふふ、楽しそうですね',
]

const stickers = ['lantern-smile', 'cat-hello', 'lantern-love', 'cat-shy']

export type SeedReply = { kind: 'text'; text: string } | { kind: 'sticker'; stickerId: string }

/**
 * The broadcaster's reply: a matching text to a text, a sticker to anything else.
 *
 * @param written the caller's text; null when the message had none
 * @param pick any whole number from 0: the same one always picks the same answer
 */
export const replyTo = (written: string | null, pick: number): SeedReply => {
  if (written === null) return { kind: 'sticker', stickerId: stickers[pick % stickers.length] ?? 'cat-hello' }
  const texts = topics.find(({ fits }) => fits.test(written))?.texts ?? otherTexts
  return { kind: 'text', text: texts[pick % texts.length] ?? '' }
}
