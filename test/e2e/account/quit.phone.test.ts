import { demoPassword } from '#seed/people.ts'
import { expect, test } from '#test/helpers/e2e.ts'
import { signIn } from '#test/helpers/people-in-browsers.ts'
import { addCaller } from '../own-people.ts'

test('a member who leaves is signed out, and may return with everything', async ({ page, app, axe }) => {
  const caller = await addCaller(app, 'たびだち', { paid: 1_200 })
  await signIn(page, caller)
  await page.goto('/quit')
  await expect(page.getByRole('main').getByText('1,200pt')).toBeVisible()
  await page.getByRole('button', { name: '確認へ進む' }).click()
  await expect(page.getByText('退会の理由を選んでください。')).toBeVisible()
  await page.getByLabel('あまり使わなくなった').check()
  await axe(page)
  await page.getByRole('button', { name: '確認へ進む' }).click()
  const question = page.getByRole('alertdialog', { name: '退会しますか？' })
  await expect(question).toBeVisible()
  await axe(page)
  await question.getByRole('button', { name: '退会する' }).click()
  await expect(page.getByRole('heading', { name: '退会のお手続きが終わりました' })).toBeVisible()

  await page.goto('/login')
  await page.getByLabel('メールアドレス').fill(caller.mail)
  await page.getByLabel('パスワード').fill(demoPassword)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await expect(page.getByRole('heading', { name: '退会の手続き中です' })).toBeVisible()
  await expect(page.getByRole('main').getByText('1,200pt')).toBeVisible()
  await axe(page)
  await page.goto('/my-page')
  await page.getByRole('button', { name: '退会を取り消す' }).click()
  await expect(page.getByText('たびだち').first()).toBeVisible()
  await expect(page.getByRole('main').getByText('1,200').first()).toBeVisible()
})
