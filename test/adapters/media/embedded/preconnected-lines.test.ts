import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  PreconnectedLines,
  pagesPerParticipantMax,
  preconnectedMsMax,
  preconnectedPagesMax,
} from '#adapters/media/embedded/rooms/preconnected-lines.ts'
import { writeRtpHeader } from '#adapters/media/embedded/rtp/rtp.ts'
import { createEmbeddedMedia, type EmbeddedMedia } from '#adapters/media/embedded.ts'
import type { LineSession, LineSpec, MediaEvent, PageOfRoom } from '#adapters/media/port.ts'
import { zeroReading } from '#adapters/media/port.ts'
import { closeTwoParty, openTwoParty } from '#adapters/media/two-party.ts'
import { callOffer, lineOffer, publisherTraits, subscriberTraits } from '../offers.ts'
import { isServed } from '../support/connectivity-check.ts'
import { refusalOf } from '../support/refusal-of.ts'
import { openRelay, type Relay } from '../support/relay.ts'
import type { RtpClient } from '../support/rtp-client.ts'
import { broadcasterId, payerId } from '../support/stage.ts'
import { connectBothWays, SyntheticReceiver, SyntheticSender } from '../support/synthetic.ts'

const noLog = { error: () => undefined, info: () => undefined }
const patience = { timeout: 15_000, interval: 20 }
const roomId = 'ringing'
const lineOf = (participantId: string, pageId: string, attempt = 1): LineSpec => ({
  roomId,
  kind: 'video',
  participantId,
  pageId,
  attempt,
})
const offer = lineOffer(publisherTraits)

/** A page whose line is up, and that sends although nobody has answered. */
interface RingingPage {
  client: RtpClient
  sender: SyntheticSender
  receiver: SyntheticReceiver
  relay: Relay
}

