import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Failure } from '#contract/core/client.ts'
import { begin, incoming, outgoing } from '../testing/call-test-timeline.ts'
import { failure } from '../testing/fake-call-environment.ts'
import { callStateOf } from './call-view.ts'

/** Everything runs in virtual time; the server, the sockets, the devices and the media are fakes. */
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('dialling', () => {
  it('requests the devices, rings, connects and runs', async () => {
    const { environment, session, seen, wait } = begin()
    session.start()
    await wait(0)
    expect(environment.requestsOf('sendCallRequest')).toEqual([
      {
        callId: 'new-1',
        pageId: 'this-page',
        partnerId: '10000001',
        callType: 'video',
        origin: 'direct',
        expectedRatePointsPerMin: 200,
      },
    ])
    expect(callStateOf(session.store.get().stage)).toBe('beforeCall')
    expect(environment.media.opened).toEqual([])
    environment.change({ phase: 'connecting' })
    expect(environment.media.opened).toEqual([
      { callId: 'new-1', token: 'bearer', iceServers: [environment.relay] },
    ])
    environment.change({ phase: 'inCall', connectedAt: '2026-11-20T12:05:00.000Z' })
    expect(seen).toEqual(['devices', 'requesting', 'ringing', 'connecting', 'inCall'])
    expect(callStateOf(session.store.get().stage)).toBe('inCall')
  })

  it('waits for a tap on the price when the page was opened without one', async () => {
    const { environment, session, stage, wait } = begin({ ...outgoing, tappedRate: null })
    session.start()
    await wait(60)
    expect(stage().name).toBe('confirm')
    expect(environment.requestsOf('sendCallRequest')).toEqual([])
    session.dial(220)
    await wait(0)
    expect(stage().name).toBe('ringing')
    expect(environment.requestsOf('sendCallRequest')).toMatchObject([{ expectedRatePointsPerMin: 220 }])
  })

  it('shows that the price has risen, and rings only after a tap on the new one', async () => {
    const { environment, session, stage, wait } = begin()
    environment.server.sendAnswers.push(failure('callRateChanged'))
    session.start()
    await wait(60)
    expect(stage()).toMatchObject({ name: 'refused', canRetry: true })
    session.dial(260)
    await wait(0)
    expect(stage().name).toBe('ringing')
    expect(environment.requestsOf('sendCallRequest')).toMatchObject([
      { callId: 'new-1', expectedRatePointsPerMin: 200 },
      { callId: 'new-2', expectedRatePointsPerMin: 260 },
    ])
  })

  it('resumes a call that still runs, after a reload', async () => {
    const { environment, session, stage, wait } = begin({ ...outgoing, tappedRate: null })
    environment.server.myCall = environment.snapshot({
      phase: 'inCall',
      connectedAt: '2026-11-20T12:05:00.000Z',
    })
    session.start()
    await wait(0)
    expect(stage().name).toBe('inCall')
    expect(environment.media.opened).toHaveLength(1)
    expect(environment.requestsOf('sendCallRequest')).toEqual([])
  })

  it('polls every 2 s while it rings, and so learns of an answer without the socket', async () => {
    const { environment, session, stage, wait } = begin()
    session.start()
    await wait(4.5)
    expect(environment.requestsOf('getCall')).toHaveLength(2)
    environment.server.call = environment.snapshot({ phase: 'connecting' })
    await wait(2)
    expect(stage().name).toBe('connecting')
  })

  it('sends the same id again when the answer is lost', async () => {
    const { environment, session, stage, wait } = begin()
    environment.server.sendAnswers.push(failure('serverFailure'), failure('serverFailure'))
    session.start()
    await wait(3)
    expect(environment.requestsOf('sendCallRequest').map((request) => request.callId)).toEqual([
      'new-1',
      'new-1',
      'new-1',
    ])
    expect(stage().name).toBe('ringing')
  })

  it('connects when the callee answers before the answer to the own request arrives', async () => {
    const { environment, session, seen, wait } = begin()
    environment.server.delayMs = 200
    session.start()
    await wait(0.1)
    environment.change({ callId: 'new-1', dialled: true, phase: 'connecting' })
    await wait(0.2)
    expect(seen).not.toContain('elsewhere')
    expect(seen.at(-1)).toBe('connecting')
    expect(environment.media.opened).toHaveLength(1)
  })

  it('isn’t confused by a socket that connects before the server has the ring', async () => {
    const { environment, session, stage, wait } = begin()
    environment.server.delayMs = 200
    environment.server.isUnknown = true
    session.start()
    await wait(0.1)
    environment.socketBack()
    await wait(1)
    environment.server.isUnknown = false
    expect(stage().name).toBe('ringing')
  })

  it('gives up after three losses, and tries the same id on request', async () => {
    const { environment, session, stage, wait } = begin()
    environment.server.sendAnswers.push(...Array<Failure>(3).fill(failure('serverFailure')))
    session.start()
    await wait(10)
    expect(stage()).toEqual({ name: 'refused', message: 'サーバーとの通信に失敗しました', canRetry: true })
    session.dial(200)
    await wait(0)
    expect(environment.requestsOf('sendCallRequest').at(-1)?.callId).toBe('new-1')
    expect(stage().name).toBe('ringing')
  })

  it.each([
    ['insufficientPoints', 'pointless'],
    ['callPartnerBusy', 'withChatButton'],
  ] as const)('ends after the refusal %s as %s', async (code, type) => {
    const { environment, session, stage, wait } = begin()
    environment.server.sendAnswers.push(failure(code))
    session.start()
    await wait(0)
    expect(stage()).toMatchObject({ name: 'ended', info: { type, callId: null, partnerId: '10000001' } })
  })

  it('explains another refusal on the screen', async () => {
    const { environment, session, stage, wait } = begin()
    environment.server.sendAnswers.push(failure('callTooManyRings'))
    session.start()
    await wait(0)
    expect(stage()).toMatchObject({ name: 'refused', canRetry: true })
    session.hangUp()
    expect(stage().name).toBe('left')
    expect(environment.requestsOf('endCall')).toEqual([])
  })

  it('cancels a ring, also one that is still on its way', async () => {
    const { environment, session, stage, wait } = begin()
    environment.server.delayMs = 1_000
    session.start()
    await wait(0.5)
    session.hangUp()
    expect(stage().name).toBe('leaving')
    await wait(3)
    expect(environment.requestsOf('endCall')).toEqual([{ callId: 'new-1' }])
    expect(stage()).toMatchObject({ name: 'ended', info: { type: 'others' } })
  })

  it.each([
    ['missed', 'withChatButton'],
    ['declined', 'withChatButton'],
    ['failed', 'others'],
  ] as const)('ends when it is %s', async (endReason, type) => {
    const { environment, session, stage, wait } = begin()
    session.start()
    await wait(0)
    environment.change({ phase: 'ended', endReason })
    expect(stage()).toMatchObject({ name: 'ended', info: { type, callDurationSec: 0 } })
    expect(environment.devices.stopped).toBe(1)
  })
})

