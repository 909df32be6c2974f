import type { Browser, Page } from '@playwright/test'
import { broadcasters, callers, demoPassword } from '#seed/people.ts'
import type { Scene } from './first-frame-bare.ts'
import { installMarks, marksOf, watchFirstFrame } from './first-frame-clock.ts'

const stepTimeoutMs = 30_000
/** A ring that has come is answered a moment later, as people do, and not while the screen is still being drawn. */
const ringShownMs = 500
/** By then the screens after a call are drawn, and their pages have come to rest. */
const afterCallMs = 1_500
/** Nobody may ring more than 20 times a minute (`server/http/limits.ts`). */
const ringEveryMs = 3_100

declare global {
  interface Window {
    answersAtOnce: boolean
  }
}

/** Runs in the broadcaster's page: presses the answer button as soon as it appears, if the start is the tap. */
const installAnswer = (): void => {
  const press = () => {
    if (!localStorage.getItem('answersAtOnce') || window.marks.start !== undefined) return
    const button = [...document.querySelectorAll('button')].find(({ textContent }) =>
      /応答する/.test(textContent),
    )
    if (!button || button.disabled) return
    window.mark('start')
    button.click()
  }
  new MutationObserver(press).observe(document, { subtree: true, childList: true, attributes: true })
}

const openPage = async (browser: Browser, url: string, mail: string): Promise<Page> => {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'ja-JP',
    permissions: ['microphone', 'camera'],
    viewport: { width: 1280, height: 800 },
  })
  const page = await context.newPage()
  await page.addInitScript(installMarks)
  await page.addInitScript(watchFirstFrame, 'video[aria-label$="さんの映像"]')
  const { csrfToken } = await (await page.request.get('/api/auth/csrf')).json()
  const signedIn = await page.request.post('/api/auth/callback/login', {
    form: { csrfToken, email: mail, password: demoPassword, callbackUrl: '/', json: 'true' },
  })
  if (signedIn.status() !== 200) throw new Error(`signing in as ${mail}: ${signedIn.status()}`)
  return page
}

/** Presses what has such a text, from inside the page: Playwright's own clicks take their time. */
const press = (page: Page, text: string): Promise<void> =>
  page.evaluate((wanted) => {
    const found = [...document.querySelectorAll<HTMLElement>('button, a')].find(({ textContent }) =>
      textContent?.includes(wanted),
    )
    if (!found) throw new Error(`nothing to press says ${wanted}`)
    window.mark('start')
    found.click()
  }, text)

/** The app: a caller and a broadcaster of the demo, each signed in, with open pages. */
export const openOwnScene = async (browser: Browser, url: string): Promise<Scene> => {
  const [callerLogin] = callers
  const [broadcasterLogin] = broadcasters
  if (!callerLogin || !broadcasterLogin) throw new Error('the demo has nobody')
  const caller = await openPage(browser, url, callerLogin.mail)
  const broadcaster = await openPage(browser, url, broadcasterLogin.mail)
  await broadcaster.addInitScript(installAnswer)
  const answer = broadcaster.getByRole('button', { name: /応答する/ })
  let rungAt = Number.NEGATIVE_INFINITY
  return {
    run: async (start) => {
      await broadcaster.goto('/')
      await broadcaster.evaluate((at) => {
        if (at === 'tap') localStorage.setItem('answersAtOnce', 'yes')
        else localStorage.removeItem('answersAtOnce')
      }, start)
      await caller.goto(`/profile/unbroadcaster/pc/${broadcasterLogin.id}`)
      await caller
        .getByRole('link', { name: 'ビデオ通話' })
        .or(caller.getByRole('button', { name: 'ビデオ通話' }))
        .first()
        .waitFor()
      // A link that is tapped before the scripts have taken the rendered page over opens a new page.
      await caller.waitForFunction(() => !document.querySelector('#answers') || !('takeOver' in document))
      await untilReachable(broadcaster)
      await caller.waitForTimeout(Math.max(0, rungAt + ringEveryMs - performance.now()))
      rungAt = performance.now()
      await press(caller, 'ビデオ通話')
      if (start === 'accept') {
        await answer.waitFor()
        await broadcaster.waitForTimeout(ringShownMs)
        await press(broadcaster, '応答する')
      }
      await caller.waitForFunction(() => window.marks['first frame'] !== undefined, null, {
        timeout: stepTimeoutMs,
      })
      const run = { ofCaller: await marksOf(caller), ofBroadcaster: await marksOf(broadcaster) }
      await hangUp(caller)
      // What the screens after the call do would be work beside the next run of the bare pages.
      await caller.waitForTimeout(afterCallMs)
      return run
    },
    close: async () => {
      await Promise.all([caller.context().close(), broadcaster.context().close()])
    },
  }
}

/** Waits for the broadcaster's socket, so that the ring comes by it as it does to any open page. */
const untilReachable = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle')
}

const request = async <Answer>(page: Page, path: string, data: object): Promise<Answer> =>
  (await page.request.post(path, { data })).json()

const hangUp = async (page: Page): Promise<void> => {
  const { call } = await request<{ call: { callId: string } | null }>(page, '/api/get-my-call', {})
  if (call) await request(page, '/api/end-call', { callId: call.callId })
}
