import { expect, it } from 'vitest'
import { failureReason, readJsonAnswer } from './json-answer.ts'

const kibibyte = ' '.repeat(1_024)

/** An answer that comes in chunks, with the count of those that were asked for. */
const streamed = (chunks: number) => {
  let pulled = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        pulled += 1
        controller.enqueue(Buffer.from(pulled === chunks ? '{"a":1}' : kibibyte))
        if (pulled === chunks) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return { answer: new Response(body), pulled: () => pulled }
}

it('reads an answer that comes in parts', async () => {
  expect(await readJsonAnswer(streamed(64).answer)).toEqual({ a: 1 })
})

it('reads no more than 64 KiB of a longer one', async () => {
  const { answer, pulled } = streamed(1_000)
  expect(await readJsonAnswer(answer)).toBeUndefined()
  expect(pulled()).toBe(65)
})

it.each(['', 'no', '{'])('answers undefined for %j', async (text) => {
  expect(await readJsonAnswer(new Response(text))).toBeUndefined()
})

it('names a failure by its code', () => {
  expect(failureReason(new DOMException('late', 'TimeoutError'))).toBe('timeout')
  expect(failureReason(new TypeError('failed', { cause: { code: 'ECONNREFUSED' } }))).toBe('ECONNREFUSED')
  expect(failureReason(new TypeError('failed'))).toBe('noAnswer')
})
