import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallSnapshot } from '../../contract/calls.ts'
import type { Failure } from '../../contract/client.ts'
import { type CallEntry, CallSession } from './call-session.ts'
import { callStateOf, connectedSecAt } from './call-view.ts'
import { failure, fakeCallWorld } from './fake-call-world.ts'

/** Everything runs in virtual time; the server, the sockets, the devices and the media are fakes. */
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const outgoing: CallEntry = {
  direction: 'outgoing',
  kind: 'video',
  partnerId: '10000001',
  role: 'caller',
  wasTapped: true,
}
const incoming: CallEntry = {
  direction: 'incoming',
  kind: 'video',
  partnerId: '10000001',
  role: 'broadcaster',
  callId: 'call-1',
}

const begin = (entry: CallEntry = outgoing) => {
  const world = fakeCallWorld()
  const session = new CallSession(world.ports, entry)
  const seen: string[] = []
  session.store.subscribe(() => {
    const { name } = session.store.get().stage
    if (seen.at(-1) !== name) seen.push(name)
  })
  return {
    world,
    session,
    seen,
    stage: () => session.store.get().stage,
    wait: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000),
  }
}

/** A caller's video call that is connected and running. */
const connected = async () => {
  const it = begin()
  it.world.server.call = it.world.snapshot({ phase: 'ringing' })
  it.session.start()
  await it.wait(0)
  it.world.news({ phase: 'connecting' })
  it.world.news({ phase: 'inCall', connectedAt: '2026-11-20T12:05:00.000Z' })
  await it.wait(0)
  return it
}

describe('dialling', () => {
  it('asks for the devices, rings, connects and runs', async () => {
    const { world, session, seen, wait } = begin()
    session.start()
    await wait(0)
    expect(world.asked('sendCallRequest')).toEqual([
      { callId: 'new-1', partnerId: '10000001', callType: 'video' },
    ])
    expect(callStateOf(session.store.get().stage)).toBe('beforeCall')
    expect(world.media.opened).toEqual([])
    world.news({ phase: 'connecting' })
    expect(world.media.opened).toEqual([{ callId: 'new-1', token: 'bearer' }])
    world.news({ phase: 'inCall', connectedAt: '2026-11-20T12:05:00.000Z' })
    expect(seen).toEqual(['devices', 'requesting', 'ringing', 'connecting', 'inCall'])
    expect(callStateOf(session.store.get().stage)).toBe('inCall')
  })

  it('waits for a tap on the price when the page was opened without one', async () => {
    const { world, session, stage, wait } = begin({ ...outgoing, wasTapped: false })
    session.start()
    await wait(60)
    expect(stage().name).toBe('confirm')
    expect(world.asked('sendCallRequest')).toEqual([])
    session.dial()
    await wait(0)
    expect(stage().name).toBe('ringing')
  })

  it('comes back to a call that still runs, after a reload', async () => {
    const { world, session, stage, wait } = begin({ ...outgoing, wasTapped: false })
    world.server.myCall = world.snapshot({ phase: 'inCall', connectedAt: '2026-11-20T12:05:00.000Z' })
    session.start()
    await wait(0)
    expect(stage().name).toBe('inCall')
    expect(world.media.opened).toHaveLength(1)
    expect(world.asked('sendCallRequest')).toEqual([])
  })

  it('shows every 2 s that it is still there, and so hears of an answer without the socket', async () => {
    const { world, session, stage, wait } = begin()
    session.start()
    await wait(4.5)
    expect(world.asked('getCall')).toHaveLength(2)
    world.server.call = world.snapshot({ phase: 'connecting' })
    await wait(2)
    expect(stage().name).toBe('connecting')
  })

  it('sends the same id again when the answer is lost', async () => {
    const { world, session, stage, wait } = begin()
    world.server.sendAnswers.push(failure('serverFailure'), failure('serverFailure'))
    session.start()
    await wait(3)
    expect(world.asked('sendCallRequest').map((request) => request.callId)).toEqual([
      'new-1',
      'new-1',
      'new-1',
    ])
    expect(stage().name).toBe('ringing')
  })

  it('gives up after three losses, and tries the same id when asked to', async () => {
    const { world, session, stage, wait } = begin()
    world.server.sendAnswers.push(...Array<Failure>(3).fill(failure('serverFailure')))
    session.start()
    await wait(10)
    expect(stage()).toEqual({ name: 'refused', message: 'サーバーとの通信に失敗しました', canRetry: true })
    session.dial()
    await wait(0)
    expect(world.asked('sendCallRequest').at(-1)?.callId).toBe('new-1')
    expect(stage().name).toBe('ringing')
  })

  it.each([
    ['insufficientPoints', 'pointless'],
    ['callPartnerBusy', 'withChatButton'],
  ] as const)('leaves %s behind as %s', async (code, type) => {
    const { world, session, stage, wait } = begin()
    world.server.sendAnswers.push(failure(code))
    session.start()
    await wait(0)
    expect(stage()).toMatchObject({ name: 'ended', info: { type, callId: null, partnerId: '10000001' } })
  })

  it('explains another refusal on the screen', async () => {
    const { world, session, stage, wait } = begin()
    world.server.sendAnswers.push(failure('callTooManyRings'))
    session.start()
    await wait(0)
    expect(stage()).toMatchObject({ name: 'refused', canRetry: true })
    session.hangUp()
    expect(stage().name).toBe('left')
    expect(world.asked('endCall')).toEqual([])
  })

  it('cancels a ring, also one that is still on its way', async () => {
    const { world, session, stage, wait } = begin()
    world.server.delayMs = 1_000
    session.start()
    await wait(0.5)
    session.hangUp()
    expect(stage().name).toBe('leaving')
    await wait(3)
    expect(world.asked('endCall')).toEqual([{ callId: 'new-1' }])
    expect(stage()).toMatchObject({ name: 'ended', info: { type: 'others' } })
  })

  it.each([
    ['missed', 'withChatButton'],
    ['declined', 'withChatButton'],
    ['failed', 'others'],
  ] as const)('ends when it is %s', async (endReason, type) => {
    const { world, session, stage, wait } = begin()
    session.start()
    await wait(0)
    world.news({ phase: 'ended', endReason })
    expect(stage()).toMatchObject({ name: 'ended', info: { type, callDurationSec: 0 } })
    expect(world.devices.stopped).toBe(1)
  })
})

