import type { Browser, BrowserContext, Page } from '@playwright/test'
import { broadcasters, callers, demoPassword } from '#seed/people.ts'
import { type E2eApp, expect, waitForScripts } from './e2e.ts'

/** Frames of the partner's picture that this tab showed over its reloads, by its own clock. */
interface SeenFrames {
  count: number
  firstMs: number
  lastMs: number
  /** Time with a moving picture: a pause of more than a second between two frames doesn't count. */
  seenMs: number
}

export interface PersonInBrowser {
  id: string
  page: Page
  context: BrowserContext
  /** Answers of the WHIP and WHEP endpoints that reached this browser. */
  sdpAnswers: string[]
  seenFrames(): Promise<SeenFrames>
  sent(): ReturnType<typeof countSent>
  point(): Promise<number>
  request<Answer = Record<string, unknown>>(path: string, input?: unknown): Promise<Answer>
}

/** Counts the frames of `…さんの映像` from the very first one. */
const countFrames = () => {
  // The empty page before the first one has no storage.
  if (window.origin === 'null') return
  const kept = sessionStorage.getItem('seenFrames')
  const seen: SeenFrames = kept ? JSON.parse(kept) : { count: 0, firstMs: 0, lastMs: 0, seenMs: 0 }
  Object.assign(window, { seenFrames: seen })
  window.addEventListener('pagehide', () => sessionStorage.setItem('seenFrames', JSON.stringify(seen)))
  const watched = new WeakSet<HTMLVideoElement>()
  const watch = (video: HTMLVideoElement) => {
    if (watched.has(video)) return
    watched.add(video)
    const onFrame = (now: number) => {
      const nowMs = performance.timeOrigin + now
      seen.count += 1
      seen.firstMs ||= nowMs
      const pauseMs = seen.lastMs > 0 ? nowMs - seen.lastMs : 0
      if (pauseMs <= 1_000) seen.seenMs += pauseMs
      seen.lastMs = nowMs
      video.requestVideoFrameCallback(onFrame)
    }
    video.requestVideoFrameCallback(onFrame)
  }
  new MutationObserver(() => {
    for (const video of document.querySelectorAll<HTMLVideoElement>('video[aria-label$="さんの映像"]'))
      watch(video)
  }).observe(document, { subtree: true, childList: true, attributes: true })
}

/** Keeps every connection of the page, so that what it sent can be counted. */
const keepPeers = () => {
  const peers: RTCPeerConnection[] = []
  const Peer = window.RTCPeerConnection
  window.RTCPeerConnection = class extends Peer {
    constructor(configuration?: RTCConfiguration) {
      super(configuration)
      peers.push(this)
    }
  }
  Object.assign(window, { peers })
}

/**
 * Connections that the page used, those that are up, and packets of sound and picture that left over any. The one for the
 * next call, which a page at rest makes ahead, isn't used.
 */
const countSent = async (): Promise<{ used: number; connections: number; packets: number }> => {
  const { peers } = window as unknown as { peers: RTCPeerConnection[] }
  const reports = await Promise.all(peers.map((peer) => peer.getStats()))
  const sent = reports.flatMap((report) => [...report.values()].filter(({ type }) => type === 'outbound-rtp'))
  return {
    used: peers.filter(({ remoteDescription }) => remoteDescription !== null).length,
    connections: peers.filter(({ connectionState }) => connectionState === 'connected').length,
    packets: sent.reduce((sum, { packetsSent }) => sum + packetsSent, 0),
  }
}

const opened = new Set<BrowserContext>()

/** After each test: closes all browsers that are still open. */
export const closeBrowsers = async (): Promise<void> => {
  await Promise.all([...opened].map((context) => context.close()))
  opened.clear()
}

/** Signs a page's browser in over the sign-in wire; the page itself stays where it is. */
export const signIn = async (page: Page, { mail }: { mail: string }): Promise<void> => {
  const { csrfToken } = await (await page.request.get('/api/auth/csrf')).json()
  const signedIn = await page.request.post('/api/auth/callback/login', {
    form: { csrfToken, email: mail, password: demoPassword, callbackUrl: '/', json: 'true' },
  })
  expect(signedIn.status()).toBe(200)
}

/** A call of an earlier test may have ended with its browsers closed; its end isn't shown in this one. */
const seeEnds = async (page: Page): Promise<void> => {
  const { call } = await (await page.request.post('/api/get-unseen-call-end', { data: {} })).json()
  if (call) await page.request.post('/api/mark-call-end-seen', { data: { callId: call.callId } })
}

/** A person with a browser of their own, signed in over the sign-in wire. */
export const openBrowserOf = async (
  browser: Browser,
  login: { id: string; mail: string },
): Promise<PersonInBrowser> => {
  const context = await browser.newContext()
  opened.add(context)
  const page = await context.newPage()
  waitForScripts(page)
  await page.addInitScript(countFrames)
  await page.addInitScript(keepPeers)
  await signIn(page, login)
  await seeEnds(page)
  const sdpAnswers: string[] = []
  page.on('response', async (response) => {
    const isLine = response.url().endsWith('/api/open-call-line') && response.status() === 200
    if (!isLine && (!/\/api\/media\/wh[ie]p\//.test(response.url()) || response.status() !== 201)) return
    // The answer of a page that has navigated can't be read.
    const answer = await response.text().catch(() => null)
    if (answer !== null) sdpAnswers.push(isLine ? JSON.parse(answer).answer : answer)
  })
  const request = async <Answer>(path: string, input: unknown = {}): Promise<Answer> =>
    (await page.request.post(path, { data: input })).json()
  return {
    id: login.id,
    page,
    context,
    sdpAnswers,
    seenFrames: () => page.evaluate(() => (window as unknown as { seenFrames: SeenFrames }).seenFrames),
    sent: () => page.evaluate(countSent),
    point: async () => (await request<{ point: number }>('/api/get-my-point')).point,
    request,
  }
}

/** A seeded broadcaster; each test uses another one, so that nobody is busy. */
export const broadcasterLogin = (index: number): { id: string; mail: string; name: string } => {
  const person = broadcasters[index]
  if (!person) throw new Error(`no broadcaster ${index}`)
  return person
}

export const callerLogin = (index: number): { id: string; mail: string; name: string } => {
  const person = callers[index]
  if (!person) throw new Error(`no caller ${index}`)
  return person
}

/**
 * A caller and a broadcaster, each in a browser; the broadcaster's page is known to be open, so no demo
 * participant answers.
 */
export const bothOf = async (
  browser: Browser,
  app: E2eApp,
  callerIndex: number,
  broadcasterIndex: number,
  broadcasterPage = '/',
  hasClock = false,
) => {
  const caller = await openBrowserOf(browser, callerLogin(callerIndex))
  const broadcaster = await openBrowserOf(browser, broadcasterLogin(broadcasterIndex))
  if (hasClock) await Promise.all([caller, broadcaster].map(({ page }) => page.clock.install()))
  await broadcaster.page.goto(broadcasterPage)
  await expect
    .poll(() => app.database.sql`select 1 from presence where member_id = ${broadcaster.id} and is_open`, {
      intervals: [50],
    })
    .toHaveLength(1)
  return { caller, broadcaster }
}
