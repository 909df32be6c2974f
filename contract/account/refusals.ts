/** Refusals of registration, of the ways to sign in and of leaving (refusals.ts). */
export const accountRefusals = {
  nameTooShort: { status: 400, message: '名前は1文字以上で入力してください。' },
  nameTooLong: { status: 400, message: '名前は20文字以内で入力してください。' },
  nameNotShown: { status: 400, message: '名前に使えない文字が含まれています。' },
  nameReserved: {
    status: 400,
    message: '運営とまぎらわしい名前は使えません。別の名前にしてください。',
  },
  alreadyRegistered: { status: 409, message: 'すでに登録されています' },
  signInFailed: { status: 401, message: 'メールアドレスまたはパスワードが違います。' },
  signInTooOften: { status: 429, message: '続けて失敗したため、60秒ほど待ってからお試しください。' },
  mailAddressWrong: { status: 400, message: '正しいメールアドレスを入力してください。' },
  // Not a 5xx: a browser reads its sentence.
  mailUnavailable: {
    status: 409,
    message: 'いまはメールを送れません。お手数ですが、お問い合わせください。',
  },
  resetGone: {
    status: 410,
    message: 'このリンクは期限が切れているか、すでに使われています。もう一度お手続きください。',
  },
  newPasswordMissing: { status: 400, message: 'パスワードを入力してください。' },
  newPasswordTooShort: { status: 400, message: 'パスワードは8文字以上で入力してください。' },
  newPasswordTooLong: { status: 400, message: 'パスワードは128文字以内で入力してください。' },
  newPasswordTooCommon: {
    status: 400,
    message: '推測されやすいパスワードです。別のパスワードを入力してください。',
  },
  newPasswordUnreadable: { status: 400, message: 'パスワードに使えない文字が含まれています。' },
  mailUnchanged: { status: 409, message: 'いまのメールアドレスと同じです。' },
  mailTaken: { status: 409, message: 'このメールアドレスは、ほかのアカウントで使われています。' },
  confirmMailTooOften: {
    status: 429,
    message: '確認メールの送信が続いています。1時間ほどおいてからお試しください。',
  },
  confirmationGone: {
    status: 410,
    message: 'このリンクは期限が切れているか、新しいメールのリンクに替わっています。',
  },
  confirmationUsed: { status: 409, message: 'このメールアドレスの確認は、すでに済んでいます。' },
  demoAccountFixed: { status: 409, message: 'デモ用のアカウントでは変更できません。' },
  recoveryCodeWrong: { status: 401, message: '復旧コードが違うか、すでに使われています。' },
  passwordWrong: { status: 400, message: 'パスワードが違います。' },
  passkeysUnavailable: { status: 409, message: 'このアドレスではパスキーを使えません。' },
  passkeysFull: {
    status: 409,
    message: 'パスキーは10件まで登録できます。使わないものを削除してからお試しください。',
  },
  passkeyNotTaken: { status: 400, message: 'パスキーを登録できませんでした。もう一度お試しください。' },
  passkeySignInFailed: {
    status: 401,
    message: 'パスキーでログインできませんでした。もう一度試すか、別の方法でログインしてください。',
  },
  passkeyProofFailed: { status: 400, message: 'パスキーで確認できませんでした。もう一度お試しください。' },
  passkeyNameEmpty: { status: 400, message: 'パスキーの名前を入力してください。' },
  passkeyNameTooLong: { status: 400, message: 'パスキーの名前は30文字以内で入力してください。' },
  passkeyIsLastRecoveryMethod: {
    status: 409,
    message: 'このパスキーを削除すると、ログアウトしたあと、このアカウントに戻れなくなります。',
  },
  // Not a 5xx: a browser reads its sentence.
  googleUnavailable: {
    status: 409,
    message: 'いまはGoogleに接続できません。時間をおいてからお試しください。',
  },
  googleLinkedAlready: { status: 409, message: 'Googleアカウントは、すでに連携されています。' },
  googleNotLinked: { status: 409, message: 'Googleアカウントは連携されていません。' },
  googleIsLastRecoveryMethod: {
    status: 409,
    message: '連携を解除すると、ログアウトしたあと、このアカウントに戻れなくなります。',
  },
  // Not a 5xx: a browser reads its sentence.
  smsUnavailable: { status: 409, message: 'いまはSMSを送れません。時間をおいてからお試しください。' },
  phoneNumberWrong: {
    status: 400,
    message: '日本の携帯電話番号（060・070・080・090で始まる11桁）を入力してください。',
  },
  phoneVerifiedAlready: { status: 409, message: 'この電話番号は、すでに確認済みです。' },
  phoneCodeTooOften: {
    status: 429,
    message: 'コードの送信が続いています。しばらく時間をおいてからお試しください。',
  },
  phoneCodeMalformed: { status: 400, message: '6桁の数字を入力してください。' },
  phoneCodeWrong: { status: 400, message: 'コードが違います。もう一度お確かめください。' },
  phoneCodeGone: {
    status: 410,
    message: 'このコードは使えなくなりました。新しいコードを送ってください。',
  },
  phoneTaken: {
    status: 409,
    message:
      'この電話番号は、別のアカウントで使われています。そのアカウントで番号を解除するか、お問い合わせください。',
  },
  identityProofNeeded: { status: 403, message: '安全のため、ご本人の確認が必要です。' },
  accountClosed: { status: 403, message: '退会の手続き中です。ご利用になるには、退会を取り消してください。' },
  accountOpen: { status: 409, message: '退会の手続きはされていません。' },
  quitInCall: { status: 409, message: '通話中、または呼び出し中です。通話を終えてからお手続きください。' },
  quitOrderOpen: {
    status: 409,
    message: '終わっていないご購入があります。購入の履歴でご確認のうえ、終わってからお手続きください。',
  },
  quitPayoutOpen: {
    status: 409,
    message: '申請中の報酬の支払いがあります。支払いが終わってからお手続きください。',
  },
  quitEarningsLeft: {
    status: 409,
    message:
      '受け取っていない報酬があります。先に支払いを申請するか、残したまま退会することをお選びください。',
  },
  quitCommentTooLong: { status: 400, message: 'ご意見は500文字以内で入力してください。' },
  exportTooSoon: { status: 429, message: 'データの控えは、1日に1回お申し込みいただけます。' },
  exportGone: { status: 410, message: 'ダウンロードの期限が切れています。画面からもう一度お試しください。' },
  quitFinal: { status: 410, message: '30日を過ぎたため、退会を取り消せません。' },
  registrationTooOften: {
    status: 429,
    message: '登録が続いています。しばらく時間をおいてからお試しください。',
  },
} as const satisfies Record<string, { status: number; message: string }>
