import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { uploadBytesMax } from '#contract/images/images.ts'
import { receiveUpload } from './receive-upload.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A body that sends this many bytes every so many milliseconds until all are sent. */
const paced = (bytes: number, everyMs: number, total: number) => {
  let sent = 0
  const cancelled = vi.fn()
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    await new Promise((resolve) => setTimeout(resolve, everyMs))
    controller.enqueue(new Uint8Array(bytes))
    sent += bytes
    if (sent >= total) controller.close()
  }
  return { body: new ReadableStream({ pull, cancel: cancelled }, { highWaterMark: 0 }), cancelled }
}

const receive = async (body: ReadableStream<Uint8Array>, spool = { write: async () => true }) => {
  const beganAtMs = Date.now()
  const ended = receiveUpload(body, spool, { now: Date.now }).then((answer) => ({
    answer,
    afterMs: Date.now() - beganAtMs,
  }))
  await vi.advanceTimersByTimeAsync(70_000)
  return ended
}

test('a byte a second is cut off after ten seconds', async () => {
  const { body, cancelled } = paced(1, 1_000, 100)
  expect(await receive(body)).toEqual({
    answer: { refused: 'uploadCutOff' },
    afterMs: expect.closeTo(10_002, -1),
  })
  expect(cancelled).toHaveBeenCalledOnce()
})

test('a body without any bytes is cut off at the same time', async () => {
  const { body } = paced(1, 100_000, 100)
  expect(await receive(body)).toEqual({ answer: { refused: 'uploadCutOff' }, afterMs: 10_000 })
})

test('400 KB of a slow phone arrive, with a pause of nine seconds in between', async () => {
  const slow = paced(10_000, 1_000, 400_000)
  expect(await receive(slow.body)).toEqual({ answer: 'received', afterMs: 40_000 })
  const inTunnel = paced(90_000, 9_500, 400_000)
  expect(await receive(inTunnel.body)).toMatchObject({ answer: 'received' })
})

test('a body is cut off after sixty seconds, however many bytes came', async () => {
  const { body } = paced(50_000, 1_000, 10_000_000)
  expect(await receive(body)).toEqual({ answer: { refused: 'uploadCutOff' }, afterMs: 60_000 })
})

test('too many bytes, or a full spool, end it at once', async () => {
  const { body } = paced(1_000_000, 1, uploadBytesMax * 2)
  expect(await receive(body)).toEqual({ answer: { refused: 'uploadTooLarge' }, afterMs: 16 })
  const full = { write: async () => false }
  expect(await receive(paced(1, 1, 9).body, full)).toEqual({
    answer: { refused: 'uploadTooMany' },
    afterMs: 1,
  })
})