describe('devices', () => {
  it('never rings for a voice call without a microphone', async () => {
    const { environment, session, stage, wait } = begin({ ...outgoing, kind: 'voice' })
    environment.devices.problems = { microphone: 'denied', camera: null }
    session.start()
    await wait(0)
    expect(stage()).toMatchObject({ name: 'blocked', canGoOn: false })
    session.goOnWithoutDevices()
    await wait(5)
    expect(environment.requestsOf('sendCallRequest')).toEqual([])
    environment.devices.problems = { microphone: null, camera: null }
    session.retryDevices()
    await wait(0)
    expect(stage().name).toBe('ringing')
  })

  it('lets a caller watch without a camera, after a notice', async () => {
    const { environment, session, stage, wait } = begin()
    environment.devices.problems = { microphone: null, camera: 'missing' }
    session.start()
    await wait(0)
    expect(stage()).toMatchObject({ name: 'blocked', canGoOn: true })
    session.goOnWithoutDevices()
    await wait(0)
    expect(stage().name).toBe('ringing')
  })

  it.each([
    [null, true],
    ['denied', false],
  ] as const)(
    'lets a broadcaster answer a video call without a camera, with a microphone %s: %s',
    async (microphone, canGoOn) => {
      const { environment, session, stage, wait } = begin(incoming)
      environment.devices.problems = { microphone, camera: 'denied' }
      session.start()
      await wait(0)
      session.answer()
      await wait(0)
      expect(stage()).toMatchObject({ name: 'blocked', canGoOn })
      expect(environment.requestsOf('acceptCall')).toEqual([])
    },
  )
})

