import { expect, type Page, test, untilLoaded, untilTakenOver } from '#test/helpers/e2e.ts'
import { inBothThemes, logIn, people } from '../people/people-steps.ts'

const nav = (page: Page) => page.getByRole('navigation', { name: 'メイン' }).filter({ visible: true })

const paperColour = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const lightPaper = 'rgb(250, 247, 244)'
const darkPaper = 'rgb(20, 17, 43)'

const markPage = (page: Page) => page.evaluate(() => document.body.setAttribute('data-loaded-before', ''))
const isMarked = (page: Page) => page.evaluate(() => document.body.hasAttribute('data-loaded-before'))

test('shows the tabs whose area exists below on a phone and beside on a desktop, and which one is open', async ({
  page,
  isMobile,
}) => {
  await logIn(page, people.taro)
  await expect(nav(page).getByRole('link')).toHaveText([
    'ホーム',
    'さがす',
    /^トーク/,
    'ベース',
    'ギャラリー',
    /^マイページ/,
  ])
  const width = (await nav(page).boundingBox())?.width
  if (isMobile) expect(width).toBe(page.viewportSize()?.width)
  else expect(width).toBeLessThan(232)
  await expect(nav(page).getByRole('link', { name: 'ホーム' })).toHaveAttribute('aria-current', 'page')
  await nav(page).getByRole('link', { name: 'マイページ' }).click()
  await expect(page).toHaveURL('/my-page')
  await expect(page).toHaveTitle('マイページ｜今宵 Koyoi')
  await expect(nav(page).getByRole('link', { name: 'マイページ' })).toHaveAttribute('aria-current', 'page')
})

test("says in Japanese that a page isn't there", { tag: '@phone' }, async ({ page, axe }) => {
  for (const path of ['/message/nowhere', '/profile/x/y/z', '/nowhere']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'ページが見つかりません' })).toBeVisible()
  }
  await axe(page)
  await page.getByRole('link', { name: 'ホームへ戻る' }).click()
  await expect(page).toHaveURL('/')
})

test('says in Japanese that a screen could not be shown', { tag: '@desktop' }, async ({ page, axe }) => {
  await page.route('**/assets/login-page-*.js', (route) => route.abort())
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'うまく表示できませんでした' })).toBeVisible()
  await axe(page)
  await page.unroute('**/assets/login-page-*.js')
  await page.getByRole('button', { name: '再読み込み' }).click()
  await expect(page.getByRole('heading', { name: 'ログイン' })).toBeVisible()
})

test.describe('the theme', () => {
  test('follows the system', { tag: '@desktop' }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/')
    expect(await paperColour(page)).toBe(lightPaper)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await paperColour(page)).toBe(darkPaper)
  })

  test('can be chosen, and stays chosen after a reload', { tag: '@desktop' }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await logIn(page, people.taro)
    await page.goto('/my-page')
    await page.getByRole('radio', { name: 'ダーク' }).check()
    expect(await paperColour(page)).toBe(darkPaper)
    await page.reload()
    await expect(page.getByRole('radio', { name: 'ダーク' })).toBeChecked()
    expect(await paperColour(page)).toBe(darkPaper)
    await page.getByRole('radio', { name: '自動' }).check()
    expect(await paperColour(page)).toBe(lightPaper)
  })

  // Home itself is looked at in people.test.ts.
  test('passes axe on login, signup and the tutorial in both', async ({ page, axe }) => {
    for (const path of ['/login?error=SessionRequired', '/signup', '/?showTutoModal=true']) {
      await page.goto(path)
      await expect(page.getByRole('heading').first()).toBeAttached()
      await untilLoaded(page)
      await inBothThemes(page, axe)
    }
  })
})

/** domain/shell/native-message.test.ts has the forms of the message. */
test('the native wrapper reloads the page by its message to the window or the document, and by no other', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'ログイン' })).toBeVisible()
  await markPage(page)
  await page.evaluate(() => window.postMessage('SOMETHING_ELSE', '*'))
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(await isMarked(page)).toBe(true)
  const reloadedByWindow = page.waitForEvent('load')
  await page.evaluate(() => window.postMessage({ type: 'PULL_TO_REFRESH' }, '*'))
  await reloadedByWindow
  expect(await isMarked(page)).toBe(false)

  // Before that nobody hears a message.
  await untilTakenOver(page)
  await markPage(page)
  const reloadedByDocument = page.waitForEvent('load')
  await page.evaluate(() => document.dispatchEvent(new MessageEvent('message', { data: 'PULL_TO_REFRESH' })))
  await reloadedByDocument
  expect(await isMarked(page)).toBe(false)
})

test('redirects a profile to the address of this device', async ({ page, viewport }) => {
  const answer = await page.request.post('/api/get-recommended-users', {
    data: { list: 'recommended', limit: 1 },
  })
  const { id } = (await answer.json()).users[0]
  const isPhone = (viewport?.width ?? 0) < 1024
  const [own, other] = isPhone ? ['', 'pc/'] : ['pc/', '']
  await page.goto('/')
  await page.goto(`/profile/unbroadcaster/${other}${id}`)
  await expect(page).toHaveURL(`/profile/unbroadcaster/${own}${id}`)
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('never scrolls sideways, from 320 px on', async ({ page, viewport }) => {
  const widths = (viewport?.width ?? 0) < 1024 ? [320, 360, 390, 430, 768] : [1024, 1280, 1440]
  for (const path of ['/', '/login', '/signup', '/nowhere', '/?showTutoModal=true']) {
    await page.goto(path)
    await untilLoaded(page)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 700 })
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect({ path, width, overflows: overflow > 0 }).toEqual({ path, width, overflows: false })
    }
  }
})

test('moves the focus to the new screen after navigation, for keyboard and screen reader', {
  tag: '@desktop',
}, async ({ page }) => {
  await logIn(page, people.taro)
  await nav(page).getByRole('link', { name: 'マイページ' }).click()
  await expect(page.getByRole('main')).toBeFocused()
  await page.goto('/')
  const skip = page.getByRole('link', { name: '本文へ' })
  // The script has rendered the page: before that a press of Tab finds nothing.
  await expect(skip).toBeAttached()
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
})

test('shows one toast at a time, at most 400 px wide, for 3700 ms', { tag: '@desktop' }, async ({
  page,
  axe,
}) => {
  // Before any page: a clock that goes back in a running page lets React wait for as long as the page has run.
  await page.clock.install()
  await logIn(page, people.taro)
  await page.route('**/api/auth/signout', (route) => route.abort())
  const toast = page
    .locator('[data-sonner-toast][data-visible="true"][data-removed="false"]')
    .filter({ hasText: 'ログアウトできませんでした' })
  const failToLogOut = async () => {
    await nav(page).getByRole('link', { name: 'マイページ' }).click()
    await page.getByRole('button', { name: 'ログアウト' }).click()
    await expect(toast).toHaveCount(1)
  }
  await failToLogOut()
  expect((await toast.boundingBox())?.width).toBeLessThanOrEqual(400)
  await axe(page)
  await failToLogOut()
  // From here on it stands as long as the test lets it.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(1)
  await page.clock.runFor(1_000)
  await expect(toast).toHaveCount(1)
  await page.clock.runFor(2_500)
  await expect(toast).toHaveCount(0)
})
