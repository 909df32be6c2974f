import { expect, test } from 'vitest'
import { type Failure, serverFailure } from '#contract/core/client.ts'
import { refusalBody } from '#contract/refusals.ts'
import { FakeClock } from '../testing/fake-clock.ts'
import { ReadMarks } from './read-marks.ts'

const opened = (script: Failure[] = []) => {
  const clock = new FakeClock()
  const state = { isVisible: true, newest: 5 }
  const requests: number[] = []
  const marks = new ReadMarks({
    clock,
    isVisible: () => state.isVisible,
    newestUnreadSeq: () => state.newest,
    markReads: async (upToSeq) => {
      requests.push(upToSeq)
      return script.shift() ?? { type: 'success', unread: 0 }
    },
    onRead: (seq) => {
      if (state.newest === seq) state.newest = 0
    },
  })
  return { clock, state, requests, marks }
}

test('marks several messages as read with one request, each once', async () => {
  const { clock, state, requests, marks } = opened()
  marks.setAtBottom(true)
  await clock.pass(100)
  state.newest = 7
  marks.check()
  await clock.pass(5_000)
  marks.check()
  await clock.pass(5_000)
  expect(requests).toEqual([7])
})

test('marks nothing as read that nobody sees', async () => {
  const { clock, state, requests, marks } = opened()
  marks.check()
  await clock.pass(1_000)
  state.isVisible = false
  marks.setAtBottom(true)
  await clock.pass(1_000)
  expect(requests).toEqual([])
  state.isVisible = true
  marks.wake()
  // Hidden again before the delay is over.
  state.isVisible = false
  await clock.pass(1_000)
  expect(requests).toEqual([])
  state.isVisible = true
  marks.wake()
  await clock.pass(1_000)
  expect(requests).toEqual([5])
})

test('retries a lost request, but not a refused one', async () => {
  const { clock, requests, marks } = opened([serverFailure, refusalBody('partnerUnavailable')])
  marks.setAtBottom(true)
  await clock.pass(60_000)
  expect(requests).toEqual([5, 5])
})
