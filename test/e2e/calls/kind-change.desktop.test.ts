import { expect, test } from '#test/helpers/e2e.ts'
import { bothOf, closeBrowsers } from '#test/helpers/people-in-browsers.ts'
import { answer, carriedSegments, dial, ended, hangUp, lastReceipt, timer } from './call-steps.ts'

test.afterEach(closeBrowsers)

test('a voice call becomes a video call when the caller agrees to the price, and costs it from the next increment', async ({
  browser,
  app,
  axe,
}) => {
  const { caller, broadcaster } = await bothOf(browser, app, 1, 1)
  await dial(caller, broadcaster, '音声通話')
  await answer(broadcaster.page).click()
  await expect(timer(caller.page)).toBeVisible()
  // A voice call shows the partner's portrait, on a phone and on a desktop.
  const portrait = caller.page.locator('[data-night-screen] img[width="480"]')
  await expect(portrait).toBeInViewport()
  await caller.page.setViewportSize({ width: 390, height: 844 })
  await expect(portrait).toBeInViewport()
  const wish = broadcaster.page.getByRole('button', { name: /^ビデオに切り替える（報酬 [\d,]+pt\/分）$/ })
  await wish.click()
  const question = caller.page.getByRole('region', { name: 'ビデオへの切り替え' })
  await expect(question).toBeVisible()
  await axe(caller.page)
  expect((await caller.seenFrames()).count).toBe(0)
  const agree = question.getByRole('button', { name: /^ビデオに切り替える（[\d,]+pt\/分）$/ })
  const price = Number((await agree.textContent())?.match(/([\d,]+)pt/)?.[1]?.replace(',', ''))
  await agree.click()
  for (const person of [caller, broadcaster])
    await expect.poll(async () => (await person.seenFrames()).count).toBeGreaterThan(80)
  await hangUp(caller.page)
  await expect(ended(caller.page)).toBeVisible()
  const receipt = await lastReceipt(caller)
  const { points } = receipt
  const carried = carriedSegments(receipt)
  expect(carried.map(({ carries }) => carries)).toEqual(['voice', 'video'])
  const [voice, video] = carried
  expect(video?.pointsPerMin).toBe(price)
  expect(voice?.pointsPerMin).toBeLessThan(price)
  expect(points).toBe((voice?.points ?? 0) + (video?.points ?? 0))
  expect(video?.points).toBeGreaterThan(0)
})