describe('the lines of a ring', () => {
  let media: EmbeddedMedia
  let events: MediaEvent[]
  let closing: { close(): void }[]

  beforeEach(async () => {
    media = createEmbeddedMedia({ udpPort: 0, processes: 2, bindAddress: '127.0.0.1', log: noLog })
    events = []
    closing = []
    media.onEvent((event) => events.push(event))
    await media.start()
  })
  afterEach(async () => {
    for (const each of closing) each.close()
    await media.stop()
  })

  const ring = async (participantId: string, pageId: string): Promise<RingingPage> => {
    const line = lineOf(participantId, pageId)
    const relay = await openRelay()
    const page = await connectBothWays(async (own) =>
      relay.rewrite((await media.preconnect(line, own)).answerSdp),
    )
    closing.push(page.sender, page.receiver, relay)
    return { ...page, relay }
  }
  /** Whether the server still has its line. */
  const isServedStill = ({ client }: RingingPage) => isServed(client)
  const answer = (pages: readonly PageOfRoom[]): Promise<readonly PageOfRoom[]> =>
    openTwoParty(
      media,
      {
        roomId,
        kind: 'video',
        payerId,
        broadcasterId,
        fundedMs: 60_000,
        unprovenMsMax: 60_000,
        carried: zeroReading,
      },
      pages,
    )
  const answerOn = (pageId: string) =>
    answer([
      { participantId: payerId, pageId: 'dialling' },
      { participantId: broadcasterId, pageId },
    ])
  const hasSent = (page: RingingPage, packets: number) =>
    expect.poll(() => page.relay.mediaPackets().toServer, patience).toBeGreaterThan(packets)

  test('carry nothing before the answer, whatever is sent, and everything at once after it', async () => {
    const dialler = await ring(payerId, 'dialling')
    const answering = await ring(broadcasterId, 'answering')
    // Both lie: a page of ours sends nothing before the answer.
    await Promise.all([hasSent(dialler, 100), hasSent(answering, 100)])
    for (const page of [dialler, answering]) {
      expect(page.relay.mediaPackets().toClient).toBe(0)
      expect(page.receiver.packets).toBe(0)
      expect(page.sender.keyframeRequests).toBe(0)
    }
    expect(events).toEqual([])
    expect(media.readings().size).toBe(0)

    const sentBefore = answering.sender.sentPackets
    expect(await answerOn('answering')).toEqual([
      { participantId: payerId, pageId: 'dialling' },
      { participantId: broadcasterId, pageId: 'answering' },
    ])
    await expect.poll(() => dialler.receiver.packets, patience).toBeGreaterThan(50)
    await expect.poll(() => answering.receiver.packets, patience).toBeGreaterThan(50)
    // Nothing of before was kept: what went out was sent after the answer.
    expect(dialler.receiver.packets).toBeLessThanOrEqual(answering.sender.sentPackets - sentBefore)
    expect(answering.sender.keyframeRequests).toBeGreaterThan(0)
    expect(events).toContainEqual({ type: 'connected', roomId, seatId: roomId })
    expect(events.filter(({ type }) => type === 'lost')).toEqual([])
    expect(media.hasLines(roomId)).toBe(false)
    await expect.poll(() => media.readings().get(roomId)?.connectedMs ?? 0, patience).toBeGreaterThan(0)
    await closeTwoParty(media, roomId)
  })

  test('are asked for a keyframe by the answer itself, though no packet comes after it', async () => {
    await ring(payerId, 'dialling')
    const answering = await ring(broadcasterId, 'answering')
    await hasSent(answering, 50)
    Object.assign(answering.sender.sends, { sound: false, picture: false })
    expect(answering.sender.keyframeRequests).toBe(0)
    await answerOn('answering')
    await expect.poll(() => answering.sender.keyframeRequests, patience).toBeGreaterThan(0)
  })

  test('end on every page but the one that answers', async () => {
    const dialler = await ring(payerId, 'dialling')
    const phone = await ring(broadcasterId, 'phone')
    const laptop = await ring(broadcasterId, 'laptop')
    const adopted = await answerOn('phone')
    expect(adopted).toContainEqual({ participantId: broadcasterId, pageId: 'phone' })
    await expect.poll(() => isServedStill(laptop), patience).toBe(false)
    await expect.poll(() => dialler.receiver.packets, patience).toBeGreaterThan(0)
    expect(await isServedStill(phone)).toBe(true)
    expect(laptop.relay.mediaPackets().toClient).toBe(0)
    expect(await refusalOf(media.preconnect(lineOf(broadcasterId, 'late'), offer))).toBe(409)
  })

  test('end with the ring', async () => {
    const dialler = await ring(payerId, 'dialling')
    const callee = await ring(broadcasterId, 'page')
    await media.closeLines(roomId)
    for (const page of [dialler, callee]) await expect.poll(() => isServedStill(page), patience).toBe(false)
    expect(media.hasLines(roomId)).toBe(false)
  })

  test('that are still on their way take their place when they come, and only on the page that has it', async () => {
    await ring(broadcasterId, 'answering')
    expect(await answerOn('answering')).toHaveLength(2)
    expect(await refusalOf(media.preconnect(lineOf(payerId, 'other'), offer))).toBe(409)
    const late = await ring(payerId, 'dialling')
    await expect.poll(() => late.receiver.packets, patience).toBeGreaterThan(20)
    await expect.poll(() => events, patience).toContainEqual({ type: 'connected', roomId, seatId: roomId })
    // The member has gone on elsewhere.
    await media.subscribe(roomId, payerId, callOffer('recvonly', subscriberTraits))
    expect(await refusalOf(media.preconnect(lineOf(payerId, 'dialling'), offer))).toBe(409)
  })

  test.each([
    ['come while the room is being opened', 'room'],
    ['are being answered while the room is opened', 'line'],
  ] as const)('that %s are in its process', async (_what, first) => {
    let opening: Promise<readonly PageOfRoom[]> | undefined
    const page = await connectBothWays(async (own) => {
      if (first === 'room') opening = answerOn('answering')
      const session = media.preconnect(lineOf(broadcasterId, 'answering'), own)
      opening ??= answerOn('answering')
      return (await session).answerSdp
    })
    closing.push(page.sender)
    expect(await opening).toHaveLength(2)
    const dialler = await ring(payerId, 'dialling')
    await expect.poll(() => dialler.receiver.packets, patience).toBeGreaterThan(20)
    await expect.poll(() => events, patience).toContainEqual({ type: 'connected', roomId, seatId: roomId })
  })

  test.each([
    ['what it receives', 'sending'],
    ['what it sends', 'receiving'],
  ] as const)('go on with the other half when the page connects %s anew', async (_what, kept) => {
    const dialler = await ring(payerId, 'dialling')
    const answering = await ring(broadcasterId, 'answering')
    await answerOn('answering')
    await expect.poll(() => answering.receiver.packets, patience).toBeGreaterThan(0)
    if (kept === 'sending') {
      const fresh = await SyntheticReceiver.connect(
        async (own) => (await media.subscribe(roomId, payerId, own)).answerSdp,
      )
      closing.push(fresh)
      await expect.poll(() => fresh.packets, patience).toBeGreaterThan(20)
      const before = answering.receiver.packets
      await expect.poll(() => answering.receiver.packets, patience).toBeGreaterThan(before + 50)
    } else {
      const fresh = await SyntheticSender.connect(
        async (own) => (await media.publish(roomId, payerId, own)).answerSdp,
      )
      closing.push(fresh)
      const before = dialler.receiver.packets
      await expect.poll(() => dialler.receiver.packets, patience).toBeGreaterThan(before + 50)
    }
    expect(await isServedStill(dialler)).toBe(true)
    expect(events.filter(({ type }) => type === 'lost')).toEqual([])
  })

  test.each([
    ['what the page sends', 'publishId'],
    ['what it receives', 'subscribeId'],
  ] as const)('lose one half at a time, and the connection with the last: first %s', async (_what, first) => {
    const sessions: LineSession[] = []
    const page = await connectBothWays(async (own) => {
      const session = await media.preconnect(lineOf(payerId, 'dialling'), own)
      sessions.push(session)
      return session.answerSdp
    })
    closing.push(page.sender)
    await ring(broadcasterId, 'answering')
    await answerOn('answering')
    const [session] = sessions
    const second = first === 'publishId' ? 'subscribeId' : 'publishId'
    await media.closeResource(roomId, payerId, session?.[first] ?? '')
    expect(await isServed(page.client)).toBe(true)
    await media.closeResource(roomId, payerId, session?.[second] ?? '')
    await expect.poll(() => isServed(page.client), patience).toBe(false)
  })

  test('are those of the latest offer, in whatever order offers come', async () => {
    const callee = await ring(broadcasterId, 'page')
    const first = await connectBothWays(
      async (own) => (await media.preconnect(lineOf(payerId, 'dialling', 2), own)).answerSdp,
    )
    closing.push(first.sender)
    expect(await refusalOf(media.preconnect(lineOf(payerId, 'dialling', 1), offer))).toBe(409)
    expect(await isServed(first.client)).toBe(true)
    await answerOn('page')
    await expect.poll(() => first.receiver.packets, patience).toBeGreaterThan(0)
    expect(await refusalOf(media.preconnect(lineOf(payerId, 'dialling', 1), offer))).toBe(409)
    expect([await isServed(first.client), await isServedStill(callee)]).toEqual([true, true])
  })

  test('that died with their process leave their pages without a place', async () => {
    await ring(payerId, 'dialling')
    await ring(broadcasterId, 'page')
    for (const { pid } of media.processes) process.kill(Number(pid), 'SIGKILL')
    await expect.poll(() => media.processesUp(), patience).toEqual([false, false])
    await expect.poll(() => media.processesUp(), patience).toEqual([true, true])
    expect(await refusalOf(media.preconnect(lineOf(payerId, 'dialling'), offer))).toBe(503)
    expect(await answerOn('page')).toEqual([])
  })

  test('that their page gives up are gone, and nobody else can give them up', async () => {
    const page = await ring(broadcasterId, 'page')
    const second = await ring(broadcasterId, 'second')
    await media.closeLine(roomId, { participantId: payerId, pageId: 'second', attempt: 1 })
    await media.closeLine(roomId, { participantId: broadcasterId, pageId: 'of nobody', attempt: 1 })
    expect(await isServedStill(second)).toBe(true)
    // One that was sent before the page came back.
    await media.closeLine(roomId, { participantId: broadcasterId, pageId: 'second', attempt: 0 })
    expect(await isServedStill(second)).toBe(true)
    await media.closeLine(roomId, { participantId: broadcasterId, pageId: 'second', attempt: 1 })
    await expect.poll(() => isServedStill(second), patience).toBe(false)
    await ring(payerId, 'dialling')
    expect(await answerOn('page')).toHaveLength(2)
    expect(await isServedStill(page)).toBe(true)
  })
})

