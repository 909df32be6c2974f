import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEmbeddedMedia, type EmbeddedMedia } from '#adapters/media/embedded.ts'
import { isServed } from '../support/connectivity-check.ts'
import { RtpClient } from '../support/rtp-client.ts'
import { broadcasterId } from '../support/stage.ts'
import { SyntheticCall } from '../support/synthetic-call.ts'

const patience = { timeout: 15_000, interval: 20 }
const noLog = { error: () => undefined, info: () => undefined }

let media: EmbeddedMedia
beforeEach(async () => {
  media = createEmbeddedMedia({ udpPort: 0, bindAddress: '127.0.0.1', log: noLog })
  await media.start()
})
afterEach(() => media.stop())

// The library keeps such data. When the server read it, the event loop of the media process stood still (decision 108).
test('the end of a connection over which data came that nobody reads holds nobody up', async () => {
  const other = await SyntheticCall.connect(media)
  const pid = media.processes[0]?.pid
  const call = await SyntheticCall.open(media)
  const client = await RtpClient.connect(
    { direction: 'sendonly', hasVideo: true, sendsData: true },
    async (offer) => (await media.publish(call.roomId, broadcasterId, offer)).answerSdp,
  )
  await other.flows()
  await call.close()
  await other.flows()
  const next = await SyntheticCall.connect(media)
  client.close()
  await Promise.all([next.close(), other.close()])
  expect(media.processes[0]?.pid).toBe(pid)
  expect(other.happened()).toEqual(['connected'])
})

test('the end of a call ends its connections, in both directions', async () => {
  const call = await SyntheticCall.connect(media)
  const areServed = () =>
    Promise.all([call.ofBroadcaster, call.ofCaller].map((side) => side && isServed(side.client)))
  expect(await areServed()).toEqual([true, true])
  await media.closeRoom(call.roomId)
  await expect.poll(areServed, patience).toEqual([false, false])
  await call.close()
})
