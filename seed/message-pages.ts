import type { MessageButtonTarget } from '#contract/legal/message-buttons.ts'
import { pointsValidDays } from '#contract/points/points.ts'

export interface SeedMessagePage {
  name: string
  title: string
  lead: string
  /** Below seed/pictures. */
  picture: string
  button: { label: string; target: MessageButtonTarget }
  publishedDaysAgo: number
  markdown: string
}

/** The demo's landing pages: what a new member gets, and how the operators keep the service safe. */
export const messagePages: readonly SeedMessagePage[] = [
  {
    name: 'first-night',
    title: 'はじめての夜に、300ポイント',
    lead: 'ニックネームだけで登録できます。はじめの300ポイントで、声だけなら約2分、ビデオなら1分半。',
    picture: 'first-night.svg',
    button: { label: '話せる人をさがす', target: 'search' },
    publishedDaysAgo: 3,
    markdown: `## 登録すると、その場で300ポイント

メールアドレスも、カードもいりません。ニックネームを決めたら、すぐに使える無料ポイントをお渡しします。

| できること | めやす |
| --- | --- |
| 音声通話（140pt/分） | 約2分 |
| ビデオ通話（200pt/分） | 1分30秒 |
| トーク | ずっと無料 |

## はじめてのご購入で、さらに500ポイント

どのコースでも、はじめてのご購入のときに無料ポイントを500pt加えます。

## 料金は6秒ごと

相手が出るまで、料金はかかりません。使ったポイントと残り時間は、通話中ずっと画面に出ています。0ptになると自動で終わるので、使いすぎる心配もありません。

- 無料ポイントの有効期限は、お渡しした日から${pointsValidDays}日です。
- 登録のポイントは、1台の端末につき1回です。
- 18歳未満の方はご利用いただけません。
`,
  },
  {
    name: 'peace-of-mind',
    title: '安心して話すための、5つの約束',
    lead: '声だけでも、顔を出さなくても大丈夫。今宵がいつも守っていることをまとめました。',
    picture: 'calm-room.svg',
    button: { label: 'ガイドラインを読む', target: 'community' },
    publishedDaysAgo: 12,
    markdown: `1. **お互いの連絡先もIPアドレスも伝わりません。** 通話はすべて、わたしたちのサーバーを通ります。
2. **録音・録画をしません。** 通話の内容は、どこにも残りません。
3. **切れた時間に、料金はかかりません。** 電波が途切れて待つあいだ、メーターは止まります。
4. **いつでもブロックと通報ができます。** どの画面からでもできて、相手には伝わりません。
5. **使いすぎを防げます。** 毎月の上限を、ご自分で決められます。

## はじめる前に

カメラとマイクは、[通話テスト](/videotest)で先に確かめられます。困ったことがあれば、マイページの「お問い合わせ」からいつでもご連絡ください。
`,
  },
]
