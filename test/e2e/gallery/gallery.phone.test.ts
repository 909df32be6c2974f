import { expect, type Page, test } from '#test/helpers/e2e.ts'
import { expectNoOverflow, inBothThemes } from '../people/people-steps.ts'
import { confirm } from '../points/purchase-steps.ts'

/** Scrolls through more than one page of the list: nothing moves but the scroll. */
const expectStillList = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/gallery')
  const items = page.getByRole('main').getByRole('article')
  await expect(items.first()).toBeVisible()
  const first = await items.count()
  await expect(async () => {
    await page.mouse.wheel(0, 700)
    expect(await items.count()).toBeGreaterThan(first)
  }).toPass()
  // The last one isn't asked for: another page may come meanwhile.
  await items.nth(first).scrollIntoViewIfNeeded()
  await expect(items.nth(first).getByRole('link').first()).toBeInViewport()
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([])
}

/** A finger across the middle of the screen, in steps as a phone reports them. */
const swipeLeft = async (page: Page): Promise<void> => {
  const { width = 390, height = 844 } = page.viewportSize() ?? {}
  const touch = await page.context().newCDPSession(page)
  const at = (share: number) => ({ x: Math.round(width * share), y: Math.round(height / 2) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at(0.85)] })
  for (const share of [0.7, 0.55, 0.4, 0.25, 0.15])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at(share)] })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await touch.detach()
}

test('a visitor finds a locked picture, registers, adds points, buys it and sees it opened', async ({
  page,
  axe,
}) => {
  await expectStillList(page)
  await page.getByRole('button', { name: 'おすすめ' }).click()
  await expect(page).toHaveURL(/list=forYou/)
  await page.goto('/gallery?tag=着物')
  await expect(page.getByRole('link', { name: '着物の柄ノート' })).toBeVisible()
  await expectNoOverflow(page)
  await inBothThemes(page, axe)

  // 400 points: more than a registration gives.
  await page.getByRole('link', { name: '着物の柄ノート' }).click()
  await expect(page.getByText('購入するとひらきます')).toBeVisible()
  await expect(page.getByRole('img', { name: /ぼかし/ })).toHaveCount(4)
  await expectNoOverflow(page)
  await page.getByRole('button', { name: '登録して購入する' }).click()
  const registration = page.getByRole('dialog', { name: 'アカウントの作成' })
  await expect(registration).toContainText('登録すると、「着物の柄ノート」の購入へすすみます。')
  await registration.getByRole('button', { name: 'おまかせ' }).click()
  await registration.getByRole('button', { name: '無料ではじめる' }).click()

  await expect(page).toHaveURL(/\/gallery\/[\da-f-]{36}$/)
  await expect(page.getByText('足りないポイント')).toBeVisible()
  await inBothThemes(page, axe)
  const item = new URL(page.url()).pathname
  await page.getByRole('button', { name: 'ポイントを追加する' }).click()
  await page.getByRole('radio', { name: /1,000pt/ }).check()
  await confirm(page, { birthDate: '19900501' })
  await page.getByRole('button', { name: '1,000円(税込)を支払う' }).click()
  await expect(page.getByRole('heading', { name: 'ポイントを購入しました' })).toBeVisible()
  await page
    .getByRole('link', { name: 'もとの画面へ戻る' })
    .or(page.locator(`a[href="${item}"]`))
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`${item}$`))

  await page.getByRole('button', { name: '400ptで購入する' }).click()
  await expect(page.getByText('購入済み')).toBeVisible()
  await page.getByRole('button', { name: '「着物の柄ノート」の1枚目を大きく見る' }).click()
  // The page has the same picture; the keys work once the viewer is there.
  await expect(page.locator('.yarl__slide_image').first()).toBeVisible()
  const picture = page.getByRole('img', { name: '「着物の柄ノート」の1枚目' }).last()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(900)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('img', { name: '「着物の柄ノート」の2枚目' }).last()).toBeInViewport()
  await swipeLeft(page)
  await expect(page.getByRole('img', { name: '「着物の柄ノート」の3枚目' }).last()).toBeInViewport()
  await page.keyboard.press('Escape')
  await inBothThemes(page, axe)

  await page.getByRole('link', { name: '購入の明細' }).click()
  await expect(page.getByRole('heading', { name: 'ギャラリーの明細' })).toBeVisible()
  await expect(page.getByText(/明細番号 \d+/)).toBeVisible()
  await expectNoOverflow(page)
  await inBothThemes(page, axe)
  await page.getByRole('link', { name: '検証ページ' }).click()
  await expect(page.getByRole('heading', { name: '本物の明細です' })).toBeVisible()
  await expect(page.getByText('ギャラリーの画像')).toBeVisible()
  await expect(page.getByText('着物の柄ノート')).toHaveCount(0)
})
