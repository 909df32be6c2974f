import { expect, test } from '#test/helpers/e2e.ts'
import { expectNoOverflow, inBothThemes } from '../people/people-steps.ts'
import { openFromMenu, signInOperator } from './operator-steps.ts'

test('an operator passes an item by the keyboard, and finds what a removal does', async ({
  page,
  app,
  axe,
}) => {
  test.slow()
  await signInOperator(page, app)
  await openFromMenu(page, '作品の審査')
  await expect(page.getByRole('heading', { name: '空へのぼる灯', level: 2 })).toBeVisible()
  await expect(page.getByText(/動画 0:04/)).toBeVisible()
  const video = page.locator('video')
  await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.readyState)).toBeGreaterThan(0)
  await page.keyboard.press('a')
  await expect(page.getByRole('heading', { name: '夜の稜線', level: 2 })).toBeVisible()
  const picture = page.getByRole('img', { name: '2枚目' })
  await expect
    .poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth))
    .toBeGreaterThan(0)
  await expectNoOverflow(page)
  await inBothThemes(page, axe)
  await page.keyboard.press('j')
  await expect(page.getByText(/3点のうち2点目/)).toBeVisible()
  await page.keyboard.press('k')
  await page.keyboard.press('a')
  await expect(page.getByText(/2点のうち1点目/)).toBeVisible()
  const [passed] = await app.database.sql`select state from gallery_item where title = '夜の稜線'`
  expect(passed).toEqual({ state: 'published' })

  await page.getByRole('link', { name: '作品の情報・削除' }).click()
  await page.getByLabel('メモ').fill('本人からの申し出')
  await page.getByRole('button', { name: '作品を削除する' }).click()
  await expect(page.getByRole('dialog')).toContainText('削除はあとから取り消せません。')
  await page.getByRole('button', { name: 'やめる' }).click()
  await expectNoOverflow(page)
  await inBothThemes(page, axe)
  for (const name of ['ギャラリーの設定', '作品の削除の申し出']) {
    await openFromMenu(page, name)
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await inBothThemes(page, axe)
  }
})
