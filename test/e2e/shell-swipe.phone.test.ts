import { expect, type Page, test } from '#test/helpers/e2e.ts'

/** A finger that goes from one x to another, as the browser gets it from the screen. */
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

test('a swipe from the left edge goes back', async ({ page }) => {
  await openSignup(page)
  await swipe(page, 20, 180)
  await expect(page).toHaveURL('/login')
})

test('a swipe that starts inside, or is short, or goes left stays', async ({ page }) => {
  await openSignup(page)
  await swipe(page, 60, 300)
  await swipe(page, 20, 110)
  await swipe(page, 200, 20)
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(page).toHaveURL('/signup')
})

test('the tabs have no swipe-back', async ({ page }) => {
  await page.goto('/login')
  await page.goto('/')
  await swipe(page, 20, 300)
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(page).toHaveURL('/')
})
