/** The two pages that v4 renders itself; everything else happens in the app. They work without JavaScript. */
const page = (title: string, content: string): string => `<!doctype html>
<html lang="ja">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} | Koyoi</title>
<main>
<h1>${title}</h1>
${content}
</main>
</html>
`

/** @param csrfToken hexadecimal, so it needs no escaping */
export const signOutPage = (csrfToken: string): string =>
  page(
    'ログアウト',
    `<p>ログアウトしますか？</p>
<form method="post" action="/api/auth/signout">
<input type="hidden" name="csrfToken" value="${csrfToken}">
<input type="hidden" name="callbackUrl" value="/">
<button>ログアウト</button>
</form>
<p><a href="/">ホームへ戻る</a></p>`,
  )

export const verifyRequestPage = (): string =>
  page(
    'メールをご確認ください',
    `<p>ログイン用のリンクをメールでお送りしました。</p>
<p><a href="/">ホームへ戻る</a></p>`,
  )
