import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallSnapshot } from '#contract/calls/calls.ts'
import type { Failure } from '#contract/core/client.ts'
import { callLive } from '#domain/calls/testing/call-live.ts'
import { begin, connected, incoming, outgoing } from '../testing/call-test-timeline.ts'
import { failure, reading } from '../testing/fake-call-environment.ts'
import { CallSession } from './call-session.ts'
import { connectedSecAt } from './call-view.ts'
import { meterAt, meterNow } from './meter.ts'

/** Everything runs in virtual time; the server, the sockets, the devices and the media are fakes. */
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('in the call', () => {
  it('sends the payer’s heartbeat every 6 s, each with its own id', async () => {
    const { environment, wait } = await connected()
    await wait(18)
    const beats = environment.requestsOf('pay')
    expect(beats).toHaveLength(4)
    expect(new Set(beats.map((beat) => beat.requestId)).size).toBe(4)
  })

  it('shows the answer to the latest heartbeat, even when a server that crashed has charged less', async () => {
    const { environment, session, wait } = await connected()
    const shown = () => session.store.get().meter?.reading.chargedMs
    environment.server.payAnswers = [
      { ...reading, chargedMs: 13_000 },
      { ...reading, chargedMs: 7_000 },
    ]
    environment.server.delayMs = 7_000
    await wait(6)
    environment.server.delayMs = 0
    await wait(6)
    expect(shown()).toBe(7_000)
    await wait(2)
    expect(shown()).toBe(7_000)
  })

  it('says what it sends with each change; the server takes it for sending all', async () => {
    const { environment, wait } = await connected()
    expect(environment.media.reportedSendings).toEqual([])
    environment.media.switchCamera(false)
    await wait(0)
    expect(environment.media.reportedSendings.at(-1)).toEqual({ microphone: true, camera: false })
  })

  it('mutes and unmutes its media on the screen that rang, which is shown until the first picture', async () => {
    const { environment, session } = await connected()
    await session.switchDevice('microphone', false)
    await session.switchDevice('microphone', true)
    expect(environment.media.mutes).toEqual([true, false])
  })

  it('says of a device that delivers nothing that it is off', async () => {
    const { environment, wait } = await connected()
    environment.media.stall({ microphone: false, camera: true })
    await wait(0)
    expect(environment.media.reportedSendings.at(-1)).toEqual({ microphone: true, camera: false })
    environment.media.stall({ microphone: true, camera: false })
    await wait(0)
    expect(environment.media.reportedSendings.at(-1)).toEqual({ microphone: false, camera: true })
  })

  it('follows the call’s kind with its media, and asks for the meter when its price changes', async () => {
    const { environment, wait } = await connected()
    const beats = environment.requestsOf('pay').length
    environment.change({ live: callLive({ kind: 'voice', carries: 'voice', currentPointsPerMin: 140 }) })
    await wait(0)
    expect(environment.media.kinds.at(-1)).toBe('voice')
    expect(environment.requestsOf('pay')).toHaveLength(beats + 1)
  })

  it('isn’t frozen by the silence of a partner who sends nothing', async () => {
    const { environment, session, wait } = await connected()
    const silent = { microphone: false, camera: false }
    environment.change({ live: callLive({ sending: { caller: null, broadcaster: silent } }) })
    environment.media.state('quiet')
    await wait(0)
    expect(session.store.get().outage.frozenSince).toBeNull()
  })

  it('sends no heartbeat for the broadcaster', async () => {
    const { environment, session, wait } = begin(incoming)
    session.start()
    await wait(0)
    session.answer()
    await wait(0)
    environment.change({
      dialled: false,
      role: 'broadcaster',
      phase: 'inCall',
      connectedAt: '2026-11-20T12:05:00.000Z',
    })
    await wait(30)
    expect(environment.requestsOf('pay')).toEqual([])
  })

  it('polls for the state of the call only while the socket is down', async () => {
    const { environment, wait } = await connected()
    const before = environment.requestsOf('getCall').length
    await wait(20)
    expect(environment.requestsOf('getCall')).toHaveLength(before)
    environment.socketIsUp = false
    await wait(6)
    expect(environment.requestsOf('getCall')).toHaveLength(before + 3)
  })

  it('fetches what it missed when the socket is back', async () => {
    const { environment, stage, wait } = await connected()
    environment.server.call = environment.snapshot({
      phase: 'ended',
      endReason: 'byBroadcaster',
      callDurationSec: 9,
    })
    environment.socketBack()
    await wait(0)
    expect(stage()).toMatchObject({ name: 'ended', info: { callDurationSec: 9 } })
  })

  it('reports that the server can’t be reached while media flows, and the time goes on', async () => {
    const { environment, session, wait } = await connected()
    const shown = () => meterNow(session.store.get(), environment.ports.now())
    const before = shown()?.elapsedSec ?? 0
    environment.server.isAway = true
    environment.socketIsUp = false
    await wait(4)
    expect(session.store.get().isControlLost).toBe(false)
    await wait(21)
    expect(session.store.get()).toMatchObject({ isControlLost: true, outage: { frozenSince: null } })
    expect(shown()?.elapsedSec).toBe(before + 25)
    // Points follow only so far ahead of the server's figure.
    expect(shown()?.usedPoints).toBe(60)
    environment.server.isAway = false
    await wait(3)
    expect(session.store.get().isControlLost).toBe(false)
  })

  it('is remembered by the browser until a page has shown its end', async () => {
    const { environment, session, wait } = await connected()
    expect(environment.runningCallId).toBe('new-1')
    session.leavePage()
    expect(environment.runningCallId).toBe('new-1')
    const again = await connected()
    again.session.hangUp()
    await wait(0)
    expect(again.stage().name).toBe('ended')
    expect(again.environment.runningCallId).toBeNull()
  })

  it('freezes the meter while a side is away, and sends a heartbeat when it is back', async () => {
    const { environment, session, wait } = await connected()
    environment.change({
      phase: 'inCall',
      connectedAt: '2026-11-20T12:05:00.000Z',
      reconnecting: 'broadcaster',
    })
    expect(session.store.get().outage.frozenSince).not.toBeNull()
    const before = environment.requestsOf('pay').length
    await wait(1)
    environment.change({ phase: 'inCall', connectedAt: '2026-11-20T12:05:00.000Z', reconnecting: null })
    expect(session.store.get().outage.frozenSince).toBeNull()
    expect(environment.requestsOf('pay').length).toBe(before + 1)
  })

  it('freezes the meter when its own line is down, before the server knows', async () => {
    const { environment, session } = await connected()
    environment.media.state('reconnecting')
    expect(session.store.get().outage.frozenSince).not.toBeNull()
    environment.media.state('flowing')
    expect(session.store.get().outage.frozenSince).toBeNull()
  })

  it('freezes the meter while nothing arrives, and shows no countdown yet', async () => {
    const { environment, session, wait } = await connected()
    environment.media.state('quiet')
    const { outage } = session.store.get()
    expect(outage).toMatchObject({ frozenSince: expect.any(Number), awaySince: null })
    await wait(60)
    expect(session.store.get().stage.name).toBe('inCall')
  })

  it('shows the same figure after an outage as before, until the server’s answer', async () => {
    const { environment, session, wait } = await connected()
    await wait(3)
    environment.media.state('reconnecting')
    await wait(9)
    environment.server.delayMs = 1_000
    environment.media.state('flowing')
    const { meter } = session.store.get()
    expect(meter && meterAt(meter, environment.ports.now()).elapsedSec).toBe(1)
  })

  it('counts the seconds for the side that sees no charges, from the server’s figure', async () => {
    const { environment, session, wait } = await connected()
    environment.change({ phase: 'inCall', connectedAt: '2026-11-20T12:05:00.000Z', callDurationSec: 40 })
    await wait(3)
    expect(connectedSecAt(session.store.get(), environment.ports.now())).toBe(43)
  })

  it('freezes the broadcaster’s clock while the line is down', async () => {
    const { environment, session, wait } = await connected()
    environment.change({ phase: 'inCall', connectedAt: '2026-11-20T12:05:00.000Z', callDurationSec: 40 })
    await wait(3)
    environment.media.state('reconnecting')
    await wait(9)
    expect(connectedSecAt(session.store.get(), environment.ports.now())).toBe(43)
  })

  it('ends when the points are used up', async () => {
    const { environment, stage, wait } = await connected()
    environment.server.payAnswers.push(failure('callGone'))
    environment.server.call = environment.snapshot({
      phase: 'ended',
      endReason: 'pointless',
      connectedAt: '2026-11-20T12:05:00.000Z',
      callDurationSec: 66,
    })
    await wait(6)
    expect(stage()).toMatchObject({ name: 'ended', info: { type: 'pointless', callDurationSec: 66 } })
    expect(environment.media.closed).toEqual([{}])
  })

  it('hangs up once, stops the media at once, and stores the server’s answer', async () => {
    const { environment, session, stage, wait } = await connected()
    session.hangUp()
    session.hangUp()
    expect(environment.media.closed.length).toBeGreaterThan(0)
    await wait(0)
    expect(environment.requestsOf('endCall')).toEqual([{ callId: 'new-1' }])
    expect(stage()).toMatchObject({ name: 'ended', info: { type: 'others', callId: 'new-1' } })
  })

  it('reports how it ended even when the server can’t be reached', async () => {
    const { environment, session, stage, wait } = await connected()
    environment.change({ phase: 'inCall', connectedAt: '2026-11-20T12:05:00.000Z', callDurationSec: 40 })
    await wait(25)
    environment.server.endAnswers.push(...Array<Failure>(3).fill(failure('serverFailure')))
    session.hangUp()
    await wait(10)
    const info = { message: 'ビデオ通話を終了しました。', callDurationSec: 65, isConnected: true }
    expect(stage()).toMatchObject({ name: 'ended', info })
  })

  describe('while the server is away', () => {
    const away = async () => {
      const it = await connected()
      it.environment.socketIsUp = false
      it.environment.server.isAway = true
      it.environment.media.state('reconnecting')
      return it
    }

    it('reconnects by itself', async () => {
      const { environment, session, stage, wait } = await away()
      await wait(15)
      environment.server.isAway = false
      environment.socketIsUp = true
      environment.socketBack()
      environment.media.state('flowing')
      await wait(60)
      expect(stage().name).toBe('inCall')
      expect(session.store.get().outage).toEqual({ frozenSince: null, awaySince: null })
    })

    it('ends after 20 s by itself, with the seconds counted so far', async () => {
      const { environment, stage, wait } = await away()
      await wait(19.9)
      expect(stage().name).toBe('inCall')
      await wait(0.2)
      const message = '通信が途切れたため、通話を終了しました。途切れていた間のポイントはかかっていません。'
      expect(stage()).toMatchObject({ name: 'ended', info: { type: 'others', message, callId: 'new-1' } })
      expect(environment.media.closed).toEqual([{}])
    })

    it('follows the server’s answer about how it ended meanwhile', async () => {
      const { environment, stage, wait } = await away()
      await wait(12)
      environment.server.isAway = false
      environment.server.call = environment.snapshot({
        phase: 'ended',
        endReason: 'serverRecovery',
        callDurationSec: 7,
      })
      environment.socketBack()
      await wait(0)
      expect(stage()).toMatchObject({
        name: 'ended',
        info: { callDurationSec: 7, message: expect.stringContaining('復旧作業') },
      })
    })

    it('doesn’t wait for a request that hangs', async () => {
      const { environment, stage, wait } = await away()
      environment.server.isAway = false
      environment.server.delayMs = 60_000
      await wait(24)
      expect(stage().name).toBe('ended')
    })
  })

  it('leaves the end to a server that answers', async () => {
    const { environment, stage, wait } = await connected()
    environment.media.state('reconnecting')
    await wait(27)
    expect(stage().name).toBe('inCall')
    environment.server.call = environment.snapshot({ phase: 'ended', endReason: 'connectionLost' })
    await wait(2)
    expect(stage().name).toBe('ended')
  })

  it('asks again although an earlier request still hangs', async () => {
    const { environment, stage, wait } = await connected()
    environment.socketIsUp = false
    environment.server.delayMs = 9_000
    await wait(2)
    environment.server.delayMs = 0
    environment.server.call = environment.snapshot({ phase: 'ended', endReason: 'byBroadcaster' })
    await wait(2)
    expect(stage().name).toBe('ended')
  })

  it('never goes back to an earlier phase', async () => {
    const { environment, stage } = await connected()
    environment.change({ phase: 'connecting' })
    expect(stage().name).toBe('inCall')
  })

  it('ignores the events of another call', async () => {
    const { environment, stage } = await connected()
    environment.change({ callId: 'another', phase: 'ended', endReason: 'byCaller' })
    expect(stage().name).toBe('inCall')
  })

  it('continues elsewhere when another tab claims it, without ending', async () => {
    const { environment, stage } = await connected()
    environment.claimElsewhere()
    expect(stage().name).toBe('elsewhere')
    expect(environment.requestsOf('endCall')).toEqual([])
    expect(environment.media.closed).toEqual([{}])
  })
})

