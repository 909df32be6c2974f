import { expect, type Page, test } from '#test/helpers/e2e.ts'
import { addConversation } from '../chat/chat-rows.ts'
import { addCaller } from '../own-people.ts'
import { expectNoOverflow, inBothThemes, logIn, people } from './people-steps.ts'
import { ended, endedCall, leaveBehind, review } from './review-steps.ts'

const { mio } = people
const menuOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `${name}さんをブロック・通報`, exact: true })

/** Expects the control to be large enough for a thumb, wherever its icon is. */
const expectTarget = async (page: Page) => {
  const box = await menuOf(page, mio.name).first().boundingBox()
  expect(box?.width).toBeGreaterThanOrEqual(44)
  expect(box?.height).toBeGreaterThanOrEqual(44)
}

test('has the safety control on every list and in both modals after a call', async ({ page, app, axe }) => {
  const caller = await addCaller(app, '静かに暮らす人')
  await logIn(page, caller)
  await addConversation(app, caller.id, mio.id, 1)
  const call = await endedCall(app, caller.id, mio.id, 75)
  const { user } = await (await page.request.get('/api/auth/session')).json()
  await page.request.post('/api/add-bookmark', {
    data: { token: user.token, partnerId: mio.id },
    headers: { origin: app.url },
  })

  for (const path of ['/', '/search', '/conversation/all', '/my-page/receipts', '/my-page/favourites'])
    await test.step(path, async () => {
      await page.goto(path)
      await expect(menuOf(page, mio.name).first()).toBeVisible()
      await expectTarget(page)
      await expectNoOverflow(page)
      await inBothThemes(page, axe)
    })

  await leaveBehind(page, call)
  await page.reload()
  for (const modal of [review(page), ended(page)]) {
    await expect(modal.getByRole('button', { name: 'ブロック・通報' })).toBeVisible()
    await inBothThemes(page, axe)
    await modal.getByRole('button', { name: '閉じる' }).first().click()
  }

  await menuOf(page, mio.name).click()
  await page
    .getByRole('dialog', { name: `${mio.name}さん` })
    .getByRole('button', { name: 'ブロックする' })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'ブロックする' }).click()
  await expect(menuOf(page, mio.name)).toHaveCount(0)
  await expect(page).toHaveURL('/my-page/favourites')
})
