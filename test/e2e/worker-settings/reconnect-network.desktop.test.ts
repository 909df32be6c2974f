import { test as base, expect } from '#test/helpers/e2e.ts'
import { closeBrowsers, type PersonInBrowser } from '#test/helpers/people-in-browsers.ts'
import { freeUdpPort, openUdpRelay, type UdpRelay } from '#test/helpers/udp-relay.ts'
import { ended, lastReceipt, letTimePass } from '../calls/call-steps.ts'
import {
  broadcasterNotice,
  callerNotice,
  countdown,
  expectBillOfPicture,
  framesOf,
  graceSec,
  runningCall,
  seesAgain,
} from './reconnect-steps.ts'

interface Network {
  relay: UdpRelay
  mediaPort: number
}

/** Between the browsers and the one media process is a network that can fail. */
const test = base.extend<Record<never, never>, { network: Network }>({
  network: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
    async ({}, use) => {
      const mediaPort = await freeUdpPort()
      const relay = await openUdpRelay(mediaPort)
      await use({ relay, mediaPort })
      await relay.close()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ network }, use) =>
      use({
        MEDIA_UDP_PORT: String(network.mediaPort),
        MEDIA_PUBLIC_ADDRESS: `127.0.0.1:${network.relay.port}`,
        MEDIA_PROCESSES: '1',
      }),
    { scope: 'worker' },
  ],
})

/** The server's ICE user fragments of a person's connections. */
const namesOf = ({ sdpAnswers }: PersonInBrowser) =>
  sdpAnswers.flatMap((sdp) => [...sdp.matchAll(/^a=ice-ufrag:(\S+)/gm)].map((match) => match[1] ?? ''))

/** The stream on the person's screen: the same one as long as its connection is the same. */
const shownStream = ({ page }: PersonInBrowser) =>
  page
    .locator('video[aria-label$="さんの映像"]')
    .evaluate((video: HTMLVideoElement) => (video.srcObject as MediaStream).id)

/** A line is missed after so long without a packet. */
const lineMissedMs = 3_500

test.afterEach(async ({ network }) => {
  network.relay.resume()
  await closeBrowsers()
})

test('continues after a loss of all packets, and over another path: both sides are informed, gaps are free', async ({
  browser,
  app,
  network,
}) => {
  const { caller, broadcaster } = await runningCall(browser, app, 0, 0)
  const stream = await shownStream(caller)
  const droppedAt = Date.now()
  network.relay.drop()
  await expect(callerNotice(caller.page)).toBeVisible()
  await expect(broadcasterNotice(broadcaster.page)).toBeVisible()
  await expect(countdown(caller.page)).toBeVisible()
  const before = { ofCaller: await framesOf(caller), ofBroadcaster: await framesOf(broadcaster) }
  network.relay.resume()
  const gapMs = Date.now() - droppedAt
  await seesAgain(caller, before.ofCaller)
  await seesAgain(broadcaster, before.ofBroadcaster)
  await expect(callerNotice(caller.page)).toBeHidden()
  await expect(broadcasterNotice(broadcaster.page)).toBeHidden()

  const changed = { ofCaller: await framesOf(caller), ofBroadcaster: await framesOf(broadcaster) }
  const names = new Set([...namesOf(caller), ...namesOf(broadcaster)])
  network.relay.rebind()
  await expect(callerNotice(caller.page)).toBeVisible()
  await seesAgain(caller, changed.ofCaller)
  await seesAgain(broadcaster, changed.ofBroadcaster)
  expect(namesOf(caller).filter((name) => !names.has(name)).length).toBeGreaterThanOrEqual(2)
  expect(await shownStream(caller)).toBe(stream)
  await expectBillOfPicture(caller, { gapMs: gapMs + lineMissedMs })
})

test('continues after the caller’s network and sockets failed, and bills only what was seen', async ({
  browser,
  app,
  network,
}) => {
  const { caller, broadcaster } = await runningCall(browser, app, 0, 1)
  const droppedAt = Date.now()
  await caller.context.setOffline(true)
  network.relay.drop(namesOf(broadcaster))
  await expect(callerNotice(caller.page)).toBeVisible()
  await expect(broadcasterNotice(broadcaster.page)).toBeVisible()
  await expect(countdown(caller.page)).toBeVisible()
  await expect(caller.page.getByRole('dialog').or(caller.page.getByRole('alert'))).toHaveCount(0)
  const before = await framesOf(caller)
  network.relay.resume()
  await caller.context.setOffline(false)
  const gapMs = Date.now() - droppedAt
  await seesAgain(caller, before)
  await expect(broadcasterNotice(broadcaster.page)).toBeHidden()
  await expectBillOfPicture(caller, { gapMs })
})

test('ends after 20 s when the broadcaster’s network is gone for good, and returns points', async ({
  browser,
  app,
  network,
  axe,
}) => {
  const { caller, broadcaster } = await runningCall(browser, app, 0, 2, { hasClock: true })
  await broadcaster.context.setOffline(true)
  network.relay.drop(namesOf(caller))
  await expect(callerNotice(caller.page)).toBeVisible()
  // The broadcaster's page knows only its own clock, which must not pass before the page has noticed, and goes on while
  // the other page is looked at.
  await expect(broadcasterNotice(broadcaster.page)).toBeVisible()
  // The media server misses a silent side after 8 s; then a page waits 3 s before its countdown.
  await expect(countdown(caller.page)).toBeVisible()
  await axe(caller.page)
  await letTimePass(app, caller.id, graceSec)
  await broadcaster.page.clock.fastForward(graceSec * 1_000)
  await expect(ended(broadcaster.page)).toContainText('通信が途切れたため、通話を終了しました。')
  await expect(ended(caller.page)).toContainText('途切れていた間のポイントはかかっていません。')
  const receipt = await lastReceipt(caller)
  expect(receipt).toMatchObject({ endReason: 'connectionLost', pointBack: receipt.points })
})
