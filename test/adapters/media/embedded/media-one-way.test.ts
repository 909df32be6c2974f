import { afterEach, expect, test } from 'vitest'
import { createEmbeddedMedia } from '#adapters/media/embedded.ts'
import { type MediaServer, zeroReading } from '#adapters/media/port.ts'
import { openTwoParty } from '#adapters/media/two-party.ts'
import { broadcasterId, payerId } from '../support/stage.ts'
import { SyntheticReceiver, SyntheticSender } from '../support/synthetic.ts'

const patience = { timeout: 20_000, interval: 50 }
const quietLog = { error: () => undefined, info: () => undefined }

let media: MediaServer | undefined
const clients: { close(): void }[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) client.close()
  await media?.stop()
})

test('a payer who publishes is neither seen nor heard before the payer’s own subscription carries media', async () => {
  const server = createEmbeddedMedia({ udpPort: 0, bindAddress: '127.0.0.1', log: quietLog })
  media = server
  await server.start()
  await openTwoParty(server, {
    roomId: 'room',
    kind: 'video',
    payerId,
    broadcasterId,
    fundedMs: 60_000,
    unprovenMsMax: 60_000,
    carried: zeroReading,
  })
  const publish = async (id: string) => {
    const exchange = async (offer: string) => (await server.publish('room', id, offer)).answerSdp
    const sender = await SyntheticSender.connect(exchange)
    clients.push(sender)
    return sender
  }
  const subscribe = async (id: string) => {
    const exchange = async (offer: string) => (await server.subscribe('room', id, offer)).answerSdp
    const receiver = await SyntheticReceiver.connect(exchange)
    clients.push(receiver)
    return receiver
  }
  const payers = await publish(payerId)
  await publish(broadcasterId)
  const seenByBroadcaster = await subscribe(broadcasterId)
  const sentBefore = payers.sentPackets
  await expect.poll(() => payers.sentPackets - sentBefore, patience).toBeGreaterThan(300)
  expect(seenByBroadcaster.packets).toBe(0)

  const seenByPayer = await subscribe(payerId)
  await expect.poll(() => seenByPayer.packets, patience).toBeGreaterThan(50)
  await expect.poll(() => seenByBroadcaster.packets, patience).toBeGreaterThan(50)
})
