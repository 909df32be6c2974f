import { expect, test } from 'vitest'
import { refusalBody } from '#contract/refusals.ts'
import type { PartAnswer } from './send-part.ts'
import { type SendingPorts, sendVideo } from './send-video.ts'

const file = new Blob([new Uint8Array(3_000_000)])

/** A server that holds what arrived; `plan` says what happens to each part before it answers as it should. */
const server = (plan: ('ok' | 'lost' | 'lostAnswer' | 'refused')[] = []) => {
  let received = 0
  const pauses: number[] = []
  const ports: SendingPorts = {
    start: async () => ({ received }),
    part: async (_, { offset, part }): Promise<PartAnswer> => {
      const next = plan.shift() ?? 'ok'
      if (next === 'lost') return null
      if (next === 'refused') return { status: 404, next: null, body: refusalBody('notFound') }
      if (offset !== received) return { status: 409, next: received, body: null }
      received += part.size
      return next === 'lostAnswer' ? null : { status: 204, next: received, body: null }
    },
    wait: async (ms) => void pauses.push(ms),
    now: () => 0,
  }
  return { ports, pauses, received: () => received, lose: (bytes: number) => (received = bytes) }
}

const send = (ports: SendingPorts, signal = new AbortController().signal) => {
  const shares: number[] = []
  const sent = sendVideo(file, { videoId: 'v', onProgress: (share) => shares.push(share), signal }, ports)
  return { sent, shares }
}

test('goes on after lost parts and lost answers, with longer pauses, and sends nothing twice', async () => {
  const { ports, pauses, received } = server(['ok', 'lost', 'lost', 'lostAnswer', 'ok'])
  const { sent, shares } = send(ports)
  expect(await sent).toBe('arrived')
  expect([received(), shares.at(-1)]).toEqual([file.size, 1])
  expect(pauses).toEqual([1_000, 2_000, 4_000])
})

test('begins where the server’s copy ends', async () => {
  const { ports, lose } = server()
  lose(2_500_000)
  const { sent, shares } = send(ports)
  expect(await sent).toBe('arrived')
  expect(shares[0]).toBeCloseTo(2_500_000 / 3_000_000)
})

test('ends with a refusal, and when it is cancelled', async () => {
  expect(await send(server(['refused']).ports).sent).toMatchObject({ code: 'notFound' })
  const cancelled = new AbortController()
  cancelled.abort()
  expect(await send(server().ports, cancelled.signal).sent).toBeNull()
})