describe('an incoming call', () => {
  it('is answered with one press, and connects', async () => {
    const { environment, session, stage, wait } = begin(incoming)
    session.start()
    await wait(0)
    expect(stage().name).toBe('incoming')
    session.answer()
    session.answer()
    await wait(0)
    expect(environment.requestsOf('acceptCall')).toEqual([{ callId: 'call-1', pageId: 'this-page' }])
    expect(stage().name).toBe('connecting')
    expect(environment.media.opened).toHaveLength(1)
  })

  it('is declined even before its details have arrived', async () => {
    const { environment, session, stage, wait } = begin(incoming)
    environment.server.delayMs = 500
    session.start()
    session.hangUp()
    await wait(2)
    expect(environment.requestsOf('endCall')).toEqual([{ callId: 'call-1' }])
    expect(stage().name).toBe('left')
  })

  it('shows nothing to the member who declined it, here or on another device', async () => {
    const { environment, session, stage, wait } = begin(incoming)
    session.start()
    await wait(0)
    environment.change({ dialled: false, phase: 'ended', endReason: 'declined' })
    expect(stage()).toEqual({ name: 'left' })
  })

  it('stops when the dialler cancels', async () => {
    const { environment, session, stage, wait } = begin(incoming)
    session.start()
    await wait(0)
    environment.server.call = environment.snapshot({ dialled: false, phase: 'ended', endReason: 'cancelled' })
    environment.ringOver('call-1')
    await wait(0)
    expect(stage()).toMatchObject({
      name: 'ended',
      info: { type: 'others', message: 'お相手が発信を取り消しました。' },
    })
  })

  it('asks for nothing when it is over by its own answer, which is on its way', async () => {
    const { environment, session, stage, wait } = begin(incoming)
    session.start()
    await wait(0)
    environment.server.delayMs = 500
    session.answer()
    await wait(0.1)
    const before = environment.requestCount()
    environment.ringOver('call-1')
    await wait(0.1)
    expect(environment.requestCount()).toBe(before)
    await wait(1)
    expect(stage().name).toBe('connecting')
  })

  it('stops when another page of the callee answers', async () => {
    const { environment, session, stage, wait } = begin(incoming)
    session.start()
    await wait(0)
    environment.change({ dialled: false, phase: 'connecting' })
    expect(stage().name).toBe('elsewhere')
    expect(environment.media.opened).toEqual([])
    expect(environment.requestsOf('endCall')).toEqual([])
  })

  it('resumes a call that runs after a reload, also when the socket reports it first', async () => {
    const { environment, session, seen, stage, wait } = begin(incoming)
    const running = { dialled: false, phase: 'inCall', connectedAt: '2026-11-20T12:05:00.000Z' } as const
    environment.server.myCall = environment.snapshot(running)
    environment.server.delayMs = 200
    session.start()
    await wait(0.1)
    environment.change(running)
    await wait(1)
    expect(seen).not.toContain('elsewhere')
    expect(stage().name).toBe('inCall')
    expect(environment.media.opened).toHaveLength(1)
  })

  it('is over when the answer arrives too late', async () => {
    const { environment, session, stage, wait } = begin(incoming)
    session.start()
    await wait(0)
    environment.server.acceptAnswers.push(failure('callNotRinging'))
    environment.server.call = environment.snapshot({ dialled: false, phase: 'ended', endReason: 'missed' })
    session.answer()
    await wait(0)
    expect(stage()).toMatchObject({ name: 'ended', info: { message: '着信に応答できませんでした。' } })
  })

  it('is joined when only the response to the answer was lost', async () => {
    const { environment, session, stage, wait } = begin(incoming)
    session.start()
    await wait(0)
    environment.server.acceptAnswers.push(failure('serverFailure'))
    environment.server.myCall = environment.snapshot({ dialled: false, phase: 'connecting' })
    session.answer()
    await wait(0)
    expect(environment.requestsOf('joinCall')).toEqual([{ callId: 'call-1', pageId: 'this-page' }])
    expect(stage().name).toBe('connecting')
  })

  it('stays refused when the answer never reached the server', async () => {
    const { environment, session, stage, wait } = begin(incoming)
    session.start()
    await wait(0)
    environment.server.acceptAnswers.push(failure('serverFailure'))
    environment.server.myCall = environment.snapshot({ dialled: false, phase: 'ringing' })
    session.answer()
    await wait(0)
    expect(environment.requestsOf('joinCall')).toEqual([])
    expect(stage().name).toBe('refused')
  })

  it('ends as pointless when a caller has no points to answer with', async () => {
    const { environment, session, stage, wait } = begin({ ...incoming, role: 'caller' })
    session.start()
    await wait(0)
    environment.server.acceptAnswers.push(failure('insufficientPoints'))
    session.answer()
    await wait(0)
    expect(stage()).toMatchObject({ name: 'ended', info: { type: 'pointless' } })
  })

  it('continues after a reload of its page', async () => {
    const { environment, session, stage, wait } = begin(incoming)
    environment.server.myCall = environment.snapshot({
      dialled: false,
      phase: 'inCall',
      connectedAt: '2026-11-20T12:05:00.000Z',
    })
    session.start()
    await wait(0)
    expect(stage().name).toBe('inCall')
    expect(environment.media.opened).toHaveLength(1)
  })

  it('that ran before a reload never rings again, and is shown as a return', async () => {
    const { environment, session, seen, wait } = begin(incoming)
    environment.runningCallId = 'call-1'
    environment.server.myCall = environment.snapshot({
      dialled: false,
      phase: 'inCall',
      connectedAt: '2026-11-20T12:05:00.000Z',
    })
    environment.server.delayMs = 2_000
    session.start()
    await wait(1)
    expect(session.store.get()).toMatchObject({ isResuming: true, stage: { name: 'looking' } })
    await wait(5)
    expect(seen).not.toContain('incoming')
    expect(session.store.get()).toMatchObject({ isResuming: true, stage: { name: 'inCall' } })
  })

  it('that is over when the page opens says so', async () => {
    const { session, stage, wait } = begin({ ...incoming, callId: null })
    session.start()
    await wait(0)
    expect(stage()).toEqual({ name: 'refused', message: 'この着信は終わっています。', canRetry: false })
  })
})
