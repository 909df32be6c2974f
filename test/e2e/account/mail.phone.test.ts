import { expect, test } from '#test/helpers/e2e.ts'
import { signIn } from '../chat/chat-steps.ts'
import { addCaller } from '../own-people.ts'

test('a nickname account gets mail and password, and signs in with them in another browser', async ({
  page,
  app,
  axe,
}) => {
  const person = await addCaller(app, 'ななしのみなと')
  await signIn(page, person)
  const { sql } = app.database
  await sql`UPDATE member SET email = NULL, password_hash = NULL WHERE id = ${person.id}`
  const mail = `minato${person.id}@test.example`

  await page.goto('/my-page/security')
  const reminder = page.getByText('このアカウントは、いまこのブラウザでしか開けません')
  await expect(reminder).toBeVisible()
  await axe(page)
  await page.getByRole('button', { name: 'メールアドレスを登録する' }).click()
  const form = page.getByRole('dialog', { name: 'メールアドレスの登録' })
  await form.getByLabel('メールアドレス').fill('minato')
  await form.getByLabel('パスワード').fill('password')
  await form.getByRole('button', { name: '確認メールを送る' }).click()
  await expect(form.getByText('正しいメールアドレスを入力してください。')).toBeVisible()
  await form.getByLabel('メールアドレス').fill(mail)
  await form.getByRole('button', { name: '確認メールを送る' }).click()
  await expect(form.getByText('推測されやすいパスワードです。')).toBeVisible()
  await axe(page)
  await form.getByLabel('パスワード').fill('minato-no-akari')
  await form.getByRole('button', { name: '確認メールを送る' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByText(mail)).toBeVisible()
  await axe(page)

  const [sent] = await sql`SELECT body FROM outgoing_mail WHERE recipient = ${mail}`
  const link = /http\S+/.exec(String(sent?.body))?.[0] ?? ''
  await page.goto(link)
  await expect(page.getByText('メールアドレスの登録が完了しました。')).toBeVisible()
  await expect(page).toHaveURL(/\/confirm-mail$/)
  await axe(page)
  // Specification 9: new chats are polled again 120 s after this visit.
  await expect
    .poll(() => page.evaluate(() => Date.now() - Number(localStorage.getItem('visitConfirmMailPathTime'))))
    .toBeLessThan(120_000)

  await page.getByRole('link', { name: '設定に戻る' }).click()
  await expect(page.getByText('mi•••@test.example')).toBeVisible()
  await expect(reminder).toBeHidden()
  await sql`UPDATE session SET proved_at = now() - interval '1 hour' WHERE member_id = ${person.id}`
  await page.getByRole('button', { name: 'パスワードを変更' }).click()
  await page.getByLabel('新しいパスワード').fill('minato-no-yoake')
  await page.getByRole('button', { name: 'パスワードを変更する' }).click()
  const proof = page.getByRole('dialog', { name: 'ご本人の確認' })
  await proof.getByLabel('パスワード').fill('minato-no-yoru')
  await proof.getByRole('button', { name: '確認する' }).click()
  await expect(proof.getByText('パスワードが違います。')).toBeVisible()
  await proof.getByLabel('パスワード').fill('minato-no-akari')
  await proof.getByRole('button', { name: '確認する' }).click()
  await expect(page.getByText('パスワードを変更しました')).toBeVisible()

  await page.context().clearCookies()
  await page.goto(link)
  await expect(page.getByText('確認は、すでに済んでいます。')).toBeVisible()
  await page.getByRole('link', { name: 'ログインする' }).click()
  // Specification 2: the contact modal is offered for a forgotten password.
  await page.getByRole('button', { name: 'パスワードを忘れた方' }).click()
  const contact = page.getByRole('dialog', { name: 'お問い合わせ方法を選択' })
  await expect(contact.getByRole('link')).toHaveAttribute('href', /^mailto:support@koyoi\.example\?/)
  await contact.getByRole('button', { name: '閉じる' }).click()
  await page.getByLabel('メールアドレス').fill(mail)
  await page.getByLabel('パスワード').fill('minato-no-yoake')
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/my-page')
  await expect(page.getByText(person.name)).toBeVisible()
})
