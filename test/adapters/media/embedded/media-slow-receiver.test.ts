import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeNack, writePictureLoss } from '#adapters/media/embedded/rtp/rtcp.ts'
import { createEmbeddedMedia, type EmbeddedMedia } from '#adapters/media/embedded.ts'
import { openRelay, type Relay } from '../support/relay.ts'
import { SyntheticCall } from '../support/synthetic-call.ts'

const noLog = { error: () => undefined, info: () => undefined }
/** 2.4 MB a second: what the process would hold back for the slow receiver, it would soon be seen to hold. */
const packetsPerFrame = 80
const packetBytes = 1_000
/** From the broadcaster's sending to the payer's receiving, on a machine that does other things. */
const underWayMax = 60
/** The kernel drops a datagram now and then when the machine is overloaded. */
const lostShareMax = 0.01

let media: EmbeddedMedia
let slow: SyntheticCall
let other: SyntheticCall
let relay: Relay

beforeAll(async () => {
  media = createEmbeddedMedia({ udpPort: 0, bindAddress: '0.0.0.0', log: noLog })
  await media.start()
  relay = await openRelay()
  slow = await SyntheticCall.open(media)
  slow.rewrites.payer = relay.rewrite
  await slow.join({ requestsAgain: true, packetsPerFrame })
  other = await SyntheticCall.connect(media)
})

afterAll(async () => {
  await slow?.close()
  await other?.close()
  await media?.stop()
})

const residentBytes = async (): Promise<number> => {
  const status = await readFile(`/proc/${media.processes[0]?.pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024
}

/** The other call for about so many of its packets, 170 a second. */
const watchOther = async (packets: number) => {
  const look = async () => ({
    sent: other.ofBroadcaster?.sentPackets ?? 0,
    received: other.ofCaller?.packets ?? 0,
    lost: other.ofCaller?.lost ?? 0,
    slowSent: slow.ofBroadcaster?.sentPackets ?? 0,
    bytes: await residentBytes(),
  })
  const before = await look()
  await other.flows(packets)
  const after = await look()
  return {
    lostShare: (after.lost - before.lost) / packets,
    missing: after.sent - before.sent - (after.received - before.received),
    slowBytes: (after.slowSent - before.slowSent) * packetBytes,
    grownBytes: after.bytes - before.bytes,
  }
}

const isUndisturbed = ({ missing, lostShare }: { missing: number; lostShare: number }) => {
  expect(Math.abs(missing)).toBeLessThan(underWayMax)
  expect(lostShare).toBeLessThan(lostShareMax)
  expect(other.happened()).toEqual(['connected'])
}

test('a receiver who gets half of it and requests the rest again', async () => {
  relay.lose({ toServer: 0, toClient: 0.5 })
  isUndisturbed(await watchOther(500))
  expect(slow.ofCaller?.lost).toBeGreaterThan(1_000)
})

test('a receiver who requests everything again all the time', async () => {
  const all = Array.from({ length: 1_000 }, (_, index) => index * 65)
  const requestResends = () => {
    for (const ssrc of slow.ofCaller?.ssrcs ?? []) {
      slow.ofCaller?.client.send(writeNack(ssrc, all.slice(0, 250)))
      slow.ofCaller?.client.send(writePictureLoss(ssrc))
    }
  }
  const requesting = setInterval(() => Array.from({ length: 20 }, requestResends), 10)
  try {
    isUndisturbed(await watchOther(500))
  } finally {
    clearInterval(requesting)
  }
})

test('a receiver who reads nothing any more: the process stores nothing for that receiver', async () => {
  relay.cut()
  const watched = await watchOther(1_000)
  isUndisturbed(watched)
  expect(watched.slowBytes).toBeGreaterThan(8_000_000)
  expect(watched.grownBytes).toBeLessThan(watched.slowBytes / 2)
})

test('a receiver whose socket is gone without a word', async () => {
  relay.close()
  isUndisturbed(await watchOther(300))
  await slow.happens('lost')
})
