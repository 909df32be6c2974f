import { expect, type Page, test } from '#test/helpers/e2e.ts'
import {
  bothOf,
  callerLogin,
  closeBrowsers,
  openBrowserOf,
  type PersonInBrowser,
} from '#test/helpers/people-in-browsers.ts'

const outgoing = (kind: 'video' | 'voice', partnerId: string) =>
  `/outgoing/${kind}-call?partnerId=${partnerId}`
const answer = (page: Page) => page.getByRole('button', { name: /応答する/ })
const timer = (page: Page) => page.getByRole('timer', { name: '通話時間' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const price = (page: Page) => page.getByRole('button', { name: /pt\/分/ })

test.afterEach(closeBrowsers)

const dial = async (from: PersonInBrowser, to: PersonInBrowser, kind: 'video' | 'voice' = 'video') => {
  await from.page.goto(outgoing(kind, to.id))
  await price(from.page)
    .or(from.page.getByRole('button', { name: /通話をかける/ }))
    .click()
}

const connected = async (
  caller: PersonInBrowser,
  broadcaster: PersonInBrowser,
  kind: 'video' | 'voice' = 'video',
) => {
  await dial(caller, broadcaster, kind)
  await answer(broadcaster.page).click()
  await expect(timer(caller.page)).toBeVisible()
}

test('shows the price on an address opened by hand, and rings only after a press on it @phone', async ({
  browser,
  app,
  axe,
}) => {
  const { caller, broadcaster } = await bothOf(browser, app, 0, 10, '/base')
  const requests: string[] = []
  caller.page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await caller.page.goto(outgoing('video', broadcaster.id))
  await expect(price(caller.page)).toContainText('200')
  await axe(caller.page)
  expect(requests).not.toContain('/api/send-call-request')

  await price(caller.page).click()
  await expect(caller.page.getByRole('heading', { name: '呼び出しています' })).toBeVisible()
  await axe(caller.page)
  await expect(answer(broadcaster.page)).toBeVisible()

  // A reload gives the ring up and starts none by itself.
  await caller.page.reload()
  await expect(broadcaster.page.getByRole('dialog')).toContainText('お相手が発信を取り消しました。')
  await button(broadcaster.page, '閉じる').last().click()
  await expect(price(caller.page)).toContainText('200')
  expect(requests.filter((path) => path === '/api/send-call-request')).toHaveLength(1)

  await price(caller.page).click()
  await expect(answer(broadcaster.page)).toBeVisible()
  await button(caller.page, '発信をやめる').click()
  await expect(caller.page.getByRole('dialog')).toContainText('発信を取り消しました。')
  await axe(caller.page)
  await expect(broadcaster.page.getByRole('dialog')).toContainText('お相手が発信を取り消しました。')
})

test('rings at once after a tap on the profile’s price, and ends one step back from the page before @phone', async ({
  browser,
  app,
}) => {
  const { caller, broadcaster } = await bothOf(browser, app, 1, 11, '/base')
  await caller.page.goto('/search')
  await caller.page.locator(`a[href="/profile/unbroadcaster/${broadcaster.id}"]`).first().click()
  await expect(caller.page).toHaveURL(/\/profile\/unbroadcaster\//)
  // The address comes before the page: until then the cards of the search have such links.
  const video = caller.page.getByRole('link', { name: /ビデオ/ })
  await expect(video).toHaveCount(1)
  await video.click()
  await expect(caller.page.getByRole('heading', { name: '呼び出しています' })).toBeVisible()
  await expect(answer(broadcaster.page)).toBeVisible()
  // Leaving a ring asks first, and staying keeps it.
  await caller.page.goBack()
  const confirmation = caller.page.getByRole('dialog', { name: '発信をやめますか？' })
  await confirmation.getByRole('button', { name: '発信を続ける' }).click()
  await expect(answer(broadcaster.page)).toBeVisible()
  await caller.page.goBack()
  await confirmation.getByRole('button', { name: '発信をやめる' }).click()
  await expect(caller.page).toHaveURL(/\/profile\/unbroadcaster\//)
  await expect(answer(broadcaster.page)).toBeHidden()
  await button(caller.page, '閉じる').last().click()
  await caller.page.goBack()
  await expect(caller.page).toHaveURL('/search')
})

test('receives the ring and the state of the call by polling without the socket', { tag: '@phone' }, async ({
  browser,
  app,
}) => {
  const { caller, broadcaster } = await bothOf(browser, app, 2, 12, '/base')
  for (const { page } of [caller, broadcaster]) {
    await page.route('**/api/socket/**', (route) => route.abort())
    await page.routeWebSocket('**/api/socket/**', (socket) => socket.close())
  }
  // A ring ends after 30 s: it begins when the page without the socket asks for rings.
  const hasAsked = broadcaster.page.waitForResponse('**/api/check-incoming-call')
  await broadcaster.page.reload()
  await hasAsked
  await connected(caller, broadcaster)
  await button(broadcaster.page, '通話を終える').click()
  await expect(caller.page.getByRole('dialog')).toContainText('お相手が通話を終了しました。')
})

test('leads back to a ring that was left, shows others that both talk, and keeps the call in a bar @phone', async ({
  browser,
  app,
  axe,
}) => {
  const { caller, broadcaster } = await bothOf(browser, app, 0, 13, '/base')
  await caller.page.goto('/my-page')
  await dial(broadcaster, caller, 'voice')
  await expect(answer(caller.page)).toContainText('140')
  await axe(caller.page)
  await caller.page.goBack()
  await expect(caller.page).toHaveURL('/my-page')
  await axe(caller.page)
  await caller.page.getByRole('link', { name: '着信画面へ' }).click()
  await answer(caller.page).click()
  await expect(timer(caller.page)).toBeVisible()
  await axe(caller.page)
  await axe(broadcaster.page)
  const other = await openBrowserOf(browser, callerLogin(1))
  await other.page.goto(`/profile/unbroadcaster/${broadcaster.id}`)
  await expect(other.page.getByText('通話中').first()).toBeVisible()

  await button(caller.page, 'メッセージ').click()
  await caller.page.getByRole('textbox', { name: 'メッセージ' }).fill('聞こえますか？')
  await button(caller.page, '送信').click()
  await expect(button(broadcaster.page, '新着あり')).toBeVisible()
  await axe(caller.page)
  await button(caller.page, 'トークを閉じる').click()

  await caller.page.goBack()
  await expect(caller.page).toHaveURL('/my-page')
  const bar = caller.page.getByRole('region', { name: '続いている通話' })
  const sound = bar.locator('video')
  await expect(timer(caller.page)).not.toHaveText('00:00')
  expect(await sound.evaluate((element: HTMLVideoElement) => element.paused)).toBe(false)
  await axe(caller.page)
  await bar.getByRole('link', { name: /通話に戻る/ }).click()
  await expect(caller.page).toHaveURL(/\/incoming\/voice-call\/\d+$/)
  await expect(timer(caller.page)).toBeVisible()

  await button(caller.page, '小さい画面にする').click()
  await expect(caller.page).toHaveURL('/my-page')
  await button(caller.page, '通話を終える').click()
  const confirmation = caller.page.getByRole('dialog', { name: '音声通話を終えますか？' })
  await expect(confirmation).toContainText('ポイントがかかるのは、ここまでの分だけです。')
  await axe(caller.page)
  await confirmation.getByRole('button', { name: '通話を終える' }).click()
  await expect(caller.page.getByRole('dialog')).toContainText('音声通話を終了しました。')
  await expect(caller.page).toHaveURL('/my-page')
})

test('offers the call again after a reload, and on another page', { tag: '@phone' }, async ({
  browser,
  app,
}) => {
  const { caller, broadcaster } = await bothOf(browser, app, 1, 14, '/base')
  await connected(caller, broadcaster)
  await caller.page.reload()
  await expect(timer(caller.page)).toBeVisible()
  await caller.page.goto('/')
  await expect(broadcaster.page.getByText('再接続しています')).toBeVisible()
  await caller.page.getByRole('link', { name: '通話に戻る' }).click()
  await expect(timer(caller.page)).toBeVisible()
  await expect(broadcaster.page.getByText('再接続しています')).toBeHidden()
  await button(caller.page, '通話を終える').click()
  await expect(broadcaster.page.getByRole('dialog')).toContainText('お相手が通話を終了しました。')
})

test('opens no camera that was switched off before the call, until it is switched on', {
  tag: '@phone',
}, async ({ browser, app }) => {
  const { caller, broadcaster } = await bothOf(browser, app, 0, 15, '/base')
  await caller.page.addInitScript(() => {
    const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    const wishes: string[] = []
    Object.assign(window, { wishes })
    navigator.mediaDevices.getUserMedia = (wish) => {
      wishes.push(Object.keys(wish ?? {}).join())
      return real(wish)
    }
  })
  const wishes = () => caller.page.evaluate(() => (window as unknown as { wishes: string[] }).wishes)
  await caller.page.goto(outgoing('video', broadcaster.id))
  await button(caller.page, 'カメラ').click()
  await price(caller.page).click()
  await button(caller.page, 'ミュート').click()
  await answer(broadcaster.page).click()
  await expect(timer(caller.page)).toBeVisible()
  await expect(button(caller.page, 'ミュート中')).toHaveAttribute('aria-pressed', 'true')
  await expect(broadcaster.page.getByText('お相手のカメラがオフです')).toBeVisible()
  expect(await wishes()).toEqual(['audio'])
  await button(caller.page, 'カメラオフ').click()
  await expect(broadcaster.page.getByText('お相手のカメラがオフです')).toBeHidden()
  expect(await wishes()).toEqual(['audio', 'video'])
  await button(caller.page, '通話を終える').click()
  await expect(caller.page.getByRole('dialog')).toContainText('通話時間')
})

test('explains a refused microphone, and tries it again', { tag: '@phone' }, async ({
  browser,
  app,
  axe,
}) => {
  const { caller, broadcaster } = await bothOf(browser, app, 1, 16, '/base')
  await caller.page.addInitScript(() => {
    const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    Object.assign(window, { isAllowed: false })
    navigator.mediaDevices.getUserMedia = async (wish) => {
      if ('isAllowed' in window && window.isAllowed) return await real(wish)
      throw new DOMException('refused by the test', 'NotAllowedError')
    }
  })
  await dial(caller, broadcaster, 'voice')
  await expect(caller.page.getByRole('heading', { name: 'マイクの使用が許可されていません' })).toBeVisible()
  await expect(button(caller.page, 'マイクなしで続ける')).toBeHidden()
  await axe(caller.page)
  await caller.page.evaluate(() => Object.assign(window, { isAllowed: true }))
  await button(caller.page, 'もう一度ためす').click()
  await expect(answer(broadcaster.page)).toBeVisible()
  await button(broadcaster.page, '応答しない').click()
  await expect(caller.page.getByRole('dialog')).toContainText('お相手はいま応答できないようです。')
  // The broadcaster goes on where the ring came in between, and reads nothing about it.
  await expect(broadcaster.page).toHaveURL('/base')
  await expect(broadcaster.page.getByRole('dialog')).toBeHidden()
})

test('shows an alert for an unknown partner, and leads home', { tag: '@phone' }, async ({ browser }) => {
  const caller = await openBrowserOf(browser, callerLogin(0))
  await caller.page.goto(outgoing('voice', '99999999'))
  const alert = caller.page.getByRole('alertdialog')
  await expect(alert).toContainText('ユーザー情報の取得に失敗しました。')
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect(caller.page).toHaveURL('/')
})