describe('devices', () => {
  it('never rings for a voice call without a microphone', async () => {
    const { world, session, stage, wait } = begin({ ...outgoing, kind: 'voice' })
    world.devices.problems = { microphone: 'denied', camera: null }
    session.start()
    await wait(0)
    expect(stage()).toMatchObject({ name: 'blocked', canGoOn: false })
    session.goOnWithoutDevices()
    await wait(5)
    expect(world.asked('sendCallRequest')).toEqual([])
    world.devices.problems = { microphone: null, camera: null }
    session.retryDevices()
    await wait(0)
    expect(stage().name).toBe('ringing')
  })

  it('lets a caller watch without a camera, after saying so', async () => {
    const { world, session, stage, wait } = begin()
    world.devices.problems = { microphone: null, camera: 'missing' }
    session.start()
    await wait(0)
    expect(stage()).toMatchObject({ name: 'blocked', canGoOn: true })
    session.goOnWithoutDevices()
    await wait(0)
    expect(stage().name).toBe('ringing')
  })

  it('never lets her answer when nothing of her could reach him', async () => {
    const { world, session, stage, wait } = begin(incoming)
    world.devices.problems = { microphone: 'denied', camera: 'denied' }
    session.start()
    await wait(0)
    session.answer()
    await wait(0)
    expect(stage()).toMatchObject({ name: 'blocked', canGoOn: false })
    expect(world.asked('acceptCall')).toEqual([])
  })
})

