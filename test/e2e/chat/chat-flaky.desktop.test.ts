import { once } from 'node:events'
import type { Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { type E2eApp, expect, test } from '#test/helpers/e2e.ts'
import {
  broadcasterLogin,
  closeBrowsers,
  openBrowserOf,
  type PersonInBrowser,
} from '#test/helpers/people-in-browsers.ts'
import { addCaller } from '../own-people.ts'

test.afterEach(closeBrowsers)

/**
 * What happens to a request that sends: it or its answer is lost, it arrives twice, late, or as it should.
 */
const fates = ['lost', 'answerLost', 'twice', 'late', 'well'] as const
const lateMs = 400

/** A network between a page and the app that loses, delays and doubles the requests of chat in turn. */
const makeFlaky = async (page: Page) => {
  const state = { isOffline: false, isCalm: false, requests: 0, events: 0 }
  const sockets = new Set<{ close: () => Promise<void> }>()

  const send = async (route: Route) => {
    state.requests += 1
    const fate = state.isCalm ? 'well' : fates[state.requests % fates.length]
    if (state.isOffline || fate === 'lost') return route.abort('internetdisconnected')
    if (fate === 'twice') await route.fetch()
    const response = await route.fetch()
    if (fate === 'answerLost') return route.abort('connectionreset')
    if (fate === 'late') await once(AbortSignal.timeout(lateMs), 'abort')
    await route.fulfill({ response })
  }
  // A page that is reloaded drops its requests.
  await page.route('**/api/send-text-message', (route) => send(route).catch(() => undefined))
  await page.route(/\/api\/(get-more-messages|mark-reads|upload-image|send-image-from-web)\b/, (route) =>
    state.isOffline ? route.abort('internetdisconnected') : route.fallback(),
  )
  await page.routeWebSocket(/\/api\/socket/, (socket) => {
    if (state.isOffline) return socket.close()
    const server = socket.connectToServer()
    sockets.add(socket)
    server.onMessage((message) => {
      if (state.isOffline) return
      const isChatEvent = String(message).includes('"chat:changed"') && !state.isCalm
      if (isChatEvent) state.events += 1
      const times = isChatEvent ? state.events % 3 : 1
      for (let each = 0; each < times; each += 1) socket.send(message)
    })
  })
  return {
    goOffline: async () => {
      state.isOffline = true
      for (const socket of sockets) await socket.close()
      sockets.clear()
      await page.context().setOffline(true)
    },
    comeBack: async () => {
      state.isOffline = false
      await page.context().setOffline(false)
    },
    calmDown: () => {
      state.isCalm = true
    },
  }
}

const openChat = async (app: E2eApp, person: PersonInBrowser, partnerId: string) => {
  await person.page.goto(`${app.url}/chat/${partnerId}`)
  await expect(person.page.getByRole('textbox', { name: 'メッセージ' })).toBeVisible()
}

const write = async ({ page }: PersonInBrowser, text: string) => {
  await page.getByRole('textbox', { name: 'メッセージ' }).fill(text)
  await page.getByRole('button', { name: '送信', exact: true }).click()
}

const givePicture = async ({ page }: PersonInBrowser) => {
  const picture = sharp({ create: { width: 320, height: 200, channels: 3, background: '#c86432' } })
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'evening.png', mimeType: 'image/png', buffer: await picture.png().toBuffer() })
  await page.getByRole('dialog').getByRole('button', { name: '送信' }).click()
}

/** How much chat data the browser stores for the signed-in member. */
const storedByBrowser = (page: Page): Promise<{ values: number; pictures: number }> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const values = Object.keys(localStorage).filter((key) =>
          /^koyoi-chat:\d+:(draft|outbox):/.test(key),
        ).length
        const opening = indexedDB.open('koyoi-chat', 1)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const counting = opening.result.transaction('pictures').objectStore('pictures').count()
          counting.onsuccess = () => {
            opening.result.close()
            resolve({ values, pictures: counting.result })
          }
        }
      }),
  )

/**
 * The texts that the two members write here. While the broadcaster's socket is down, the demo participant
 * answers the caller as well.
 */
const ownText = /^(彼|彼女)から\d+$/

/** The texts on the screen, from above. */
const shown = ({ page }: PersonInBrowser): Promise<string[]> =>
  page.getByRole('log').locator('p').filter({ hasText: ownText }).allInnerTexts()

