import { test as base, expect } from '#test/helpers/e2e.ts'
import { closeBrowsers, type PersonInBrowser } from '#test/helpers/people-in-browsers.ts'
import { freeUdpPort, openUdpRelay, type UdpRelay } from '#test/helpers/udp-relay.ts'
import { ended, lastReceipt } from './call-steps.ts'
import {
  awayMs,
  countdown,
  expectBillOfPicture,
  framesOf,
  herNotice,
  hisNotice,
  missedMs,
  runningCall,
  seesAgain,
} from './reconnect-steps.ts'

interface Network {
  relay: UdpRelay
  mediaPort: number
}

/** Between the browsers and the one media process lies a network that can fail. */
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

/** The server's user fragments of a person's connections. */
const namesOf = ({ sdpAnswers }: PersonInBrowser) =>
  sdpAnswers.flatMap((sdp) => [...sdp.matchAll(/^a=ice-ufrag:(\S+)/gm)].map((match) => match[1] ?? ''))

/** The stream on his screen: the same one as long as its connection is the same. */
const shownStream = ({ page }: PersonInBrowser) =>
  page
    .locator('video[aria-label$="さんの映像"]')
    .evaluate((video: HTMLVideoElement) => (video.srcObject as MediaStream).id)

test.describe.configure({ timeout: 120_000 })

test.afterEach(async ({ network }) => {
  network.relay.resume()
  await closeBrowsers()
})

test('every packet is lost for a while: both are told, and the call goes on without the gap on the bill', async ({
  browser,
  app,
  network,
}) => {
  const { him, her } = await runningCall(browser, app, 0, 0)
  const droppedAt = Date.now()
  network.relay.drop()
  await expect(hisNotice(him.page)).toBeVisible()
  await expect(herNotice(her.page)).toBeVisible()
  await expect(countdown(him.page)).toBeVisible()
  const before = { his: await framesOf(him), hers: await framesOf(her) }
  network.relay.resume()
  const gapMs = Date.now() - droppedAt
  await seesAgain(him, before.his)
  await seesAgain(her, before.hers)
  await expect(hisNotice(him.page)).toBeHidden()
  await expect(herNotice(her.page)).toBeHidden()
  await expectBillOfPicture(him, { gapMs })
})

test('his network goes, sockets and all, and comes back: he is told, and pays for what he saw', async ({
  browser,
  app,
  network,
}) => {
  const { him, her } = await runningCall(browser, app, 0, 1)
  const droppedAt = Date.now()
  await him.context.setOffline(true)
  network.relay.drop(namesOf(her))
  await expect(hisNotice(him.page)).toBeVisible()
  await expect(herNotice(her.page)).toBeVisible()
  await expect(countdown(him.page)).toBeVisible()
  await expect(him.page.getByRole('dialog').or(him.page.getByRole('alert'))).toHaveCount(0)
  const before = await framesOf(him)
  network.relay.resume()
  await him.context.setOffline(false)
  const gapMs = Date.now() - droppedAt
  await seesAgain(him, before)
  await expect(herNotice(her.page)).toBeHidden()
  await expectBillOfPicture(him, { gapMs })
})

test('the network changes under both: another way is found, and the last picture stays on the screen', async ({
  browser,
  app,
  network,
}) => {
  const { him, her } = await runningCall(browser, app, 0, 2)
  const stream = await shownStream(him)
  const before = { his: await framesOf(him), hers: await framesOf(her) }
  const names = new Set([...namesOf(him), ...namesOf(her)])
  network.relay.rebind()
  await expect(hisNotice(him.page)).toBeVisible()
  await seesAgain(him, before.his)
  await seesAgain(her, before.hers)
  expect(namesOf(him).filter((name) => !names.has(name)).length).toBeGreaterThanOrEqual(2)
  expect(await shownStream(him)).toBe(stream)
  // A line is missed after 3.5 s without a packet.
  await expectBillOfPicture(him, { gapMs: 3_500 })
})

test('her network is gone for good: after 20 s the call ends on both sides, and he gets his points back', async ({
  browser,
  app,
  network,
  axe,
}) => {
  const { him, her } = await runningCall(browser, app, 0, 3)
  await her.context.setOffline(true)
  network.relay.drop(namesOf(him))
  await expect(hisNotice(him.page)).toBeVisible()
  await expect(countdown(him.page)).toBeVisible(missedMs)
  await axe(him.page)
  await expect(ended(her.page)).toContainText('通信が途切れたため、通話を終了しました。', awayMs)
  await expect(ended(him.page)).toContainText('途切れていた間のポイントはかかっていません。', awayMs)
  const receipt = await lastReceipt(him)
  expect(receipt).toMatchObject({ endReason: 'connectionLost', pointBack: receipt.points })
})
