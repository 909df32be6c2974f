import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { begin } from '../testing/call-test-timeline.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('ends a ring that arrives after its screen was left, and no other', async () => {
  const { environment, session, wait } = begin()
  environment.server.delayMs = 200
  session.start()
  await wait(0.1)
  session.dispose()
  expect(environment.requestsOf('endCall')).toEqual([])
  await wait(0.2)
  expect(environment.requestsOf('endCall')).toEqual([{ callId: 'new-1' }])

  const stays = begin()
  stays.environment.server.delayMs = 200
  stays.session.start()
  await stays.wait(0.3)
  stays.session.dispose()
  await stays.wait(0.3)
  expect(stays.environment.requestsOf('endCall')).toEqual([])
})
