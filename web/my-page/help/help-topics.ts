import { defaultRates } from '#contract/calls/calls.ts'
import { incrementMs, incrementsPerMinute, pointsValidDays } from '#contract/points/points.ts'
import { quitGraceDays } from '#contract/privacy/deactivation.ts'
import { reconnectGraceMs, ringTimeoutMs } from '#domain/calls/timing.ts'
import { pointBacksPerDayMax } from '#domain/points/point-back.ts'
import { paths } from '#web/shell/navigation/paths.ts'

export interface HelpQuestion {
  /** Its place in the address: /my-page/help#meter. */
  id: string
  question: string
  /** A paragraph each. */
  answer: readonly string[]
  /** Other words people search for it by. */
  words?: string
  link?: { label: string; to: () => string }
}

export interface HelpTopic {
  title: string
  questions: readonly HelpQuestion[]
}

const incrementSec = incrementMs / 1_000

const charges: HelpTopic = {
  title: '料金とメーター',
  questions: [
    {
      id: 'meter',
      question: '通話の料金は、どのように決まりますか？',
      answer: [
        `${incrementSec}秒ごとに計算します。標準の料金は、ビデオ通話が1分${defaultRates.video}pt（${incrementSec}秒${defaultRates.video / incrementsPerMinute}pt）、音声通話が1分${defaultRates.voice}pt（${incrementSec}秒${defaultRates.voice / incrementsPerMinute}pt）です。`,
        '料金はお相手によって異なり、通話をはじめるボタンにいつも表示しています。ボタンに書かれた料金より高くなることはありません。',
      ],
      words: '値段 価格 いくら 単価 課金',
    },
    {
      id: 'free-time',
      question: '料金がかからないのは、どんなときですか？',
      answer: [
        '呼び出し中、つながるまで、電波が切れて再接続を待つあいだは、料金がかかりません。',
        'お相手の映像や音声が届いていた時間だけが、課金の対象です。',
      ],
      words: '無料 再接続 呼び出し メーター',
    },
    {
      id: 'who-pays',
      question: 'お相手からかかってきた通話も、料金がかかりますか？',
      answer: [
        'はい。配信する方からの着信でも、料金は話す方のお支払いです。応答ボタンに料金を表示し、応答するまで料金はかかりません。',
      ],
      words: '着信 応答',
    },
    {
      id: 'run-out',
      question: '通話中にポイントが足りなくなると、どうなりますか？',
      answer: [
        '残りが1分になると画面でお知らせし、その場でポイントを追加できます。0ptになると、通話は自動で終わります。あとから請求されることはありません。',
      ],
      words: '不足 残高 自動 追加',
      link: { label: 'ポイントを購入する', to: paths.purchase },
    },
    {
      id: 'receipt',
      question: '通話ごとの料金を、あとから確かめられますか？',
      answer: [
        '「通話の明細」で、通話時間、課金した時間としなかった時間、使ったポイントを1件ずつ確かめられます。',
      ],
      words: '履歴 領収 レシート',
      link: { label: '通話の明細を見る', to: paths.receipts },
    },
  ],
}

const connection: HelpTopic = {
  title: 'つながらないとき',
  questions: [
    {
      id: 'no-connection',
      question: '通話がつながりません。',
      answer: [
        'はじめに通話テストで、カメラ・マイク・スピーカー・通信を確かめてください。どこに問題があるか、その場でわかります。',
        'つながらないときは、Wi-Fiとモバイル通信を切り替える、ほかのアプリを閉じる、ブラウザを新しくする、の順にお試しください。',
      ],
      words: '接続 エラー 通信 電波 圏外',
      link: { label: '通話テストをする', to: () => paths.videoTest(paths.help('no-connection')) },
    },
    {
      id: 'devices',
      question: 'カメラやマイクが使えません。',
      answer: [
        'ブラウザの設定で、このサイトにカメラとマイクを許可してください。ほかのアプリが使っているときは、そのアプリを閉じてください。',
        '音が聞こえないときは、端末の音量と消音スイッチ、イヤホンの接続もご確認ください。',
      ],
      words: '音 映像 許可 聞こえない 映らない 権限',
      link: { label: '通話テストをする', to: () => paths.videoTest(paths.help('devices')) },
    },
    {
      id: 'cut-off',
      question: '通話が途中で切れました。',
      answer: [
        `電波が切れても、${reconnectGraceMs / 1_000}秒のあいだは自動で再接続します。そのあいだ料金は止まります。`,
        `お相手やこちらの不具合で通話が終わったときは、はじめの30秒以内なら全額、それ以降なら最後の1分のポイントを自動でお返しします（1日${pointBacksPerDayMax}回まで）。`,
      ],
      words: '切断 返金 ポイントバック 落ちる',
    },
    {
      id: 'no-answer',
      question: '発信しても、お相手が出ません。',
      answer: [
        `${ringTimeoutMs / 1_000}秒で発信は終わり、お相手には不在着信が残ります。料金はかかりません。`,
        '「待機中」の方は、すぐに話せる方です。待機していない方には、ビデオ通話のリクエストを送れます。',
      ],
      words: '応答 不在 リクエスト',
    },
    {
      id: 'no-notification',
      question: '着信の通知が届きません。',
      answer: [
        '「通知の設定」で、この端末の通知と、着信のプッシュ通知がオンになっているかご確認ください。おやすみモードの時間もご確認ください。',
        'iPhoneとiPadでは、ホーム画面に追加した「今宵」から開いたときだけ、通知を受け取れます。',
      ],
      words: 'プッシュ 通知 iPhone',
      link: { label: '通知の設定へ', to: paths.notificationSettings },
    },
  ],
}

