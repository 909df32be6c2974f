import { hashPassword } from '#server/credentials/passwords.ts'
import { expect, test } from '#test/helpers/e2e.ts'
import { addCaller } from '../own-people.ts'

test('a member who forgot the password sets a new one by a mailed link, which opens once', async ({
  page,
  app,
  axe,
}) => {
  const { id, mail } = await addCaller(app, 'わすれんぼ')
  await app.database.db
    .updateTable('member')
    .set({ password_hash: await hashPassword('mukashi-no-uta') })
    .where('id', '=', id)
    .execute()
  await page.goto('/login')
  await page.getByRole('button', { name: 'パスワードを忘れた方' }).click()
  await page.getByRole('button', { name: 'パスワードを再設定する' }).click()
  await expect(page.getByRole('heading', { name: 'パスワードの再設定' })).toBeVisible()
  await page.getByLabel('メールアドレス').fill('taro')
  await page.getByRole('button', { name: 'メールを送る' }).click()
  await expect(page.getByText('正しいメールアドレスを入力してください。')).toBeVisible()
  await page.getByLabel('メールアドレス').fill(mail)
  await page.getByRole('button', { name: 'メールを送る' }).click()
  await expect(page.getByRole('status').filter({ hasText: '再設定のメールをお送りしました' })).toBeVisible()
  await axe(page)

  const link = async () => {
    const rows = await app.database.sql`SELECT body FROM outgoing_mail WHERE member_id = ${id}`
    return /http\S+/.exec(String(rows[0]?.body ?? ''))?.[0] ?? ''
  }
  await expect.poll(link).toContain('/reset-password#')
  const address = await link()
  await page.goto(address)
  await expect(page).toHaveURL(/\/reset-password$/)
  const field = page.getByLabel('新しいパスワード')
  await field.fill('password')
  await page.getByRole('button', { name: 'パスワードを変更する' }).click()
  await expect(page.getByText('推測されやすいパスワードです。')).toBeVisible()
  await field.fill('atarashii-uta')
  await page.getByRole('button', { name: 'パスワードを変更する' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'パスワードを変更しました' })).toBeVisible()
  await page.getByRole('button', { name: 'ログインする' }).click()
  await page.getByLabel('メールアドレス').fill(mail)
  await page.getByLabel('パスワード').fill('atarashii-uta')
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await expect(page).toHaveURL('/')

  await page.goto(address)
  await page.getByLabel('新しいパスワード').fill('mouichido-uta')
  await page.getByRole('button', { name: 'パスワードを変更する' }).click()
  await expect(page.getByText('このリンクは期限が切れているか')).toBeVisible()
})
