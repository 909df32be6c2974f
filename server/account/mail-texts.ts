/** The sentences of our mails to members. Plain text; no tracking, nothing to load. */

const signature = [
  '――――――――――',
  '今宵（Koyoi）',
  'このメールは送信専用です。お心当たりのない場合は、アプリの「お問い合わせ」からご連絡ください。',
].join('\r\n')

const mail = (subject: string, lines: string[]) => ({
  subject: `【今宵】${subject}`,
  text: [...lines, '', signature, ''].join('\r\n'),
})

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

export const passwordChangedMail = ({ name, at }: { name: string; at: string }) =>
  mail('パスワードが変更されました', [
    `${name} さん`,
    '',
    `${at}に、パスワードが変更されました。`,
    '安全のため、すべての端末からログアウトしました。新しいパスワードでログインしてください。',
    'お心当たりのない場合は、すぐに「パスワードを忘れた方」から再設定してください。',
  ])