describe('the lines of a media process', () => {
  const endpoint = { bindAddress: '127.0.0.1', udpPort: 0, reportFault: () => undefined }
  test('are those of a few pages of each participant', async () => {
    const lines = new PreconnectedLines(endpoint)
    for (let page = 0; page < pagesPerParticipantMax; page++)
      await lines.preconnect(lineOf(broadcasterId, `page ${page}`), offer)
    expect(await refusalOf(lines.preconnect(lineOf(broadcasterId, 'one more'), offer))).toBe(503)
    await lines.preconnect(lineOf(broadcasterId, 'page 0'), offer)
    await lines.preconnect(lineOf(payerId, 'dialling'), offer)
    lines.closeAll()
  })

  test('are bounded, and a bad offer costs no place', async () => {
    const lines = new PreconnectedLines(endpoint)
    const stand = (room: number, made: string) =>
      lines.preconnect({ ...lineOf(broadcasterId, 'page'), roomId: `room ${room}` }, made)
    for (let room = 0; room < preconnectedPagesMax + 5; room++)
      expect(await refusalOf(stand(room, 'v=0\r\n'))).toBe(422)
    for (let room = 0; room < preconnectedPagesMax; room++) await stand(room, offer)
    expect(await refusalOf(stand(preconnectedPagesMax, offer))).toBe(503)
    lines.close('room 0')
    await stand(preconnectedPagesMax, offer)
    lines.closeAll()
  })

  test('end by themselves', async () => {
    const lines = new PreconnectedLines(endpoint)
    await lines.preconnect(lineOf(broadcasterId, 'page'), offer)
    lines.tick(performance.now() + preconnectedMsMax + 1_000)
    expect(lines.handOver(roomId, [lineOf(broadcasterId, 'page')])).toMatchObject([{ line: null }])
  })

  test('leave their page without a place once they have ended', async () => {
    const lines = new PreconnectedLines(endpoint)
    const page = lineOf(broadcasterId, 'page')
    const { client, sender, receiver } = await connectBothWays(
      async (own) => (await lines.preconnect(page, own)).answerSdp,
    )
    // More sources than any browser has end the connection.
    for (let ssrc = 1; ssrc <= 100; ssrc++) {
      const packet = Buffer.alloc(20)
      writeRtpHeader(packet, { payloadType: 111, marker: false, sequence: 1, timestamp: 1, ssrc })
      client.send(packet)
    }
    await expect.poll(() => isServed(client), patience).toBe(false)
    expect(lines.handOver(roomId, [page])).toEqual([])
    for (const each of [sender, receiver]) each.close()
  })

  test.each([
    ['that only sends', callOffer('sendonly', publisherTraits)],
    ['that only receives', callOffer('recvonly', subscriberTraits)],
    ['whose sections go both ways', offer.replaceAll(/a=(sendonly|recvonly)/g, 'a=sendrecv')],
    ['of two connections', offer.replace('BUNDLE 0 1 2 3', 'BUNDLE 0 1')],
  ])('refuse an offer %s', async (_what, refused) => {
    const lines = new PreconnectedLines(endpoint)
    expect(await refusalOf(lines.preconnect(lineOf(broadcasterId, 'page'), refused))).toBe(422)
  })
})
