import { expect, type Page, test } from '#test/helpers/e2e.ts'

/** A finger that moves from one x to another, as the browser receives it from the screen. */
const swipe = async (page: Page, fromX: number, toX: number) => {
  const client = await page.context().newCDPSession(page)
  const y = 400
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] })
  await touch('touchStart', fromX)
  for (let step = 1; step <= 4; step += 1) await touch('touchMove', fromX + ((toX - fromX) * step) / 4)
  await touch('touchEnd')
  await client.detach()
}

const openSignup = async (page: Page) => {
  await page.goto('/login')
  await page.getByRole('button', { name: '無料ではじめる' }).click()
  await expect(page).toHaveURL('/signup')
}

test('goes back after a swipe from the left edge', async ({ page }) => {
  await openSignup(page)
  await swipe(page, 20, 180)
  await expect(page).toHaveURL('/login')
})

test('stays after a swipe that starts inside, is short, or goes left', async ({ page }) => {
  await openSignup(page)
  await swipe(page, 60, 300)
  await swipe(page, 20, 110)
  await swipe(page, 200, 20)
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(page).toHaveURL('/signup')
})

test('has no swipe-back on the tabs', async ({ page }) => {
  await page.goto('/login')
  await page.goto('/')
  await swipe(page, 20, 300)
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(page).toHaveURL('/')
})
