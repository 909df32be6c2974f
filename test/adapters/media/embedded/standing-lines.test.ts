import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  pagesPerParticipantMax,
  StandingLines,
  standingMsMax,
  standingPagesMax,
} from '#adapters/media/embedded/rooms/standing-lines.ts'
import { writeRtpHeader } from '#adapters/media/embedded/rtp/rtp.ts'
import { createEmbeddedMedia, type EmbeddedMedia } from '#adapters/media/embedded.ts'
import type { LineSpec, MediaEvent, PageOfRoom } from '#adapters/media/port.ts'
import { zeroReading } from '#adapters/media/port.ts'
import { closeTwoParty, openTwoParty } from '#adapters/media/two-party.ts'
import { callOffer, publisherTraits, subscriberTraits } from '../offers.ts'
import { isServed } from '../support/connectivity-check.ts'
import { refusalOf } from '../support/refusal-of.ts'
import { openRelay, type Relay } from '../support/relay.ts'
import { RtpClient } from '../support/rtp-client.ts'
import { broadcasterId, payerId } from '../support/stage.ts'
import { SyntheticReceiver, SyntheticSender } from '../support/synthetic.ts'

const noLog = { error: () => undefined, info: () => undefined }
const patience = { timeout: 15_000, interval: 20 }
const roomId = 'ringing'
const lineOf = (participantId: string, pageId: string): LineSpec => ({
  roomId,
  kind: 'video',
  participantId,
  pageId,
})
const offers = {
  publish: callOffer('sendonly', publisherTraits),
  subscribe: callOffer('recvonly', subscriberTraits),
}

