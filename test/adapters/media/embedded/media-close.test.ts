import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeRtpHeader } from '#adapters/media/embedded/rtp/rtp.ts'
import { createEmbeddedMedia, type EmbeddedMedia } from '#adapters/media/embedded.ts'
import type { RtpClient } from '../support/rtp-client.ts'
import { SyntheticCall } from '../support/synthetic-call.ts'

const noLog = { error: () => undefined, info: () => undefined }

/** A client without the alert takes 5 s to notice; the alert takes milliseconds, also on a busy machine. */
const closedWithinMs = 2_000

/** True when the alert arrives in time. */
const closedIn = (client: RtpClient | undefined): Promise<boolean> =>
  new Promise((resolve) => {
    client?.onEnd(() => resolve(true))
    AbortSignal.timeout(closedWithinMs).addEventListener('abort', () => resolve(false))
  })

describe('a client learns by DTLS that the server ends its session', () => {
  let media: EmbeddedMedia
  let call: SyntheticCall
  beforeEach(async () => {
    media = createEmbeddedMedia({ udpPort: 0, bindAddress: '127.0.0.1', log: noLog })
    await media.start()
    call = await SyntheticCall.connect(media)
  })
  afterEach(async () => {
    await call?.close()
    await media?.stop()
  })
  const bothClosed = () =>
    Promise.all([closedIn(call.ofBroadcaster?.client), closedIn(call.ofCaller?.client)])

  test('when the call ends, in both directions', async () => {
    const ended = bothClosed()
    await media.closeRoom(call.roomId)
    expect(await ended).toEqual([true, true])
  })

  test('when the media server stops', async () => {
    const ended = bothClosed()
    await media.stop()
    expect(await ended).toEqual([true, true])
  })

  test('when it is ended for what it sends', async () => {
    const ended = closedIn(call.ofBroadcaster?.client)
    const packet = Buffer.alloc(100)
    for (let ssrc = 1; ssrc <= 100; ssrc++) {
      writeRtpHeader(packet, { payloadType: 96, marker: false, sequence: 0, timestamp: 0, ssrc })
      call.ofBroadcaster?.client.send(packet)
    }
    expect(await ended).toBe(true)
  })
})
