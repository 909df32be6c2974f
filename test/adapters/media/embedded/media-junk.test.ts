import { createSocket, type Socket } from 'node:dgram'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { writeRtpHeader } from '#adapters/media/embedded/rtp/rtp.ts'
import { createEmbeddedMedia, type EmbeddedMedia } from '#adapters/media/embedded.ts'
import { MediaRefused } from '#adapters/media/port.ts'
import { chromiumSimulcastOffer } from '../support/chromium-simulcast-offer.ts'
import { datagrams, rtcpPackets, rtpPackets, sampled, tampered } from '../support/junk.ts'
import { mutated } from '../support/mutations.ts'
import { openRelay, type Relay } from '../support/relay.ts'
import type { RtpClient } from '../support/rtp-client.ts'
import { broadcasterId, payerId } from '../support/stage.ts'
import { packetsPerSec } from '../support/synthetic.ts'
import { SyntheticCall } from '../support/synthetic-call.ts'

const noLog = { error: () => undefined, info: () => undefined }
/** So many at once, then a packet of the undisturbed call: the sockets of this machine hold no more. */
const batch = 40
const patience = { timeout: 15_000, interval: 50 }
/** A reading counts up to the receiver's last report, one a second, and is sent every half second. */
const readingAgeMsMax = 1_700

/**
 * One media process with a call that has nothing to do with the junk, and one that receives it. Whatever arrives, the
 * process lives, the first call goes on undisturbed, and new calls are accepted.
 */