/** A page whose line is up, and that sends although nobody has answered. */
interface RingingPage {
  sender: SyntheticSender
  receiver: SyntheticReceiver
  relay: { ofSender: Relay; ofReceiver: Relay }
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
    const relay = { ofSender: await openRelay(), ofReceiver: await openRelay() }
    const sender = await SyntheticSender.connect(async (offer) =>
      relay.ofSender.rewrite((await media.stand('publish', line, offer)).answerSdp),
    )
    const receiver = await SyntheticReceiver.connect(async (offer) =>
      relay.ofReceiver.rewrite((await media.stand('subscribe', line, offer)).answerSdp),
    )
    closing.push(sender, receiver, relay.ofSender, relay.ofReceiver)
    return { sender, receiver, relay }
  }
  /** Whether the server still has its lines, those for sending and for receiving. */
  const areServed = ({ sender, receiver }: RingingPage) =>
    Promise.all([sender, receiver].map(({ client }) => isServed(client)))
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
    expect.poll(() => page.relay.ofSender.mediaPackets().toServer, patience).toBeGreaterThan(packets)

  test('carry nothing before the answer, whatever is sent, and everything at once after it', async () => {
    const dialler = await ring(payerId, 'dialling')
    const answering = await ring(broadcasterId, 'answering')
    // Both lie: a page of ours sends nothing before the answer.
    await Promise.all([hasSent(dialler, 100), hasSent(answering, 100)])
    for (const page of [dialler, answering]) {
      expect(page.relay.ofReceiver.mediaPackets().toClient).toBe(0)
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

  test('are asked for a key frame by the answer itself, though no packet comes after it', async () => {
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
    await expect.poll(() => areServed(laptop), patience).toEqual([false, false])
    await expect.poll(() => dialler.receiver.packets, patience).toBeGreaterThan(0)
    expect(await areServed(phone)).toEqual([true, true])
    expect(laptop.relay.ofReceiver.mediaPackets().toClient).toBe(0)
    expect(await refusalOf(media.stand('publish', lineOf(broadcasterId, 'late'), offers.publish))).toBe(409)
  })

  test('end with the ring', async () => {
    const dialler = await ring(payerId, 'dialling')
    const callee = await ring(broadcasterId, 'page')
    await media.closeLines(roomId)
    for (const page of [dialler, callee])
      await expect.poll(() => areServed(page), patience).toEqual([false, false])
    expect(media.hasLines(roomId)).toBe(false)
  })

  test('that are still on their way take their place when they come, and only on the page that has it', async () => {
    const half = await SyntheticSender.connect(
      async (offer) => (await media.stand('publish', lineOf(broadcasterId, 'answering'), offer)).answerSdp,
    )
    closing.push(half)
    expect(await answerOn('answering')).toHaveLength(2)
    const other = lineOf(payerId, 'other')
    expect(await refusalOf(media.stand('subscribe', other, offers.subscribe))).toBe(409)
    const late = await SyntheticReceiver.connect(
      async (offer) => (await media.stand('subscribe', lineOf(payerId, 'dialling'), offer)).answerSdp,
    )
    closing.push(late)
    await expect.poll(() => late.packets, patience).toBeGreaterThan(20)
    // The member has gone on elsewhere.
    await media.subscribe(roomId, payerId, offers.subscribe)
    const old = media.stand('subscribe', lineOf(payerId, 'dialling'), offers.subscribe)
    expect(await refusalOf(old)).toBe(409)
  })

  test('that come while the room is being opened are in its process', async () => {
    let opening: Promise<readonly PageOfRoom[]> | undefined
    const sender = await SyntheticSender.connect(async (offer) => {
      opening = answerOn('answering')
      return (await media.stand('publish', lineOf(broadcasterId, 'answering'), offer)).answerSdp
    })
    closing.push(sender)
    expect(await opening).toHaveLength(2)
    const receiver = await SyntheticReceiver.connect(
      async (offer) => (await media.stand('subscribe', lineOf(payerId, 'dialling'), offer)).answerSdp,
    )
    closing.push(receiver)
    await expect.poll(() => receiver.packets, patience).toBeGreaterThan(20)
    await expect.poll(() => events, patience).toContainEqual({ type: 'connected', roomId, seatId: roomId })
  })

  test('that died with their process leave their pages without a place', async () => {
    await ring(payerId, 'dialling')
    await ring(broadcasterId, 'page')
    for (const { pid } of media.processes) process.kill(Number(pid), 'SIGKILL')
    await expect.poll(() => media.processesUp(), patience).toEqual([false, false])
    await expect.poll(() => media.processesUp(), patience).toEqual([true, true])
    expect(await refusalOf(media.stand('publish', lineOf(payerId, 'dialling'), offers.publish))).toBe(503)
    expect(await answerOn('page')).toEqual([])
  })

  test('that their page gives up are gone, and nobody else can give them up', async () => {
    const page = await ring(broadcasterId, 'page')
    const { resourceId } = await media.stand('publish', lineOf(broadcasterId, 'second'), offers.publish)
    await media.closeResource(roomId, payerId, resourceId)
    await media.closeResource(roomId, broadcasterId, 'of nobody')
    expect(await areServed(page)).toEqual([true, true])
    await media.closeResource(roomId, broadcasterId, resourceId)
    await ring(payerId, 'dialling')
    expect(await answerOn('page')).toHaveLength(2)
    expect(await areServed(page)).toEqual([true, true])
  })
})

describe('the lines of a media process', () => {
  const endpoint = { bindAddress: '127.0.0.1', udpPort: 0, reportFault: () => undefined }
  const standOn = (lines: StandingLines, spec: LineSpec) =>
    Promise.all([lines.publish(spec, offers.publish), lines.subscribe(spec, offers.subscribe)])

  test('are those of a few pages of each participant', async () => {
    const lines = new StandingLines(endpoint)
    for (let page = 0; page < pagesPerParticipantMax; page++)
      await standOn(lines, lineOf(broadcasterId, `page ${page}`))
    expect(await refusalOf(standOn(lines, lineOf(broadcasterId, 'one more')))).toBe(503)
    await standOn(lines, lineOf(broadcasterId, 'page 0'))
    await standOn(lines, lineOf(payerId, 'dialling'))
    lines.closeAll()
  })

  test('are bounded, and a bad offer costs no place', async () => {
    const lines = new StandingLines(endpoint)
    const publish = (room: number, offer: string) =>
      lines.publish({ ...lineOf(broadcasterId, 'page'), roomId: `room ${room}` }, offer)
    for (let room = 0; room < standingPagesMax + 5; room++)
      expect(await refusalOf(publish(room, 'v=0\r\n'))).toBe(422)
    for (let room = 0; room < standingPagesMax; room++) await publish(room, offers.publish)
    expect(await refusalOf(publish(standingPagesMax, offers.publish))).toBe(503)
    lines.close('room 0')
    await publish(standingPagesMax, offers.publish)
    lines.closeAll()
  })

  test('end by themselves', async () => {
    const lines = new StandingLines(endpoint)
    await standOn(lines, lineOf(broadcasterId, 'page'))
    lines.tick(performance.now() + standingMsMax + 1_000)
    expect(lines.handOver(roomId, [lineOf(broadcasterId, 'page')])).toEqual([[expect.anything(), {}]])
  })

  test('leave their page without a place once one of them has ended', async () => {
    const lines = new StandingLines(endpoint)
    const page = lineOf(broadcasterId, 'page')
    const client = await RtpClient.connect(
      { direction: 'sendonly', hasVideo: true },
      async (offer) => (await lines.publish(page, offer)).answerSdp,
    )
    await lines.subscribe(page, offers.subscribe)
    // More sources than any browser has end the connection.
    for (let ssrc = 1; ssrc <= 100; ssrc++) {
      const packet = Buffer.alloc(20)
      writeRtpHeader(packet, { payloadType: 111, marker: false, sequence: 1, timestamp: 1, ssrc })
      client.send(packet)
    }
    await expect.poll(() => isServed(client), patience).toBe(false)
    expect(lines.handOver(roomId, [page])).toEqual([])
    client.close()
  })
})