test('shows each message once and in order over a network that loses, delays and doubles', async ({
  browser,
  app,
}) => {
  const caller = await openBrowserOf(browser, await addCaller(app, 'とおる'))
  const broadcaster = await openBrowserOf(browser, broadcasterLogin(20))
  const [callerNetwork, broadcasterNetwork] = [
    await makeFlaky(caller.page),
    await makeFlaky(broadcaster.page),
  ]
  await openChat(app, caller, broadcaster.id)
  await openChat(app, broadcaster, caller.id)

  for (const each of [1, 2, 3]) {
    await write(caller, `彼から${each}`)
    await write(broadcaster, `彼女から${each}`)
  }
  await callerNetwork.goOffline()
  await write(caller, '彼から4')
  await write(caller, '彼から5')
  // Some of the first ones may still be waiting too.
  const resend = caller.page.getByRole('button', { name: '再送' })
  await expect.poll(() => resend.count()).toBeGreaterThanOrEqual(2)
  await write(broadcaster, '彼女から4')

  // The page itself loads; its requests don't.
  await caller.page.context().setOffline(false)
  await caller.page.reload()
  await callerNetwork.comeBack()
  await write(caller, '彼から6')
  await caller.page.reload()
  callerNetwork.calmDown()
  broadcasterNetwork.calmDown()
  await write(broadcaster, '彼女から5')

  const newest = { partnerId: broadcaster.id, from: { at: 'newest' } }
  const serverTexts = async () => {
    const { messages } = await caller.request<{ messages: { body: { text?: string } }[] }>(
      '/api/get-more-messages',
      newest,
    )
    return messages.flatMap(({ body }) => body.text ?? []).filter((text) => ownText.test(text))
  }
  await expect.poll(async () => (await serverTexts()).length).toBe(11)
  const expected = await serverTexts()
  expect(expected.filter((text) => text.startsWith('彼から'))).toEqual(
    [1, 2, 3, 4, 5, 6].map((each) => `彼から${each}`),
  )
  expect(expected.filter((text) => text.startsWith('彼女'))).toEqual(
    [1, 2, 3, 4, 5].map((each) => `彼女から${each}`),
  )
  for (const person of [caller, broadcaster]) {
    await expect.poll(() => shown(person)).toEqual(expected)
    await expect(person.page.getByText('送信中')).toHaveCount(0)
    await expect(person.page.getByRole('button', { name: '再送' })).toHaveCount(0)
  }
})

test('sends from the next page a picture that was chosen without a network', async ({ browser, app }) => {
  const caller = await openBrowserOf(browser, await addCaller(app, 'さとし'))
  const broadcaster = await openBrowserOf(browser, broadcasterLogin(20))
  const network = await makeFlaky(caller.page)
  network.calmDown()
  await openChat(app, caller, broadcaster.id)
  await openChat(app, broadcaster, caller.id)
  await network.goOffline()
  await givePicture(caller)
  await expect(caller.page.getByRole('button', { name: '再送' })).toHaveCount(1)

  await caller.page.context().setOffline(false)
  await caller.page.reload()
  await network.comeBack()
  for (const [{ page }, name] of [
    [caller, '送った画像をひらく'],
    [broadcaster, 'さとしさんからの画像をひらく'],
  ] as const) {
    const image = page.getByRole('log').getByRole('img', { name })
    await expect(image).toHaveCount(1)
    await expect
      .poll(() => image.evaluate((shown) => (shown as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
  }
  await expect.poll(() => storedByBrowser(caller.page)).toEqual({ values: 0, pictures: 0 })
})

test('clears unsent messages with the member’s sign-out', async ({ browser, app }) => {
  const caller = await openBrowserOf(browser, await addCaller(app, 'まもる'))
  const network = await makeFlaky(caller.page)
  await openChat(app, caller, broadcasterLogin(20).id)
  await network.goOffline()
  await write(caller, '彼から1')
  await givePicture(caller)
  await caller.page.getByRole('textbox', { name: 'メッセージ' }).fill('書きかけ')
  await expect.poll(() => storedByBrowser(caller.page)).toEqual({ values: 3, pictures: 1 })

  const { csrfToken } = await (await caller.page.request.get('/api/auth/csrf')).json()
  await caller.page.request.post('/api/auth/signout', { form: { csrfToken, callbackUrl: '/', json: 'true' } })
  await caller.page.context().setOffline(false)
  await caller.page.goto(`${app.url}/terms`)
  await expect.poll(() => storedByBrowser(caller.page)).toEqual({ values: 0, pictures: 0 })
})
