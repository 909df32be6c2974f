import type { Config } from '#server/config/config.ts'

/**
 * What a member's device sends to others while it shows our pages, and what of that passes through us: the
 * list that 電気通信事業法 27条の12 requires. Services that aren't configured aren't in it.
 */
interface ExternalTransmission {
  /** The usual name of the service. */
  service: string
  recipient: string
  /** The recipient's own privacy policy, if it has one. */
  policyUrl?: string
  sent: string
  /** Why we send it, and what the recipient does with it. */
  purpose: string
  /** When, if it isn't on every page. */
  when: string
}

type Source = (config: Config) => readonly (ExternalTransmission | false | undefined)[]

const payments: Source = ({ payments: { square, paidy, storekit } }) => [
  square && {
    service: 'Square（クレジットカード決済）',
    recipient: 'Square株式会社（Block, Inc.）',
    policyUrl: 'https://squareup.com/jp/ja/legal/general/privacy',
    sent: 'カード番号・有効期限・セキュリティコード、決済金額、IPアドレス、ブラウザと端末の情報、Cookie等の識別子',
    purpose: 'クレジットカード決済、本人認証、不正利用の防止',
    when: 'ポイント購入の画面を開いたとき、カードで支払うとき',
  },
  paidy && {
    service: 'Paidy（あと払い）',
    recipient: '株式会社Paidy',
    policyUrl: 'https://terms.paidy.com/privacy/index.html',
    sent: '入力した電話番号・メールアドレス、決済金額、注文番号、IPアドレス、ブラウザと端末の情報、Cookie等の識別子',
    purpose: 'あと払い決済、与信、不正利用の防止',
    when: 'あと払い（Paidy）を選んで支払うとき',
  },
  storekit && {
    service: 'App Store（アプリ内課金）',
    recipient: 'Apple Inc.',
    policyUrl: 'https://www.apple.com/jp/legal/privacy/',
    sent: 'Apple Accountによる購入の情報、端末の情報',
    purpose: 'アプリ内課金の決済と、その確認',
    when: 'iOSアプリでポイントを購入するとき',
  },
]

const push: Source = ({ push: { fcm } }) => [
  fcm
    ? {
        service: 'Firebase Cloud Messaging（プッシュ通知）',
        recipient: 'Google LLC',
        policyUrl: 'https://policies.google.com/privacy?hl=ja',
        sent: '通知の宛先となる登録トークン、Firebaseのインストール識別子、IPアドレス、ブラウザの情報、通知の内容',
        purpose: '着信とメッセージの通知を端末に届けること',
        when: '通知をオンにしたとき、オンにしている間',
      }
    : {
        service: 'プッシュ通知サービス（お使いのブラウザの提供元）',
        recipient:
          'Google LLC、Apple Inc.、Mozilla Corporation、Microsoft Corporation のうち、お使いのブラウザの提供元',
        sent: '通知の宛先となる識別子、IPアドレス。通知の内容は暗号化され、提供元には読めません',
        purpose: '着信とメッセージの通知を端末に届けること',
        when: '通知をオンにしたとき、オンにしている間',
      },
]

const relays: Source = ({ turn }) => [
  turn && {
    service: '通話の中継サーバー（TURN）',
    recipient: `当社が通話の中継に使うサーバー（${turn.urls.map(hostOf).join('、')}）`,
    sent: 'IPアドレス、暗号化された通話の音声と映像',
    purpose: '通話サーバーに直接つながらない回線で、通話を中継すること',
    when: '通話中、通話テスト中',
  },
]

