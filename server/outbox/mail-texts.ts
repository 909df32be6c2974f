/** The sentences of our mails to members. Plain text; no tracking, nothing to load. */

/** How long mail about an event of the account stays worth sending. */
export const eventLifeMs = 3 * 24 * 3_600_000

/** The time of an event as a mail shows it. */
export const japaneseTime = new Intl.DateTimeFormat('ja-JP', {
  timeZone: 'Asia/Tokyo',
  dateStyle: 'long',
  timeStyle: 'short',
})

/** The day alone. */
export const japaneseDate = new Intl.DateTimeFormat('ja-JP', { timeZone: 'Asia/Tokyo', dateStyle: 'long' })

const signature = [
  '――――――――――',
  '今宵（Koyoi）',
  'このメールは送信専用です。お心当たりのない場合は、アプリの「お問い合わせ」からご連絡ください。',
].join('\r\n')

const mail = (subject: string, lines: string[]) => ({
  subject: `【今宵】${subject}`,
  text: [...lines, '', signature, ''].join('\r\n'),
})

/** Doesn't say what it is about: others may see a mailbox. */
export const notificationMail = ({ name }: { name: string }) =>
  mail('お手続きについてのお知らせ', [
    `${name} さん`,
    '',
    'お手続きについて、アプリにお知らせがあります。',
    'ログインして、マイページのお知らせをご確認ください。',
  ])

const unwanted = 'このメールが不要な場合は、マイページの「通知の設定」で止められます。'

/** @param soonest when the first of them expire */
export const pointsExpiringMail = ({ name, soonest }: { name: string; soonest: Date }) =>
  mail('ポイントの有効期限のお知らせ', [
    `${name} さん`,
    '',
    `有効期限の近いポイントがあります。いちばん早い期限は、${japaneseTime.format(soonest)}です。`,
    'くわしくは、マイページのポイント残高をご確認ください。',
    '',
    unwanted,
  ])

/** @param until the end of the campaign */
export const campaignOpenMail = ({ name, until }: { name: string; until: Date }) =>
  mail('キャンペーンのお知らせ', [
    `${name} さん`,
    '',
    `キャンペーンのポイントを受け取れます。受け取りの期限は、${japaneseTime.format(until)}です。`,
    'マイページの「キャンペーン」からお受け取りください。',
    '',
    unwanted,
  ])

/** Contains no names: others may see a mailbox. */
export const reviewAnsweredMail = ({ name }: { name: string }) =>
  mail('レビューへの返信のお知らせ', [
    `${name} さん`,
    '',
    'お書きになったレビューに、返信がありました。',
    'ログインして、マイページのお知らせをご確認ください。',
    '',
    unwanted,
  ])

export const passwordResetMail = ({ name, link, minutes }: { name: string; link: string; minutes: number }) =>
  mail('パスワードの再設定', [
    `${name} さん`,
    '',
    'パスワードの再設定のご依頼を受け付けました。',
    '次のリンクをひらき、新しいパスワードを入力してください。',
    '',
    link,
    '',
    `リンクは${minutes}分間、1回だけ使えます。`,
    'お心当たりのない場合は、このメールを破棄してください。パスワードは変わりません。',
  ])

export const passwordResetDoneMail = ({ name, at }: { name: string; at: string }) =>
  mail('パスワードが変更されました', [
    `${name} さん`,
    '',
    `${at}に、パスワードが変更されました。`,
    '安全のため、すべての端末からログアウトし、復旧コードを使えなくしました。新しいパスワードでログインしてください。',
    'パスキーとGoogleアカウントの連携はそのままです。お心当たりのないものがないか、マイページの「ログインと安全」でお確かめください。',
    'お心当たりのない場合は、すぐにログイン画面の「メールで再設定する」から再設定してください。',
  ])

/** Contains no nickname: the member chose it, and the mail address may belong to a stranger. */
export const confirmMailMail = (values: { memberId: string; link: string; hours: number }) =>
  mail('メールアドレスの確認', [
    '今宵のアカウントに、このメールアドレスを登録するお申し込みを受け付けました。',
    '次のリンクをひらくと、登録が完了します。',
    '',
    values.link,
    '',
    `お申し込みのアカウント：ID ${values.memberId}`,
    `リンクは${values.hours}時間、1回だけ使えます。何度かお申し込みの場合は、いちばん新しいメールのリンクをおひらきください。`,
    'お心当たりのない場合は、リンクをひらかずにこのメールを破棄してください。',
  ])

export const mailTakenMail = ({ name }: { name: string }) =>
  mail('このメールアドレスは登録済みです', [
    `${name} さん`,
    '',
    'このメールアドレスを別のアカウントに登録するお申し込みがありましたが、すでにあなたのアカウントに登録されています。お申し込みは完了していません。',
    'ご自身で手続きされた場合は、このメールアドレスでログインしてください。パスワードをお忘れのときは、ログイン画面の「メールで再設定する」から再設定できます。',
    'お心当たりのない場合は、何もする必要はありません。アカウントはそのままです。',
  ])

interface SecurityFacts {
  name: string
  deviceName: string
  at: string
}

const securityMail = (
  subject: string,
  { name, deviceName, at }: SecurityFacts,
  { what, next }: { what: string; next: string },
) =>
  mail(subject, [
    `${name} さん`,
    '',
    what,
    '',
    `日時　${at}`,
    `端末　${deviceName}`,
    '',
    'ご本人であれば、そのままご利用いただけます。',
    next,
  ])