const points: HelpTopic = {
  title: 'ポイントとお支払い',
  questions: [
    {
      id: 'expiry',
      question: 'ポイントに有効期限はありますか？',
      answer: [
        `有料・無料とも、お届けした日から${pointsValidDays}日です。無料ポイントから先に使われ、そのあとは期限の近いものから使われます。`,
        '期限の30日前、7日前、前日に「お知らせ」でお伝えします。',
      ],
      words: `失効 期限 ${pointsValidDays}日`,
      link: { label: 'ポイント残高を見る', to: paths.myPage },
    },
    {
      id: 'not-arrived',
      question: '購入したポイントが反映されません。',
      answer: [
        '「購入の履歴」で状態をご確認ください。結果を確認中のときは、そのままお待ちいただくと自動で反映されます。二重にお支払いいただく必要はありません。',
        '銀行振込は、ご入金を確認してからお届けします。',
      ],
      words: '決済 カード 届かない 振込',
      link: { label: '購入の履歴を見る', to: paths.orders },
    },
    {
      id: 'refund',
      question: '購入したポイントを返金できますか？',
      answer: [
        'お客様のご都合による返金はできません。お支払いに心当たりがないときや、二重に支払ったときは、お問い合わせください。',
      ],
      words: 'キャンセル 返金 取り消し',
    },
    {
      id: 'limit',
      question: '使いすぎを防ぐ方法はありますか？',
      answer: [
        'ひと月に購入できる上限を、購入のページでご自分で決められます。下げるのはすぐに、上げるのは24時間後に反映されます。',
      ],
      words: '上限 制限 使いすぎ',
      link: { label: '購入のページへ', to: paths.purchase },
    },
  ],
}

const safety: HelpTopic = {
  title: '安全とプライバシー',
  questions: [
    {
      id: 'privacy',
      question: '電話番号やIPアドレスは、お相手に伝わりますか？',
      answer: [
        '伝わりません。通話はすべて今宵のサーバーを通り、お相手に見えるのはニックネームとプロフィールだけです。',
      ],
      words: '個人情報 身バレ 匿名 住所',
    },
    {
      id: 'block',
      question: 'いやな人から連絡が来ないようにするには？',
      answer: [
        'お相手のプロフィール、トーク、カードなどにある縦の3点（ブロック・通報）からブロックできます。お互いに表示されなくなり、通話もトークもできません。ブロックしたことは、お相手に知らされません。',
        '規約に反する行為は、同じところから通報してください。運営が内容を確認します。',
      ],
      words: 'ブロック 通報 迷惑 しつこい',
      link: { label: 'ブロックした人を見る', to: paths.blocks },
    },
    {
      id: 'contact-exchange',
      question: '連絡先を交換してもいいですか？',
      answer: [
        'トラブルを防ぐため、電話番号やSNSなどの連絡先の交換は禁止しています。プロフィールやトークで連絡先と思われる内容を送ると、注意が表示されます。',
      ],
      words: 'LINE 電話番号 メール 交換 禁止',
    },
    {
      id: 'hide-age',
      question: '年齢を知られたくありません。',
      answer: [
        '「プロフィール編集」で「年齢を表示する」をオフにすると、だれにも表示されません。年齢をしぼった検索にも出なくなります。',
      ],
      words: '非表示 隠す 年齢',
      link: { label: 'プロフィール編集へ', to: paths.ownProfile },
    },
    {
      id: 'review-name',
      question: 'レビューに名前は出ますか？',
      answer: ['出ません。表示されるのは、書いたときの地域と年代、日付だけです。'],
      words: '口コミ 感想 匿名',
    },
  ],
}

const account: HelpTopic = {
  title: 'アカウントと退会',
  questions: [
    {
      id: 'change-phone',
      question: '機種変更をしても、同じアカウントを使えますか？',
      answer: [
        'はい。機種変更の前に「ログインと安全」で、パスキーやメールアドレスなど、ログインの方法を登録しておいてください。ニックネームだけの登録では、新しい端末からログインできません。',
      ],
      words: '引き継ぎ パスキー ログイン 端末',
      link: { label: 'ログインと安全へ', to: paths.security },
    },
    {
      id: 'forgot-password',
      question: 'パスワードを忘れました。',
      answer: [
        'ログイン画面の「パスワードを忘れた方」から、登録したメールアドレスあてに再設定のリンクを送れます。メールアドレスを登録していないときは、お問い合わせください。',
      ],
      words: 'ログインできない 再設定 リセット',
      link: { label: 'パスワードを再設定する', to: paths.resetPassword },
    },
    {
      id: 'quit',
      question: '退会するには？',
      answer: [
        '「退会」のページで、失われるものを確かめてから手続きできます。残っているポイントは使えなくなり、返金もできません。',
        `退会から${quitGraceDays}日のあいだは、もう一度ログインすると元に戻せます。そのあと、プロフィールやトークなどの個人の情報は消去されます。`,
      ],
      words: 'やめる 解約 アカウント削除 削除',
      link: { label: '退会のページへ', to: paths.quit },
    },
    {
      id: 'export',
      question: '自分のデータを受け取れますか？',
      answer: ['はい。プロフィール、トーク、通話の明細、画像などを、まとめて1つのファイルで受け取れます。'],
      words: 'ダウンロード 書き出し エクスポート',
      link: { label: 'データの控えへ', to: paths.dataExport },
    },
    {
      id: 'change-name',
      question: 'ニックネームや写真を変えたいです。',
      answer: ['「プロフィール編集」で、いつでも変更できます。ニックネームは20文字までです。'],
      words: '名前 変更 アイコン プロフィール',
      link: { label: 'プロフィール編集へ', to: paths.ownProfile },
    },
  ],
}

/** Answers describe the product: a change of a rule changes its answer. */
export const helpTopics: readonly HelpTopic[] = [charges, connection, points, safety, account]