const audience: Source = ({ audience: { analytics, conversionPostbackUrl, ipLookupUrl } }) => [
  analytics && {
    service: 'Google アナリティクス（利用状況の分析）',
    recipient: 'Google LLC',
    policyUrl: 'https://policies.google.com/technologies/partner-sites?hl=ja',
    sent: '表示した画面の種類（お相手や注文がわかる番号は取り除いています）、アクセスの日時、IPアドレス、ブラウザと端末の情報、Cookie等の識別子',
    purpose: '利用状況を分析し、サービスを改善すること',
    when: 'ログインしている間に、画面を表示したとき',
  },
  conversionPostbackUrl !== undefined && {
    service: '広告の成果の通知',
    recipient: `当社が広告の成果の計測に使うサーバー（${new URL(conversionPostbackUrl).host}）`,
    sent: '登録した日時、登録のきっかけとなった広告の番号、利用状況の分析を行っているときはその識別子。当社のサーバーから送信し、お名前や会員IDは送りません',
    purpose: '広告の成果を計測すること',
    when: '登録をしたとき',
  },
  ipLookupUrl !== undefined && {
    service: 'IPアドレスの確認',
    recipient: `当社がIPアドレスの確認に使うサーバー（${new URL(ipLookupUrl).host}）`,
    sent: 'IPアドレス、ブラウザの情報。Cookieや、表示していた画面のアドレスは送りません',
    purpose: 'お問い合わせのメールに、ログインしていない方のIPアドレスを記入すること',
    when: 'ログインせずに、お問い合わせの画面を開いたとき',
  },
]

const google: Source = ({ google }) => [
  google && {
    service: 'Googleでログイン',
    recipient: 'Google LLC',
    policyUrl: 'https://policies.google.com/privacy?hl=ja',
    sent: '今宵でログインしようとしていること、IPアドレス、ブラウザと端末の情報、Cookie等の識別子。当社は、GoogleアカウントのIDとメールアドレスを受け取ります',
    purpose: 'Googleアカウントで、ログイン、登録、ご本人の確認をすること',
    when: '「Googleでログイン」「Googleで登録」「Googleアカウントと連携」「Googleで確認する」を押したとき',
  },
]

const errors: Source = ({ collector }) => [
  collector && {
    service: '不具合の記録',
    recipient: `当社が不具合の記録に使うサーバー（${new URL(collector.envelopeUrl).host}）`,
    sent: '不具合の内容、表示していた画面の種類、表示にかかった時間、ブラウザとOSの種類。当社のサーバーから送信し、IPアドレス、会員ID、入力した内容は送りません',
    purpose: '不具合を見つけ、直すこと',
    when: '不具合が起きたとき（一部のみ）、画面を表示したとき（一部のみ）',
  },
]

/** `turns:relay.example:443?transport=tcp` → relay.example */
const hostOf = (url: string): string => {
  const [address = ''] = url.replace(/^turns?:/i, '').split('?')
  return address.replace(/:\d{1,5}$/, '')
}

/** Each kind of outside service lists what it is sent. A new service that pages talk to is added here. */
const sources: readonly Source[] = [payments, push, relays, audience, google, errors]

/** What is sent to others with these settings. */
export const externalTransmissions = (config: Config): ExternalTransmission[] =>
  sources.flatMap((source) => source(config)).filter((sent) => typeof sent === 'object')

/** Settings contain what an operator typed: nothing in it may become Markdown. */
const plain = (text: string): string => text.replaceAll(/[\\`*_[\]<>|&#]/g, String.raw`\$&`)

/** The list as Markdown, a small table per service: wide ones don't fit phones. */
export const transmissionsMarkdown = (transmissions: readonly ExternalTransmission[]): string => {
  if (transmissions.length === 0)
    return 'いまの設定では、お客様の端末から当社以外に送信される情報はありません。'
  return transmissions
    .map(({ service, recipient, policyUrl, sent, purpose, when }) =>
      [
        `## ${plain(service)}`,
        '',
        '| 項目 | 内容 |',
        '| --- | --- |',
        `| 送信先 | ${plain(recipient)} |`,
        `| 送信される情報 | ${plain(sent)} |`,
        `| 利用目的 | ${plain(purpose)} |`,
        `| 送信されるとき | ${plain(when)} |`,
        ...(policyUrl ? [`| 送信先の方針 | [プライバシーポリシー](${policyUrl}) |`] : []),
      ].join('\n'),
    )
    .join('\n\n')
}