/** `until`: the last day of a return; null for a member without a recovery method. */
export const accountClosedMail = ({ name, until }: { name: string; until: string | null }) =>
  mail('退会のお手続きを受け付けました', [
    `${name} さん`,
    '',
    '退会のお手続きを受け付けました。これまでのご利用、ありがとうございました。',
    'プロフィールはすぐに見えなくなり、すべての端末からログアウトしました。',
    ...(until === null
      ? ['30日後に、お名前やメッセージなどの情報を消去します。']
      : [
          `${until}までは、ログインして「退会を取り消す」を押すと、元どおりご利用いただけます。`,
          'それを過ぎると、お名前やメッセージなどの情報を消去し、元に戻せなくなります。',
        ]),
    'お心当たりのない場合は、すぐにログインして退会を取り消し、パスワードを変更してください。',
  ])

/** Security alerts to the owner of an account. */
export const securityMails = {
  newSignIn: (facts: SecurityFacts) =>
    securityMail('新しい端末でログインがありました', facts, {
      what: 'はじめての端末で、アカウントにログインがありました。',
      next: 'お心当たりのない場合は、マイページの「ログインと安全」でその端末をログアウトし、パスワードを変更してください。',
    }),
  recoveryCodeCreated: (facts: SecurityFacts) =>
    securityMail('復旧コードが作成されました', facts, {
      what: '新しい復旧コードが作成されました。以前のコードは使えなくなりました。',
      next: 'お心当たりのない場合は、マイページの「ログインと安全」でほかの端末をログアウトし、復旧コードを作り直してください。',
    }),
  recoveryCodeUsed: (facts: SecurityFacts) =>
    securityMail('復旧コードでログインがありました', facts, {
      what: '復旧コードでログインがありました。使われたコードは、もう使えません。',
      next: 'お心当たりのない場合は、マイページの「ログインと安全」でその端末をログアウトし、復旧コードを作り直してください。',
    }),
  passkeyAdded: (facts: SecurityFacts) =>
    securityMail('パスキーが追加されました', facts, {
      what: 'パスキーが追加されました。これからは、このパスキーでもログインできます。',
      next: 'お心当たりのない場合は、マイページの「ログインと安全」でこのパスキーを削除し、ほかの端末をログアウトしてください。',
    }),
  passkeyDeleted: (facts: SecurityFacts) =>
    securityMail('パスキーが削除されました', facts, {
      what: 'パスキーが削除されました。このパスキーでは、もうログインできません。',
      next: 'お心当たりのない場合は、マイページの「ログインと安全」でほかの端末をログアウトし、パスワードを変更してください。',
    }),
  googleLinked: (facts: SecurityFacts) =>
    securityMail('Googleアカウントが連携されました', facts, {
      what: 'Googleアカウントが連携されました。これからは、このGoogleアカウントでもログインできます。',
      next: 'お心当たりのない場合は、マイページの「ログインと安全」で連携を解除し、ほかの端末をログアウトしてください。',
    }),
  googleUnlinked: (facts: SecurityFacts) =>
    securityMail('Googleアカウントの連携が解除されました', facts, {
      what: 'Googleアカウントの連携が解除されました。このGoogleアカウントでは、もうログインできません。',
      next: 'お心当たりのない場合は、マイページの「ログインと安全」でほかの端末をログアウトし、パスワードを変更してください。',
    }),
  phoneChanged: (facts: SecurityFacts) =>
    securityMail('電話番号が変更されました', facts, {
      what: 'アカウントの電話番号が、別の番号に変更されました。',
      next: 'お心当たりのない場合は、マイページの「ログインと安全」でほかの端末をログアウトし、電話番号をご確認ください。',
    }),
  phoneRemoved: (facts: SecurityFacts) =>
    securityMail('電話番号が削除されました', facts, {
      what: 'アカウントの電話番号が削除されました。',
      next: 'お心当たりのない場合は、マイページの「ログインと安全」でほかの端末をログアウトし、電話番号をご確認ください。',
    }),
  passwordChanged: (facts: SecurityFacts) =>
    securityMail('パスワードが変更されました', facts, {
      what: 'パスワードが変更されました。安全のため、変更した端末のほかはすべてログアウトしました。',
      next: 'お心当たりのない場合は、すぐにログイン画面の「メールで再設定する」から再設定してください。',
    }),
  /** To the account's previous address. */
  mailChanged: (facts: SecurityFacts) =>
    securityMail('メールアドレスが変更されました', facts, {
      what: 'ログインに使うメールアドレスが変更されました。今後、このメールアドレスではログインできません。',
      next: 'お心当たりのない場合は、すぐにアプリの「お問い合わせ」からご連絡ください。',
    }),
}

/** `until`: the last day of the download. */
export const dataExportReadyMail = ({ name, until }: { name: string; until: string }) =>
  mail('データの控えができました', [
    `${name} さん`,
    '',
    'ご依頼のデータの控えができました。',
    'マイページの「データの控え」から、ダウンロードできます。',
    `${until}を過ぎると消去します。`,
    'お心当たりのない場合は、すぐにパスワードを変更してください。',
  ])