describe('an incoming call', () => {
  it('is answered with one press, and connects', async () => {
    const { world, session, stage, wait } = begin(incoming)
    session.start()
    await wait(0)
    expect(stage().name).toBe('incoming')
    session.answer()
    session.answer()
    await wait(0)
    expect(world.asked('acceptCall')).toEqual([{ callId: 'call-1' }])
    expect(stage().name).toBe('connecting')
    expect(world.media.opened).toHaveLength(1)
  })

  it('is declined even before its details have come', async () => {
    const { world, session, stage, wait } = begin(incoming)
    world.server.delayMs = 500
    session.start()
    session.hangUp()
    await wait(2)
    expect(world.asked('endCall')).toEqual([{ callId: 'call-1' }])
    expect(stage().name).toBe('ended')
  })

  it('stops when the dialler gives up', async () => {
    const { world, session, stage, wait } = begin(incoming)
    session.start()
    await wait(0)
    world.server.call = world.snapshot({ dialled: false, phase: 'ended', endReason: 'cancelled' })
    world.ringOver('call-1')
    await wait(0)
    expect(stage()).toMatchObject({
      name: 'ended',
      info: { type: 'others', message: 'お相手が発信を取り消しました。' },
    })
  })

  it('stops when another page of hers answers', async () => {
    const { world, session, stage, wait } = begin(incoming)
    session.start()
    await wait(0)
    world.news({ dialled: false, phase: 'connecting' })
    expect(stage().name).toBe('elsewhere')
    expect(world.media.opened).toEqual([])
    expect(world.asked('endCall')).toEqual([])
  })

  it('is over when the answer comes too late', async () => {
    const { world, session, stage, wait } = begin(incoming)
    session.start()
    await wait(0)
    world.server.acceptAnswers.push(failure('callNotRinging'))
    world.server.call = world.snapshot({ dialled: false, phase: 'ended', endReason: 'missed' })
    session.answer()
    await wait(0)
    expect(stage()).toMatchObject({ name: 'ended', info: { message: '着信に応答できませんでした。' } })
  })

  it('ends as pointless when a caller has no points to answer with', async () => {
    const { world, session, stage, wait } = begin({ ...incoming, role: 'caller' })
    session.start()
    await wait(0)
    world.server.acceptAnswers.push(failure('insufficientPoints'))
    session.answer()
    await wait(0)
    expect(stage()).toMatchObject({ name: 'ended', info: { type: 'pointless' } })
  })

  it('runs on after a reload of its page', async () => {
    const { world, session, stage, wait } = begin(incoming)
    world.server.myCall = world.snapshot({
      dialled: false,
      phase: 'inCall',
      connectedAt: '2026-11-20T12:05:00.000Z',
    })
    session.start()
    await wait(0)
    expect(stage().name).toBe('inCall')
    expect(world.media.opened).toHaveLength(1)
  })

  it('that is over when the page is opened says so', async () => {
    const { session, stage, wait } = begin({ ...incoming, callId: null })
    session.start()
    await wait(0)
    expect(stage()).toEqual({ name: 'refused', message: 'この着信は終わっています。', canRetry: false })
  })
})

