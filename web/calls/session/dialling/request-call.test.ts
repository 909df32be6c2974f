import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { begin, incoming } from '../../testing/call-test-timeline.ts'
import { failure } from '../../testing/fake-call-environment.ts'

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

it('resumes a call after a reload although the first look for it failed', async () => {
  const { environment, session, seen, stage, wait } = begin(incoming)
  const running = { dialled: false, phase: 'inCall', connectedAt: '2026-11-20T12:05:00.000Z' } as const
  environment.server.myCall = environment.snapshot(running)
  environment.server.myCallAnswers = [failure('serverFailure')]
  session.start()
  await wait(2)
  expect(seen).not.toContain('elsewhere')
  expect(stage().name).toBe('inCall')
})

it('takes part in a call whose accept was stored, although its response and the first look were lost', async () => {
  const { environment, session, stage, wait } = begin(incoming)
  environment.server.call = environment.snapshot({ dialled: false, phase: 'ringing' })
  environment.server.myCall = environment.server.call
  session.start()
  await wait(0)
  environment.server.acceptAnswers = [failure('serverFailure')]
  environment.server.myCallAnswers = [failure('serverFailure')]
  environment.server.myCall = environment.snapshot({ dialled: false, phase: 'connecting' })
  session.answer()
  await wait(2)
  expect(stage().name).toBe('connecting')
  expect(environment.media.opened).toHaveLength(1)
})