describe('a media process that is sent junk', () => {
  let media: EmbeddedMedia
  let died: Promise<void>
  let witness: SyntheticCall
  let target: SyntheticCall
  let relay: Relay
  let strangers: Socket[]

  beforeAll(async () => {
    media = createEmbeddedMedia({ udpPort: 0, bindAddress: '0.0.0.0', hasRelays: true, log: noLog })
    await media.start()
    died = new Promise((resolve) => media.onEvent(({ type }) => type === 'down' && resolve()))
    witness = await SyntheticCall.connect(media)
  })
  afterAll(async () => {
    await witness?.close()
    await media?.stop()
  })
  beforeEach(async () => {
    target = await SyntheticCall.open(media)
    relay = await openRelay()
    strangers = Array.from({ length: 3 }, () => createSocket('udp4'))
    target.rewrites.broadcaster = relay.rewrite
    target.rewrites.payer = relay.rewrite
    await target.join()
  })
  afterEach(async () => {
    await target.close()
    relay.close()
    for (const stranger of strangers) stranger.close()
  })

  const clients = (): [ofBroadcaster: RtpClient, ofCaller: RtpClient] => {
    if (!target.ofBroadcaster || !target.ofCaller) throw new Error('nobody is in the call')
    return [target.ofBroadcaster.client, target.ofCaller.client]
  }
  /** In turns from several places to the media port and the one for relays. */
  const fromStrangers = (piece: Buffer, index: number): void => {
    const candidates = witness.ofBroadcaster?.client.answer.matchAll(/^a=candidate:(?:\S+ ){5}(\d+)/gm) ?? []
    const ports = [...new Set([...candidates].map(([, port]) => Number(port)))]
    strangers[index % strangers.length]?.send(piece, ports[index % ports.length] ?? 0, '127.0.0.1')
  }
  const throwAll = async (pieces: readonly Buffer[], send: (piece: Buffer, index: number) => void) => {
    for (const [index, piece] of pieces.entries()) {
      send(piece, index)
      if (index % batch === batch - 1) await Promise.race([witness.ofCaller?.next(), died])
    }
  }
  const lookAt = () => ({
    at: performance.now(),
    sent: witness.ofBroadcaster?.sentPackets ?? 0,
    received: witness.ofCaller?.packets ?? 0,
    chargedMs: witness.reading().chargedMs,
  })
  const unharmed = async (work: () => Promise<void>) => {
    const pid = media.processes[0]?.pid
    const before = lookAt()
    await work()
    await vi.waitFor(() => {
      const now = lookAt()
      const chargedMs = now.chargedMs - before.chargedMs
      const mediaMs = ((now.received - before.received) * 1_000) / packetsPerSec
      expect(chargedMs).toBeGreaterThan(mediaMs * 0.8 - readingAgeMsMax)
      expect(chargedMs).toBeLessThan(now.at - before.at + readingAgeMsMax)
      expect(chargedMs).toBeGreaterThan(0)
    }, patience)
    const after = lookAt()
    expect(after.received - before.received).toBeGreaterThan((after.sent - before.sent) * 0.8)
    expect(witness.happened()).toEqual(['connected'])
    expect(media.processes[0]?.pid).toBe(pid)
    const next = await SyntheticCall.connect(media)
    await next.close()
  }

  test('datagrams of any kind, from strangers and in the name of its clients', async () => {
    const userNames = clients().map(({ stunUserName }) => stunUserName)
    await unharmed(async () => {
      await throwAll(sampled(datagrams(userNames), 1_500), fromStrangers)
      await throwAll(sampled(datagrams(userNames), 1_000, 2), relay.inject)
      // In the middle of handshakes, which may fail by it.
      const joining = target.join().catch(() => undefined)
      await throwAll(sampled(datagrams(userNames), 300, 3), relay.inject)
      await Promise.race([joining, witness.flows()])
    })
  })

  test('what was overheard, again and changed, from strangers and in the name of its clients', async () => {
    await target.flows(300)
    const overheard = relay.captured()
    // Checks and handshakes, not media alone.
    expect(overheard.some((datagram) => (datagram[0] ?? 0) < 64)).toBe(true)
    const pieces = overheard.flatMap((datagram, index) => sampled(tampered(datagram), 2, index))
    await unharmed(async () => {
      await throwAll(pieces, fromStrangers)
      await throwAll(pieces, relay.inject)
    })
  })

  test('malformed RTP and RTCP over a connection that is established', async () => {
    const [ofBroadcaster, ofCaller] = clients()
    const { sound, picture } = target.ofBroadcaster?.ssrcs ?? {}
    const ssrcs = [sound ?? 0, picture ?? 0, ...(target.ofCaller?.ssrcs ?? []), 0, 1, 2, 0xffff_ffff]
    let accepted = 0
    const send = (piece: Buffer, index: number) => {
      if ((index % 2 === 0 ? ofBroadcaster : ofCaller).send(piece)) accepted += 1
    }
    const pieces = sampled(fc.oneof(rtpPackets(ssrcs), rtcpPackets(ssrcs)), 3_000)
    await unharmed(() => throwAll(pieces, send))
    // What the client's own transport refuses to encrypt never leaves.
    expect(accepted).toBeGreaterThan(pieces.length / 2)
  })

  test('packets from ever new sources: that connection is closed', async () => {
    const [ofBroadcaster] = clients()
    const packet = Buffer.alloc(100)
    const send = (source: number) => {
      writeRtpHeader(packet, { payloadType: 96, marker: false, sequence: 0, timestamp: 0, ssrc: source })
      return ofBroadcaster.send(packet)
    }
    await unharmed(async () => {
      // A browser that publishes three encodings names ten.
      for (let source = 1; source <= 20; source++) send(source)
      await target.flows()
      for (let source = 1; source <= 100; source++) send(source)
      await target.happens('lost')
    })
    await target.join()
  })

  test('offers that are mutilated: each is answered or refused', async () => {
    const outcomes = { answered: 0, refused: 0 }
    const receiving = chromiumSimulcastOffer.replaceAll('a=sendonly', 'a=recvonly')
    const requests = [
      ...sampled(mutated(chromiumSimulcastOffer), 300).map(
        (each) => () => media.publish(target.roomId, broadcasterId, each),
      ),
      ...sampled(mutated(receiving), 100).map((each) => () => media.subscribe(target.roomId, payerId, each)),
    ]
    await unharmed(async () => {
      for (const request of requests) {
        try {
          await request()
          outcomes.answered += 1
        } catch (error) {
          expect(error).toBeInstanceOf(MediaRefused)
          expect(error).not.toMatchObject({ status: 503 })
          outcomes.refused += 1
        }
      }
    })
    expect(outcomes.answered).toBeGreaterThan(20)
    expect(outcomes.refused).toBeGreaterThan(20)
  })
})