describe('in the call', () => {
  it('beats for the payer every 6 s, each with an id of its own', async () => {
    const { world, wait } = await connected()
    await wait(18)
    const beats = world.asked('pay')
    expect(beats).toHaveLength(4)
    expect(new Set(beats.map((beat) => beat.requestId)).size).toBe(4)
  })

  it('never beats for her', async () => {
    const { world, session, wait } = begin(incoming)
    session.start()
    await wait(0)
    session.answer()
    await wait(0)
    world.news({
      dialled: false,
      role: 'broadcaster',
      phase: 'inCall',
      connectedAt: '2026-11-20T12:05:00.000Z',
    })
    await wait(30)
    expect(world.asked('pay')).toEqual([])
  })

  it('asks how it stands only while the socket is down', async () => {
    const { world, wait } = await connected()
    const before = world.asked('getCall').length
    await wait(20)
    expect(world.asked('getCall')).toHaveLength(before)
    world.socketIsUp = false
    await wait(6)
    expect(world.asked('getCall')).toHaveLength(before + 3)
  })

  it('asks what it missed when the socket is back', async () => {
    const { world, stage, wait } = await connected()
    world.server.call = world.snapshot({ phase: 'ended', endReason: 'byBroadcaster', callDurationSec: 9 })
    world.socketBack()
    await wait(0)
    expect(stage()).toMatchObject({ name: 'ended', info: { callDurationSec: 9 } })
  })

  it('stands still while a side is away, and asks for the meter when it is back', async () => {
    const { world, session, wait } = await connected()
    world.news({ phase: 'inCall', connectedAt: '2026-11-20T12:05:00.000Z', reconnecting: 'broadcaster' })
    expect(session.store.get().standsSince).not.toBeNull()
    const before = world.asked('pay').length
    await wait(1)
    world.news({ phase: 'inCall', connectedAt: '2026-11-20T12:05:00.000Z', reconnecting: null })
    expect(session.store.get().standsSince).toBeNull()
    expect(world.asked('pay').length).toBe(before + 1)
  })

  it('stands still when its own line is down, before the server knows', async () => {
    const { world, session } = await connected()
    world.media.state('reconnecting')
    expect(session.store.get().standsSince).not.toBeNull()
    world.media.state('flowing')
    expect(session.store.get().standsSince).toBeNull()
  })

  it('counts the seconds for the side that sees no charges, from the server’s figure', async () => {
    const { world, session, wait } = await connected()
    world.news({ phase: 'inCall', connectedAt: '2026-11-20T12:05:00.000Z', callDurationSec: 40 })
    await wait(3)
    expect(connectedSecAt(session.store.get(), world.ports.now())).toBe(43)
  })

  it('ends when the points are gone', async () => {
    const { world, stage, wait } = await connected()
    world.server.payAnswers.push(failure('callGone'))
    world.server.call = world.snapshot({
      phase: 'ended',
      endReason: 'pointless',
      connectedAt: '2026-11-20T12:05:00.000Z',
      callDurationSec: 66,
    })
    await wait(6)
    expect(stage()).toMatchObject({ name: 'ended', info: { type: 'pointless', callDurationSec: 66 } })
    expect(world.media.closed).toEqual([{}])
  })

  it('hangs up once, stops the media at once, and leaves the server’s word behind', async () => {
    const { world, session, stage, wait } = await connected()
    session.hangUp()
    session.hangUp()
    expect(world.media.closed.length).toBeGreaterThan(0)
    await wait(0)
    expect(world.asked('endCall')).toEqual([{ callId: 'new-1' }])
    expect(stage()).toMatchObject({ name: 'ended', info: { type: 'others', callId: 'new-1' } })
  })

  it('says how it ended even when the server can’t be reached', async () => {
    const { world, session, stage, wait } = await connected()
    world.server.endAnswers.push(...Array<Failure>(3).fill(failure('serverFailure')))
    session.hangUp()
    await wait(10)
    expect(stage()).toMatchObject({ name: 'ended', info: { message: 'ビデオ通話を終了しました。' } })
  })

  it('never goes back to an earlier phase', async () => {
    const { world, stage } = await connected()
    world.news({ phase: 'connecting' })
    expect(stage().name).toBe('inCall')
  })

  it('ignores the news of another call', async () => {
    const { world, stage } = await connected()
    world.news({ callId: 'another', phase: 'ended', endReason: 'byCaller' })
    expect(stage().name).toBe('inCall')
  })

  it('goes on elsewhere when another tab takes it, without ending', async () => {
    const { world, stage } = await connected()
    world.takeElsewhere()
    expect(stage().name).toBe('elsewhere')
    expect(world.asked('endCall')).toEqual([])
    expect(world.media.closed).toEqual([{}])
  })
})

describe('a page that goes away', () => {
  it('closes its media so that the goodbye outlives it, and doesn’t end the call', async () => {
    const { world, session } = await connected()
    session.leavePage()
    expect(world.media.closed).toEqual([{ keepalive: true }])
    expect(world.asked('endCall')).toEqual([])
  })

  it('gives up a ring', async () => {
    const { world, session, wait } = begin()
    session.start()
    await wait(0)
    session.leavePage()
    expect(world.asked('endCall')).toEqual([{ callId: 'new-1' }])
  })

  it('leaves nothing running', async () => {
    const { world, session, wait } = await connected()
    session.dispose()
    const before = world.askedAtAll()
    await wait(60)
    expect(world.askedAtAll()).toBe(before)
    const late: Partial<CallSnapshot> = { phase: 'ended', endReason: 'byBroadcaster' }
    world.news(late)
    expect(session.store.get().stage.name).toBe('inCall')
  })
})
