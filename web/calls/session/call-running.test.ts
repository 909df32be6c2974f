import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallSnapshot } from '#contract/calls/calls.ts'
import type { Failure } from '#contract/core/client.ts'
import { begin, connected, incoming, outgoing } from '../testing/call-test-timeline.ts'
import { failure, reading } from '../testing/fake-call-environment.ts'
import { CallSession } from './call-session.ts'
import { connectedSecAt } from './call-view.ts'
import { meterAt } from './meter.ts'

/** Everything runs in virtual time; the server, the sockets, the devices and the media are fakes. */
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('in the call', () => {
  it('sends the payer’s heartbeat every 6 s, each with its own id', async () => {
    const { world, wait } = await connected()
    await wait(18)
    const beats = world.asked('pay')
    expect(beats).toHaveLength(4)
    expect(new Set(beats.map((beat) => beat.requestId)).size).toBe(4)
  })

  it('shows the answer to the latest heartbeat, even when a server that crashed has charged less', async () => {
    const { world, session, wait } = await connected()
    const shown = () => session.store.get().meter?.reading.chargedMs
    world.server.payAnswers = [
      { ...reading, chargedMs: 13_000 },
      { ...reading, chargedMs: 7_000 },
    ]
    world.server.delayMs = 7_000
    await wait(6)
    world.server.delayMs = 0
    await wait(6)
    expect(shown()).toBe(7_000)
    await wait(2)
    expect(shown()).toBe(7_000)
  })

  it('sends no heartbeat for the broadcaster', async () => {
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

  it('polls for the state of the call only while the socket is down', async () => {
    const { world, wait } = await connected()
    const before = world.asked('getCall').length
    await wait(20)
    expect(world.asked('getCall')).toHaveLength(before)
    world.socketIsUp = false
    await wait(6)
    expect(world.asked('getCall')).toHaveLength(before + 3)
  })

  it('fetches what it missed when the socket is back', async () => {
    const { world, stage, wait } = await connected()
    world.server.call = world.snapshot({ phase: 'ended', endReason: 'byBroadcaster', callDurationSec: 9 })
    world.socketBack()
    await wait(0)
    expect(stage()).toMatchObject({ name: 'ended', info: { callDurationSec: 9 } })
  })

  it('freezes the meter while a side is away, and sends a heartbeat when it is back', async () => {
    const { world, session, wait } = await connected()
    world.news({ phase: 'inCall', connectedAt: '2026-11-20T12:05:00.000Z', reconnecting: 'broadcaster' })
    expect(session.store.get().standing.standsSince).not.toBeNull()
    const before = world.asked('pay').length
    await wait(1)
    world.news({ phase: 'inCall', connectedAt: '2026-11-20T12:05:00.000Z', reconnecting: null })
    expect(session.store.get().standing.standsSince).toBeNull()
    expect(world.asked('pay').length).toBe(before + 1)
  })

  it('freezes the meter when its own line is down, before the server knows', async () => {
    const { world, session } = await connected()
    world.media.state('reconnecting')
    expect(session.store.get().standing.standsSince).not.toBeNull()
    world.media.state('flowing')
    expect(session.store.get().standing.standsSince).toBeNull()
  })

  it('freezes the meter while nothing arrives, and shows no countdown yet', async () => {
    const { world, session, wait } = await connected()
    world.media.state('quiet')
    const { standing } = session.store.get()
    expect(standing).toMatchObject({ standsSince: expect.any(Number), awaySince: null })
    await wait(60)
    expect(session.store.get().stage.name).toBe('inCall')
  })

  it('shows the same figure after an outage as before, until the server’s answer', async () => {
    const { world, session, wait } = await connected()
    await wait(3)
    world.media.state('reconnecting')
    await wait(9)
    world.server.delayMs = 1_000
    world.media.state('flowing')
    const { meter } = session.store.get()
    expect(meter && meterAt(meter, world.ports.now(), 200).elapsedSec).toBe(1)
  })

  it('counts the seconds for the side that sees no charges, from the server’s figure', async () => {
    const { world, session, wait } = await connected()
    world.news({ phase: 'inCall', connectedAt: '2026-11-20T12:05:00.000Z', callDurationSec: 40 })
    await wait(3)
    expect(connectedSecAt(session.store.get(), world.ports.now())).toBe(43)
  })

  it('freezes the broadcaster’s clock while the line is down', async () => {
    const { world, session, wait } = await connected()
    world.news({ phase: 'inCall', connectedAt: '2026-11-20T12:05:00.000Z', callDurationSec: 40 })
    await wait(3)
    world.media.state('reconnecting')
    await wait(9)
    expect(connectedSecAt(session.store.get(), world.ports.now())).toBe(43)
  })

  it('ends when the points are used up', async () => {
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

  it('hangs up once, stops the media at once, and stores the server’s answer', async () => {
    const { world, session, stage, wait } = await connected()
    session.hangUp()
    session.hangUp()
    expect(world.media.closed.length).toBeGreaterThan(0)
    await wait(0)
    expect(world.asked('endCall')).toEqual([{ callId: 'new-1' }])
    expect(stage()).toMatchObject({ name: 'ended', info: { type: 'others', callId: 'new-1' } })
  })

  it('reports how it ended even when the server can’t be reached', async () => {
    const { world, session, stage, wait } = await connected()
    world.news({ phase: 'inCall', connectedAt: '2026-11-20T12:05:00.000Z', callDurationSec: 40 })
    await wait(25)
    world.server.endAnswers.push(...Array<Failure>(3).fill(failure('serverFailure')))
    session.hangUp()
    await wait(10)
    const info = { message: 'ビデオ通話を終了しました。', callDurationSec: 65, isConnected: true }
    expect(stage()).toMatchObject({ name: 'ended', info })
  })

  describe('while the server is away', () => {
    const away = async () => {
      const it = await connected()
      it.world.socketIsUp = false
      it.world.server.isAway = true
      it.world.media.state('reconnecting')
      return it
    }

    it('reconnects by itself', async () => {
      const { world, session, stage, wait } = await away()
      await wait(15)
      world.server.isAway = false
      world.socketIsUp = true
      world.socketBack()
      world.media.state('flowing')
      await wait(60)
      expect(stage().name).toBe('inCall')
      expect(session.store.get().standing).toEqual({ standsSince: null, awaySince: null })
    })

    it('ends after 20 s by itself, with the seconds counted so far', async () => {
      const { world, stage, wait } = await away()
      await wait(19.9)
      expect(stage().name).toBe('inCall')
      await wait(0.2)
      const message = '通信が途切れたため、通話を終了しました。途切れていた間のポイントはかかっていません。'
      expect(stage()).toMatchObject({ name: 'ended', info: { type: 'others', message, callId: 'new-1' } })
      expect(world.media.closed).toEqual([{}])
    })

    it('follows the server’s answer about how it ended meanwhile', async () => {
      const { world, stage, wait } = await away()
      await wait(12)
      world.server.isAway = false
      world.server.call = world.snapshot({ phase: 'ended', endReason: 'serverRecovery', callDurationSec: 7 })
      world.socketBack()
      await wait(0)
      expect(stage()).toMatchObject({
        name: 'ended',
        info: { callDurationSec: 7, message: expect.stringContaining('復旧作業') },
      })
    })

    it('doesn’t wait for a request that hangs', async () => {
      const { world, stage, wait } = await away()
      world.server.isAway = false
      world.server.delayMs = 60_000
      await wait(24)
      expect(stage().name).toBe('ended')
    })
  })

  it('leaves the end to a server that answers', async () => {
    const { world, stage, wait } = await connected()
    world.media.state('reconnecting')
    await wait(27)
    expect(stage().name).toBe('inCall')
    world.server.call = world.snapshot({ phase: 'ended', endReason: 'connectionLost' })
    await wait(2)
    expect(stage().name).toBe('ended')
  })

  it('asks again although an earlier request still hangs', async () => {
    const { world, stage, wait } = await connected()
    world.socketIsUp = false
    world.server.delayMs = 9_000
    await wait(2)
    world.server.delayMs = 0
    world.server.call = world.snapshot({ phase: 'ended', endReason: 'byBroadcaster' })
    await wait(2)
    expect(stage().name).toBe('ended')
  })

  it('never goes back to an earlier phase', async () => {
    const { world, stage } = await connected()
    world.news({ phase: 'connecting' })
    expect(stage().name).toBe('inCall')
  })

  it('ignores the events of another call', async () => {
    const { world, stage } = await connected()
    world.news({ callId: 'another', phase: 'ended', endReason: 'byCaller' })
    expect(stage().name).toBe('inCall')
  })

  it('continues elsewhere when another tab claims it, without ending', async () => {
    const { world, stage } = await connected()
    world.takeElsewhere()
    expect(stage().name).toBe('elsewhere')
    expect(world.asked('endCall')).toEqual([])
    expect(world.media.closed).toEqual([{}])
  })
})

describe('a page that is closed', () => {
  it('closes its media by requests that outlive it, and doesn’t end the call', async () => {
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

  it('doesn’t resume, when it is loaded again, the ring that it gave up a moment ago', async () => {
    const { world, session, wait } = begin()
    session.start()
    await wait(0)
    session.leavePage()
    // The request that ends the ring is still on its way: the server says that it rings.
    world.server.myCall = world.snapshot({ callId: 'new-1', phase: 'ringing' })
    const reloaded = new CallSession(world.ports, { ...outgoing, tappedRate: null })
    reloaded.start()
    await wait(0)
    expect(reloaded.store.get().stage.name).toBe('confirm')
    expect(world.asked('joinCall')).toEqual([])
    expect(world.asked('endCall')).toEqual([{ callId: 'new-1' }, { callId: 'new-1' }])
    world.news({ phase: 'ended', endReason: 'cancelled' })
    expect(reloaded.store.get().stage.name).toBe('confirm')
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
