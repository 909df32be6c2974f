import { expect, test } from '#test/helpers/e2e.ts'
import { signIn } from '#test/helpers/people-in-browsers.ts'
import { addCaller } from '../own-people.ts'
import { card, expectNoOverflow, inBothThemes, people } from './people-steps.ts'

test('finds by words and filters from the address, goes back, and calls', async ({ page, app, axe }) => {
  await signIn(page, await addCaller(app, '蒼'))
  await page.goto('/')
  await page.getByRole('link', { name: 'さがす', exact: true }).filter({ visible: true }).click()
  const results = page.getByRole('region', { name: '結果' })
  const count = results.getByRole('status').filter({ hasNotText: '読み込み中' })
  await expect(results.getByRole('article').first()).toBeVisible()
  await expect(count).toHaveText(/^\d+人$/)
  await expectNoOverflow(page)
  await inBothThemes(page, axe)

  await page.getByRole('searchbox').pressSequentially('ﾐｵ')
  await expect(page).toHaveURL(/\?q=/)
  await page.getByRole('button', { name: '音声', exact: true }).click()
  await expect(page).toHaveURL(/&kind=voice$/)
  const mio = card(page, people.mio.name)
  await expect(mio.getByRole('link', { name: /音声.*140.*発信/ })).toBeVisible()

  await page.getByRole('button', { name: /^条件/ }).click()
  const sheet = page.getByRole('dialog', { name: '条件でさがす' })
  await sheet.getByRole('button', { name: '150pt/分まで' }).click()
  await sheet.getByText('よく使われるタグ').click()
  await sheet.getByRole('button', { name: /^着物/ }).click()
  await sheet.getByRole('group', { name: '地域' }).getByText('関東').click()
  await sheet.getByRole('button', { name: '東京', exact: true }).click()
  await expect(sheet.getByRole('button', { name: '1人を見る' })).toBeVisible()
  await axe(page)
  await sheet.getByRole('button', { name: '1人を見る' }).click()
  await expect(page).toHaveURL(/price=150&region=.*tag=/)
  await expect(count).toHaveText('1人')
  // A phone's window grows with a page that is too wide.
  expect(await page.evaluate(() => window.innerWidth)).toBe(page.viewportSize()?.width)

  await mio.getByRole('link', { name: people.mio.name, exact: true }).click()
  await expect(page.getByRole('heading', { name: people.mio.name, level: 1 })).toBeVisible()
  await page.goBack()
  await expect(count).toHaveText('1人')
  await page.goBack()
  await expect(page).toHaveURL(/kind=voice$/)
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/search')
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await page.goForward()
  await expect(page.getByRole('searchbox')).toHaveValue('ﾐｵ')

  await page.goto(`/search?q=${encodeURIComponent('みお')}&tag=${encodeURIComponent('英語')}`)
  await expect(page.getByRole('heading', { name: '条件に合う人が見つかりません' })).toBeVisible()
  await axe(page)
  await page.getByRole('button', { name: '条件をすべて外す' }).click()
  await mio.getByRole('link', { name: /ビデオ.*200.*発信/ }).click()
  await expect(page).toHaveURL(new RegExp(`video-call.*${people.mio.id}`))
})

test('loads the next page while scrolling, and shows the very same place after a profile', async ({
  page,
}) => {
  await page.route('**/api/search-users', (route) => {
    const body = route.request().postDataJSON() as Record<string, unknown>
    return route.fallback({ postData: JSON.stringify({ ...body, limit: 6 }) })
  })
  await page.goto('/search?sort=newest')
  const cards = page.getByRole('region', { name: '結果' }).getByRole('article')
  await expect(cards.first()).toBeVisible()
  const twelfth = cards.nth(11)
  // With a page below it, the card can be in the middle of the window, where nothing lies over it.
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(cards.nth(12)).toBeAttached({ timeout: 1_000 })
  }).toPass()
  await twelfth.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const top = () => page.evaluate(() => window.scrollY)
  // Where the page is when the card is tapped: it may still be moving before.
  await page.evaluate(() =>
    addEventListener(
      'click',
      ({ target }) => {
        if (target instanceof Element && target.closest('article')) sessionStorage.leftAt = window.scrollY
      },
      true,
    ),
  )
  const leftAt = () => page.evaluate(() => Number(sessionStorage.leftAt))
  const name = (await twelfth.getByRole('link').first().textContent()) ?? ''
  for (const goBack of [() => page.goBack(), () => page.getByRole('button', { name: '戻る' }).click()]) {
    await twelfth.getByRole('link').first().click()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    expect(await leftAt()).toBeGreaterThan(0)
    expect(await top()).toBe(0)
    await goBack()
    await expect(twelfth).toBeInViewport()
    expect(await top()).toBe(await leftAt())
  }
})
