import type { Page } from '@playwright/test'
import { turnCredential } from '#server/calls/media/ice-servers.ts'
import { test as base, expect } from '#test/helpers/e2e.ts'
import { bothOf, closeBrowsers, type PersonInBrowser } from '#test/helpers/people-in-browsers.ts'
import { type RelayServer, startRelayServer } from '#test/helpers/relay-server.ts'
import { letTimePass } from '../calls/call-steps.ts'

/**
 * WebRTC may send UDP only through a proxy, and there is none: like a network that blocks UDP. The headless shell
 * and the whole browser each know one of the two names.
 */
const withoutUdp = ['force-webrtc', 'webrtc'].map(
  (name) => `--${name}-ip-handling-policy=disable_non_proxied_udp`,
)

const test = base.extend<Record<never, never>, { relay: RelayServer }>({
  relay: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
    async ({}, use) => {
      const relay = await startRelayServer()
      await use(relay)
      await relay.stop()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ relay }, use) =>
      use({
        TURN_URLS: `turn:127.0.0.1:${relay.port}?transport=tcp`,
        TURN_SECRET: relay.secret,
        // The one address that this relay reaches.
        MEDIA_BIND_ADDRESS: '127.0.0.1',
      }),
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...withoutUdp] }),
    { scope: 'worker' },
  ],
})

interface Gathered {
  /** Kind of each candidate: host, srflx, relay. */
  kinds: string[]
  /** Codes of the relay's refusals. */
  refusals: number[]
}

const gather = (page: Page, iceServers: RTCIceServer[]): Promise<Gathered> =>
  page.evaluate(async (servers) => {
    const peer = new RTCPeerConnection({ iceServers: servers })
    const gathered: Gathered = { kinds: [], refusals: [] }
    peer.onicecandidate = ({ candidate }) => {
      if (candidate?.type) gathered.kinds.push(candidate.type)
    }
    peer.onicecandidateerror = ({ errorCode }) => gathered.refusals.push(errorCode)
    const complete = new Promise<void>((resolve) => {
      peer.onicegatheringstatechange = () => {
        if (peer.iceGatheringState === 'complete') resolve()
      }
    })
    peer.createDataChannel('any')
    await peer.setLocalDescription()
    await complete
    peer.close()
    return gathered
  }, iceServers)

/** Stores the page's connections where the test can inspect them. */
const recordPeers = () => {
  const peers: RTCPeerConnection[] = []
  Object.assign(window, { peers })
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration)
      peers.push(this)
    }
  }
}

/**
 * By which protocol the media of each connected direction reaches a relay; null where it takes the direct
 * path.
 */
const relayProtocolsOf = ({ page }: PersonInBrowser): Promise<unknown[]> =>
  page.evaluate(async () => {
    const { peers } = window as unknown as { peers: RTCPeerConnection[] }
    const protocols: unknown[] = []
    for (const peer of peers.filter(({ connectionState }) => connectionState === 'connected')) {
      const reports: Record<string, unknown>[] = []
      for (const report of (await peer.getStats()).values()) reports.push(report)
      const transport = reports.find(({ type }) => type === 'transport')
      const pair = reports.find(({ id }) => id === transport?.selectedCandidatePairId)
      const local = reports.find(({ id }) => id === pair?.localCandidateId)
      protocols.push(local?.relayProtocol ?? null)
    }
    return protocols
  })

const dial = async (from: PersonInBrowser, to: PersonInBrowser) => {
  await from.page.goto(`/profile/unbroadcaster/pc/${to.id}`)
  await from.page.getByRole('link', { name: 'ビデオ通話' }).first().click()
}
const answerButton = ({ page }: PersonInBrowser) => page.getByRole('button', { name: /応答する/ })
const answer = (person: PersonInBrowser) => answerButton(person).click()
const lastEnd = async ({ request }: PersonInBrowser) => {
  const { receipts } = await request<{
    receipts: { endReason: string; points: number; connectedSec: number }[]
  }>('/api/get-receipts')
  return receipts[0]
}

test.afterEach(closeBrowsers)

