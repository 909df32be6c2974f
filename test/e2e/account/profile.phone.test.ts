import { expect, test } from '#test/helpers/e2e.ts'
import { addBroadcaster, addCaller } from '../own-people.ts'
import { expectNoOverflow, inBothThemes, logIn } from '../people/people-steps.ts'

test('a member edits the profile: refused, warned, saved, and shown as chosen', async ({
  page,
  app,
  axe,
}) => {
  const broadcaster = await addBroadcaster(app, 'みずほ')
  await logIn(page, await addCaller(app, '名前を変える人'))
  await page.goto('/my-page')
  await page.getByRole('link', { name: 'プロフィールを編集' }).click()
  const name = page.getByLabel('ニックネーム')
  await expect(name).toHaveValue('名前を変える人')
  await name.fill('あ'.repeat(21))
  await page.getByRole('button', { name: '保存する' }).click()
  const alert = page.getByRole('alertdialog')
  await expect(alert).toContainText('名前は20文字以内で入力してください。')
  await alert.getByRole('button', { name: 'OK' }).click()

  await name.fill('夜ふかし')
  await page.getByLabel('地域').selectOption('福岡')
  await page.getByRole('switch', { name: '年齢を表示する' }).click()
  await page.getByLabel('自己紹介').fill('連絡は 090-1234-5678 まで。')
  await page.getByLabel('タグ', { exact: true }).fill('#映画 散歩')
  await page.getByRole('button', { name: '追加', exact: true }).click()
  await expect(page.getByRole('list', { name: '選んだタグ' }).getByRole('listitem')).toHaveCount(2)
  await expectNoOverflow(page)
  await inBothThemes(page, axe)
  await page.getByRole('button', { name: '保存する' }).click()
  await expect(alert).toContainText('連絡先の交換と思われる内容')
  await alert.getByRole('button', { name: 'OK' }).click()
  await page.getByLabel('自己紹介').fill('夜に話しましょう。')
  await page.getByRole('button', { name: '保存する' }).click()
  await expect(page).toHaveURL('/my-page')
  await expect(page.getByRole('main').getByText('夜ふかし')).toBeVisible()

  await page.context().clearCookies()
  await logIn(page, broadcaster)
  const [{ id }] = await app.database.sql<[{ id: string }]>`
    SELECT id FROM member WHERE name = '夜ふかし' ORDER BY created_at DESC LIMIT 1`
  await page.goto(`/profile/unbroadcaster/${id}`)
  await expect(page.getByRole('heading', { name: '夜ふかし' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('福岡')
  await expect(page.getByRole('main')).not.toContainText('30歳')
})
