import { expect, test } from '#test/helpers/e2e.ts'
import { addCaller } from '../own-people.ts'
import { card, expectNoOverflow, inBothThemes, logIn, people } from './people-steps.ts'

test('hides a broadcaster from home after a block on the profile, until it is lifted', async ({
  page,
  app,
  axe,
}) => {
  const { mio } = people
  const caller = await addCaller(app, '落ち着きたい人')
  await logIn(page, caller)
  await expect(card(page, mio.name).first()).toBeVisible()
  await page.goto(`/profile/unbroadcaster/${mio.id}`)
  await page.getByRole('button', { name: 'ブロック・通報' }).click()
  const menu = page.getByRole('dialog', { name: `${mio.name}さん` })
  await expect(menu).toBeVisible()
  await inBothThemes(page, axe)

  await menu.getByRole('button', { name: '通報する' }).click()
  const form = page.getByRole('dialog', { name: `${mio.name}さんを通報` })
  await expectNoOverflow(page)
  await inBothThemes(page, axe)
  await form.getByRole('radio', { name: '連絡先の交換をせまる' }).check()
  await form.getByLabel('くわしい内容').fill('LINEを何度も聞かれました。')
  await form.getByRole('button', { name: '通報する' }).click()
  await expect(page.getByText('通報しました', { exact: true })).toBeVisible()

  // The toast leaves the buttons of the page's bar free, and goes when one of them is pressed, as long as a finger
  // does: what it slides over on its way out is pressed all the same.
  await page.getByRole('button', { name: 'ブロック・通報' }).click({ delay: 200 })
  await expect(page.getByText('通報しました', { exact: true })).toBeHidden()
  await menu.getByRole('button', { name: 'ブロックする' }).click()
  const question = page.getByRole('alertdialog', { name: `${mio.name}さんをブロックしますか？` })
  await expect(question).toBeVisible()
  await inBothThemes(page, axe)
  await question.getByRole('button', { name: 'ブロックする' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText(`${mio.name}さんをブロックしました`)).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(card(page, mio.name)).toHaveCount(0)
  await page.goto(`/profile/unbroadcaster/${mio.id}`)
  await expect(page.getByRole('heading', { name: 'プロフィールを表示できません' })).toBeVisible()

  await page.goto('/my-page/blocks')
  const blocked = page.getByRole('listitem').filter({ hasText: mio.name })
  await expect(blocked).toBeVisible()
  await expectNoOverflow(page)
  await inBothThemes(page, axe)
  await blocked.getByRole('button', { name: `${mio.name}さんのブロックを解除` }).click()
  await expect(page.getByText('ブロックした人はいません')).toBeVisible()
  await page.goto('/')
  await expect(card(page, mio.name).first()).toBeVisible()
})