test('connects no call without UDP and without a relay, and nobody pays', async ({ browser, app }) => {
  const { caller, broadcaster } = await bothOf(browser, app, 0, 0)
  const before = await caller.point()
  expect(await gather(caller.page, [])).toEqual({ kinds: [], refusals: [] })
  for (const { page } of [caller, broadcaster]) {
    await page.route(/\/api\/(send-call-request|accept-call|join-call)$/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), ice_servers: [] } })
    })
  }
  await dial(caller, broadcaster)
  await answer(broadcaster)
  await expect(answerButton(broadcaster)).toBeHidden()
  await letTimePass(app, caller.id, 18)
  await expect(caller.page.getByText('通話はつながりませんでした')).toBeVisible()
  const [call] = await app.database.sql`
    select end_reason, connected_at from call where caller_id = ${caller.id} and broadcaster_id = ${broadcaster.id}`
  expect(call).toEqual({ end_reason: 'failed', connected_at: null })
  expect(await caller.point()).toBe(before)
})

test('connects a call through the relay without UDP: pictures on both sides, and a bill', async ({
  browser,
  app,
}) => {
  const { caller, broadcaster } = await bothOf(browser, app, 1, 1)
  const before = await caller.point()
  for (const { page } of [caller, broadcaster]) await page.addInitScript(recordPeers)
  await broadcaster.page.reload()
  await dial(caller, broadcaster)
  await answer(broadcaster)
  await expect(caller.page.getByRole('timer', { name: '通話時間' })).toHaveText(/^00:(0[3-9]|\d\d)$/)
  for (const person of [caller, broadcaster])
    await expect.poll(async () => (await person.seenFrames()).count).toBeGreaterThan(20)
  // A page that is answered before its line has relays connects both directions with the call’s own.
  for (const person of [caller, broadcaster])
    expect(new Set(await relayProtocolsOf(person))).toEqual(new Set(['tcp']))

  await caller.page.getByRole('button', { name: '通話を終える' }).click()
  await expect(broadcaster.page.getByRole('dialog').filter({ hasText: '通話時間' })).toBeVisible()
  const receipt = await lastEnd(caller)
  expect(receipt).toMatchObject({ endReason: 'byCaller' })
  expect(receipt?.points).toBeGreaterThanOrEqual(20)
  expect(await caller.point()).toBe(before - (receipt?.points ?? 0))
  for (const sdp of [...caller.sdpAnswers, ...broadcaster.sdpAnswers])
    expect(sdp).not.toMatch(/typ (srflx|prflx|relay)/)
})

test('serves through the relay only holders of today’s credentials, and only to the media server', async ({
  page,
  relay,
}) => {
  await page.goto('/')
  const urls = [`turn:127.0.0.1:${relay.port}?transport=tcp`]
  const by = (secret: string, expiresAtMs: number) => [
    { urls, ...turnCredential(secret, 'anybody', expiresAtMs) },
  ]
  const [past, future] = [Date.now() - 2_000, Date.now() + 60_000]
  expect(await gather(page, by(relay.secret, future))).toEqual({ kinds: ['relay'], refusals: [] })
  expect(await gather(page, by(relay.secret, past))).toEqual({ kinds: [], refusals: [401] })
  expect(await gather(page, by('the-secret-of-another', future))).toEqual({ kinds: [], refusals: [401] })

  await page.evaluate(
    async (iceServers) => {
      const [here, there] = [new RTCPeerConnection({ iceServers }), new RTCPeerConnection()]
      here.createDataChannel('any')
      await here.setLocalDescription()
      await there.setRemoteDescription(here.localDescription as RTCSessionDescription)
      await there.setLocalDescription()
      await here.setRemoteDescription(there.localDescription as RTCSessionDescription)
      const candidate = 'candidate:1 1 udp 2113937151 192.0.2.7 40100 typ host'
      await here.addIceCandidate({ candidate, sdpMid: '0' })
    },
    by(relay.secret, future),
  )
  await expect.poll(() => relay.log()).toMatch(/192\.0\.2\.7.*denied/)
})
