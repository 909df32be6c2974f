/**
 * Each broadcaster's greeting and voice. Open JTalk's trace shows the readings, which is why some words are
 * in kana.
 */
export interface Voice {
  mood: 'neutral' | 'happy'
  semitones: number
  /** All-pass constant: lower is a brighter, smaller voice (the model's own is 0.55). */
  timbre: number
  speed: number
}

const soft: Voice = { mood: 'neutral', semitones: 0, timbre: 0.55, speed: 0.98 }
const bright: Voice = { mood: 'happy', semitones: 0.6, timbre: 0.54, speed: 1.04 }
const low: Voice = { mood: 'neutral', semitones: -2.4, timbre: 0.57, speed: 0.96 }
const light: Voice = { mood: 'happy', semitones: 1.6, timbre: 0.53, speed: 1 }
const calm: Voice = { mood: 'neutral', semitones: -1.2, timbre: 0.56, speed: 0.94 }
const warm: Voice = { mood: 'happy', semitones: -1, timbre: 0.56, speed: 0.98 }

export const lines: Readonly<Record<string, { voice: Voice; text: string }>> = {
  p01: {
    voice: soft,
    text: 'こんばんは、みおです。今日は、どんな一日でしたか？ゆっくり、話してくださいね。',
  },
  p02: {
    voice: light,
    text: 'こんばんは、ひよりです。お茶を、いれたところなんです。眠くなるまで、おしゃべりしましょう。',
  },
  p03: {
    voice: bright,
    text: 'まいど、さきです。待ってましたよ。今日は、なんか、おもろいこと、ありましたか？',
  },
  p04: {
    voice: calm,
    text: 'こんばんは、琴葉です。今夜は、月がきれいですね。どんな本の話を、しましょうか。',
  },
  p05: { voice: low, text: 'こんばんは、なぎです。声、聞こえてますか？今夜は、のんびり、いきましょう。' },
  p06: {
    voice: warm,
    text: 'こんばんは、まどかです。お電話、ありがとうございます。まずは、深呼吸から、始めましょうか。',
  },
  p07: {
    voice: bright,
    text: 'はいさい、ちなつです。今日は、いい風が吹いてますよ。聞きたい曲は、ありますか？',
  },
  p08: {
    voice: light,
    text: 'こんばんは、ゆずきです。いま、絵を描いていました。いっしょに、作業しませんか？',
  },
  p09: {
    voice: soft,
    text: 'こんばんは、しおりです。今日読んだ本の話を、してもいいですか？ゆっくりで、だいじょうぶですよ。',
  },
  p10: {
    voice: warm,
    text: 'いらっしゃい、あかりです。今夜は、なにを飲んでますか？それでは、乾杯しましょう。',
  },
  p11: {
    voice: calm,
    text: 'こんばんは、まほです。お仕事、おつかれさまでした。今日も、よくがんばりましたね。',
  },
  p12: {
    voice: light,
    text: 'はじめまして、すみれです。今夜は、星がよく見えますよ。窓の外を、見てみませんか？',
  },
  p13: { voice: bright, text: 'もしもし、つむぎです。電話、うれしいです。今日あったこと、教えてください。' },
  p14: { voice: low, text: 'こんばんは、りんです。山の夜は、静かですよ。だまっていても、かまいません。' },
  p15: {
    voice: bright,
    text: 'こんばんは、あやのです。ばんごはんは、もう食べましたか？いっしょに、なにか作りましょう。',
  },
  p16: {
    voice: calm,
    text: 'おかえりなさい、さらです。まずは、ゆっくり、息を吐きましょう。肩の力が、抜けてきましたか？',
  },
  p17: {
    voice: soft,
    text: 'こんばんは、みつきです。こちらは、雪が降っています。あたたかくして、話しましょうね。',
  },
  p18: {
    voice: calm,
    text: 'こんばんは、しゅりです。もみじが、きれいに色づきました。あなたの町は、いかがですか？',
  },
  p19: {
    voice: light,
    text: 'こんばんは、こはるです。今日、うれしかったことを、三つ教えてください。わたしも、三つ話しますね。',
  },
  p20: {
    voice: low,
    text: 'こんばんは、ちひろです。山小屋の夜は、長いんですよ。どんな話でも、聞かせてください。',
  },
  p21: {
    voice: bright,
    text: 'おつかれさま、りおです。残業、終わりましたか？今日の話、笑い話にしちゃいましょう。',
  },
  p22: {
    voice: warm,
    text: 'こんにちは、あおいです。いま、お茶をいれています。三分だけ、いっしょに待ってくださいね。',
  },
  p23: {
    voice: calm,
    text: 'こんばんは、ふみでございます。お電話、うれしゅうございます。今日は、どんな一日でしたか？',
  },
  p24: {
    voice: light,
    text: 'こんばんは、ましろです。いま、マフラーを編んでいます。となりで、猫が寝ていますよ。',
  },
  p25: {
    voice: soft,
    text: 'こんばんは、かなです。こちらは、雨の音がしています。明日は、きっと晴れますよ。',
  },
  p26: {
    voice: bright,
    text: 'ハロー、エマです。今日は、日本語にしましょうか？それとも、英語で話しますか？',
  },
  p27: {
    voice: warm,
    text: 'おつかれさま、ななです。今日は、ちゃんと食べましたか？ゆっくり、していってくださいね。',
  },
  p28: { voice: low, text: 'こんばんは、いおりです。湖に、月が映っています。次は、どこへ旅に出ましょうか。' },
}