describe('a page that is closed', () => {
  it('closes its media by requests that outlive it, and doesn’t end the call', async () => {
    const { environment, session } = await connected()
    session.leavePage()
    expect(environment.media.closed).toEqual([{ keepalive: true }])
    expect(environment.requestsOf('endCall')).toEqual([])
  })

  it('gives up a ring', async () => {
    const { environment, session, wait } = begin()
    session.start()
    await wait(0)
    session.leavePage()
    expect(environment.requestsOf('endCall')).toEqual([{ callId: 'new-1' }])
  })

  it('doesn’t resume, when it is loaded again, the ring that it gave up a moment ago', async () => {
    const { environment, session, wait } = begin()
    session.start()
    await wait(0)
    session.leavePage()
    // The request that ends the ring is still on its way: the server says that it rings.
    environment.server.myCall = environment.snapshot({ callId: 'new-1', phase: 'ringing' })
    const reloaded = new CallSession(environment.ports, { ...outgoing, tappedRate: null })
    reloaded.start()
    await wait(0)
    expect(reloaded.store.get().stage.name).toBe('confirm')
    expect(environment.requestsOf('joinCall')).toEqual([])
    expect(environment.requestsOf('endCall')).toEqual([{ callId: 'new-1' }, { callId: 'new-1' }])
    environment.change({ phase: 'ended', endReason: 'cancelled' })
    expect(reloaded.store.get().stage.name).toBe('confirm')
  })

  it('leaves nothing running', async () => {
    const { environment, session, wait } = await connected()
    session.dispose()
    const before = environment.requestCount()
    await wait(60)
    expect(environment.requestCount()).toBe(before)
    const late: Partial<CallSnapshot> = { phase: 'ended', endReason: 'byBroadcaster' }
    environment.change(late)
    expect(session.store.get().stage.name).toBe('inCall')
  })
})
