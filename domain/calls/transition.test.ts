import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CallRole } from '#contract/calls/calls.ts'
import { requestedCall } from './testing/requested-call.ts'
import { connectTimeoutMs, diallerGoneMs, reconnectGraceMs, ringRestampMs } from './timing.ts'
import {
  type CallEffect,
  type CallEvent,
  type CallState,
  hasRoom,
  mayEndCall,
  nextDeadline,
  reconnectingSide,
  transition,
} from './transition.ts'

/**
 * A call in virtual time: events happen at given seconds, and the machine's own deadlines pass in between.
 */
const timeline = (dialler: CallRole = 'caller') => {
  let state = requestedCall(dialler, 0)
  let now = 0
  const effects: CallEffect[] = []
  const refusals: string[] = []
  const stamps = [state.rungAt]
  const step = (event: CallEvent) => {
    const result = transition(state, event, now)
    if ('refused' in result) {
      refusals.push(result.refused)
      return
    }
    state = result.state
    effects.push(...result.effects)
    if (state.rungAt !== stamps.at(-1)) stamps.push(state.rungAt)
  }
  const advanceTo = (target: number) => {
    for (;;) {
      const deadline = nextDeadline(state)
      if (deadline === null || deadline > target) break
      now = Math.max(now, deadline)
      step({ type: 'tick' })
    }
    now = target
  }
  return {
    at(seconds: number, event?: CallEvent) {
      advanceTo(seconds * 1000)
      if (event) step(event)
      return this
    },
    /** The dialler's screen asks every 2 s. */
    dialsUntil(seconds: number) {
      for (let second = Math.ceil(now / 2000) * 2; second <= seconds; second += 2)
        this.at(second, { type: 'diallerSeen' })
      return this
    },
    get state() {
      return state
    },
    effects,
    refusals,
    /** Each value that the incoming call's date has had. */
    stamps,
  }
}

const ringing = (dialler: CallRole = 'caller') => timeline(dialler).at(0, { type: 'rang' })
const connected = (dialler: CallRole = 'caller') =>
  ringing(dialler)
    .at(3, { type: 'accept', by: dialler === 'caller' ? 'broadcaster' : 'caller' })
    .at(3, { type: 'roomOpened' })
    .at(4, { type: 'mediaConnected' })

describe('ringing', () => {
  it("holds the caller's first minute before the first ring when the caller dials", () => {
    expect(ringing('caller').effects).toEqual(['openMeter'])
  })

  it('rings without a hold when the broadcaster dials, and holds when the caller accepts', () => {
    const call = ringing('broadcaster')
    expect(call.effects).toEqual([])
    call.at(2, { type: 'accept', by: 'caller' })
    expect(call.effects).toEqual(['openMeter', 'openRoom'])
  })

  it('is stamped again every 5 s while the dialler is present, and is missed after 30 s', () => {
    const call = ringing().dialsUntil(30)
    expect(call.stamps).toEqual([0, 1, 2, 3, 4, 5].map((nth) => nth * ringRestampMs))
    expect(call.state.rungAt).toBe(5 * ringRestampMs)
    expect(call.state.end?.reason).toBe('missed')
    expect(call.effects.at(-1)).toBe('settle')
  })

  it("is cancelled 10 s after the dialler's last request", () => {
    const call = ringing().dialsUntil(6)
    call.at((6_000 + diallerGoneMs) / 1000 - 0.001)
    expect(call.state.phase).toBe('ringing')
    call.at((6_000 + diallerGoneMs) / 1000)
    expect(call.state.end).toEqual({ reason: 'cancelled', lostSide: null })
  })

  it('lets only the callee decline and accept, and only the dialler cancel', () => {
    expect(ringing().at(1, { type: 'decline', by: 'broadcaster' }).state.end?.reason).toBe('declined')
    expect(ringing().at(1, { type: 'cancel', by: 'caller' }).state.end?.reason).toBe('cancelled')
    expect(ringing().at(1, { type: 'decline', by: 'caller' }).refusals).toEqual(['forbidden'])
    expect(ringing().at(1, { type: 'cancel', by: 'broadcaster' }).refusals).toEqual(['forbidden'])
    expect(ringing().at(1, { type: 'accept', by: 'caller' }).refusals).toEqual(['forbidden'])
  })

  it('treats a hang-up while it rings as a cancel or a decline', () => {
    expect(ringing().at(1, { type: 'hangUp', by: 'caller' }).state.end?.reason).toBe('cancelled')
    expect(ringing().at(1, { type: 'hangUp', by: 'broadcaster' }).state.end?.reason).toBe('declined')
  })

  it('refuses an answer to a call that is over', () => {
    const call = ringing()
      .at(1, { type: 'cancel', by: 'caller' })
      .at(2, { type: 'accept', by: 'broadcaster' })
    expect(call.refusals).toEqual(['callGone'])
    expect(
      ringing().at(3, { type: 'accept', by: 'broadcaster' }).at(3, { type: 'accept', by: 'broadcaster' })
        .refusals,
    ).toEqual(['callNotRinging'])
  })
})

describe('connecting', () => {
  it('starts the meter once, when media first arrives', () => {
    const call = connected().at(5, { type: 'mediaConnected' })
    expect(call.state.phase).toBe('inCall')
    expect(call.effects.filter((effect) => effect === 'startMeter')).toHaveLength(1)
  })

  it('fails when no media arrives within the time for connecting', () => {
    const call = ringing().at(3, { type: 'accept', by: 'broadcaster' }).at(3, { type: 'roomOpened' })
    call.at((3_000 + connectTimeoutMs) / 1000)
    expect(call.state.end?.reason).toBe('failed')
  })
})

describe('in the call', () => {
  it('ends in the name of the side that hangs up', () => {
    expect(connected().at(20, { type: 'hangUp', by: 'caller' }).state.end?.reason).toBe('byCaller')
    expect(connected().at(20, { type: 'hangUp', by: 'broadcaster' }).state.end?.reason).toBe('byBroadcaster')
  })

  it('waits 20 s for a side that is away, and says which side it is', () => {
    const call = connected().at(10, { type: 'sideLost', side: 'broadcaster' })
    expect(reconnectingSide(call.state)).toBe('broadcaster')
    call.at(29.999)
    expect(call.state.phase).toBe('inCall')
    call.at(30)
    expect(call.state.end).toEqual({ reason: 'connectionLost', lostSide: 'broadcaster' })
  })

  it('goes on when the side comes back', () => {
    const call = connected()
      .at(10, { type: 'sideLost', side: 'caller' })
      .at(25, { type: 'sideBack', side: 'caller' })
      .at(60)
    expect(call.state.phase).toBe('inCall')
    expect(reconnectingSide(call.state)).toBeNull()
  })

  it('counts the grace from the first loss, not from a repeated one', () => {
    const call = connected()
      .at(10, { type: 'sideLost', side: 'caller' })
      .at(25, { type: 'sideLost', side: 'caller' })
      .at(30)
    expect(call.state.end).toEqual({ reason: 'connectionLost', lostSide: 'caller' })
  })

  it('blames the loss of the media server before the loss of a side', () => {
    const call = connected()
      .at(10, { type: 'mediaServerLost' })
      .at(10, { type: 'sideLost', side: 'caller' })
      .at(10 + reconnectGraceMs / 1000)
    expect(call.state.end).toEqual({ reason: 'connectionLost', lostSide: 'server' })
  })

  it('blames no side for an absence that the loss of the media server kept it from ending', () => {
    const since = 12_000
    for (const serverLoss of [{ type: 'mediaServerLost' }, { type: 'serverRestarted', since }] as const) {
      const call = connected().at(11, { type: 'sideLost', side: 'caller' }).at(12, serverLoss).at(31.5)
      expect(call.state.phase).toBe('inCall')
      expect(call.at(32).state.end).toEqual({ reason: 'connectionLost', lostSide: 'server' })
    }
  })

  it('reopens the room when the media server is back, and goes on when media arrives again', () => {
    const call = connected().at(10, { type: 'mediaServerLost' }).at(11, { type: 'mediaServerBack' })
    expect(call.effects.at(-1)).toBe('openRoom')
    call.at(12, { type: 'mediaConnected' }).at(60)
    expect(call.state.phase).toBe('inCall')
  })

  const reopened = (loss: CallEvent) => connected().at(10, loss).at(11, { type: 'roomOpened' })
  const losses: CallEvent[] = [{ type: 'mediaServerLost' }, { type: 'serverRestarted', since: 9_500 }]

  it.each(losses)('blames the side that stays away once the room is open again after $type', (loss) => {
    const payerAway = reopened(loss).at(12, { type: 'sideBack', side: 'broadcaster' }).at(30.999)
    expect(payerAway.state.phase).toBe('inCall')
    expect(payerAway.at(31).state.end).toEqual({ reason: 'connectionLost', lostSide: 'caller' })
    const broadcasterAway = reopened(loss).at(12, { type: 'sideBack', side: 'caller' }).at(31)
    expect(broadcasterAway.state.end).toEqual({ reason: 'connectionLost', lostSide: 'broadcaster' })
    expect(reopened(loss).at(31).state.end).toEqual({ reason: 'connectionLost', lostSide: 'broadcaster' })
  })

  it.each(losses)('accepts the return of a side before the room is reported open after $type', (loss) => {
    const call = connected()
      .at(10, loss)
      .at(11, { type: 'sideBack', side: 'broadcaster' })
      .at(11.1, { type: 'roomOpened' })
    expect(call.state).toMatchObject({
      serverAwaySince: null,
      awaySince: { caller: 11_000, broadcaster: null },
    })
    expect(call.at(31).state.end).toEqual({ reason: 'connectionLost', lostSide: 'caller' })
  })

  it('goes on when both sides are back in the reopened room', () => {
    const call = reopened({ type: 'mediaServerLost' })
      .at(12, { type: 'sideBack', side: 'broadcaster' })
      .at(13, { type: 'sideBack', side: 'caller' })
    expect(call.at(60).state.phase).toBe('inCall')
    expect(reconnectingSide(call.state)).toBeNull()
  })

  it('gives an accepted call that has no media yet the time for connecting, and blames no side', () => {
    const call = ringing()
      .at(3, { type: 'accept', by: 'broadcaster' })
      .at(4, { type: 'serverRestarted', since: 3_500 })
      .at(5, { type: 'roomOpened' })
    expect(call.state).toMatchObject({ phase: 'connecting', serverAwaySince: null })
    expect(call.at(23).state.end).toEqual({ reason: 'failed', lostSide: null })
  })

  it('ends as pointless at zero points, by an operator, and when nobody can go on with it', () => {
    expect(connected().at(9, { type: 'fundsExhausted' }).state.end?.reason).toBe('pointless')
    expect(connected().at(9, { type: 'receptionUnproven' }).state.end).toEqual({
      reason: 'connectionLost',
      lostSide: 'caller',
    })
    expect(connected().at(9, { type: 'operatorEnded' }).state.end?.reason).toBe('byOperator')
    expect(connected().at(9, { type: 'roomVanished' }).state.end).toEqual({
      reason: 'serverRecovery',
      lostSide: 'server',
    })
    expect(ringing().at(9, { type: 'roomVanished' }).state.phase).toBe('ringing')
  })

  it('goes on in another process within 20 s after the first one was lost, and not later', () => {
    const since = 8_000
    const inTime = connected().at(19, { type: 'serverRestarted', since })
    expect(inTime.effects.at(-1)).toBe('openRoom')
    expect(inTime.state.serverAwaySince).toBe(since)
    expect(inTime.at(19.5, { type: 'mediaConnected' }).state.serverAwaySince).toBeNull()
    const late = connected().at(59, { type: 'serverRestarted', since })
    expect(late.state.end).toEqual({ reason: 'serverRecovery', lostSide: 'server' })
  })

  it('keeps ringing while processes come and go', () => {
    const call = ringing()
    expect(call.at(9, { type: 'serverRestarted', since: 0 }).state.phase).toBe('ringing')
  })
})

describe('any order of events', () => {
  const side = fc.constantFrom<CallRole>('caller', 'broadcaster')
  const event: fc.Arbitrary<CallEvent> = fc.oneof(
    fc.constantFrom<CallEvent>(
      { type: 'rang' },
      { type: 'diallerSeen' },
      { type: 'roomOpened' },
      { type: 'mediaConnected' },
      { type: 'mediaServerLost' },
      { type: 'mediaServerBack' },
      { type: 'fundsExhausted' },
      { type: 'failed' },
      { type: 'tick' },
    ),
    fc.record({
      type: fc.constantFrom('accept', 'decline', 'cancel', 'hangUp'),
      by: side,
    }) as fc.Arbitrary<CallEvent>,
    fc.record({ type: fc.constantFrom('sideLost', 'sideBack'), side }) as fc.Arbitrary<CallEvent>,
  )
  const history = fc.array(fc.record({ event, waitMs: fc.integer({ min: 0, max: 12_000 }) }), {
    maxLength: 30,
  })

  const run = (dialler: CallRole, steps: { event: CallEvent; waitMs: number }[]) => {
    let state: CallState = requestedCall(dialler, 0)
    let now = 0
    const effects: CallEffect[] = []
    const states = [state]
    for (const { event: next, waitMs } of steps) {
      now += waitMs
      const result = transition(state, next, now)
      if ('refused' in result) continue
      state = result.state
      effects.push(...result.effects)
      states.push(state)
    }
    return { effects, states }
  }

  it('settles a call exactly once, starts a meter at most once and keeps its end', () => {
    fc.assert(
      fc.property(side, history, (dialler, steps) => {
        const { effects, states } = run(dialler, steps)
        const last = states.at(-1)
        expect(effects.filter((effect) => effect === 'settle')).toHaveLength(last?.phase === 'ended' ? 1 : 0)
        expect(effects.filter((effect) => effect === 'startMeter').length).toBeLessThanOrEqual(1)
        expect(effects.filter((effect) => effect === 'openMeter').length).toBeLessThanOrEqual(1)
        const firstEnd = states.findIndex((each) => each.phase === 'ended')
        if (firstEnd >= 0)
          expect(states.slice(firstEnd).every((each) => each.end === states[firstEnd]?.end)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it('blames the server only when the room was closed for the whole grace', () => {
    const opensRoom: CallEvent['type'][] = ['roomOpened', 'sideBack', 'mediaConnected']
    const check = (steps: { event: CallEvent; waitMs: number }[]) => {
      let state = connected().state
      let now = 4_000
      let closedSince: number | null = null
      for (const { event: next, waitMs } of steps) {
        now += waitMs
        const result = transition(state, next, now)
        if ('refused' in result) continue
        state = result.state
        if (state.end) {
          if (state.end.lostSide === 'server')
            expect(now - (closedSince ?? now)).toBeGreaterThanOrEqual(reconnectGraceMs)
          return
        }
        if (next.type === 'mediaServerLost') closedSince ??= now
        if (opensRoom.includes(next.type)) closedSince = null
      }
    }
    const accept = { type: 'accept', by: 'caller' } as const
    // What comes after the end, here the caller's return, no longer says anything about the room.
    const endedBeforeReturn: { event: CallEvent; waitMs: number }[] = [
      { event: { type: 'mediaServerLost' }, waitMs: 0 },
      { event: accept, waitMs: 2_235 },
      { event: accept, waitMs: 2_772 },
      { event: accept, waitMs: 7_754 },
      { event: { type: 'tick' }, waitMs: 7_239 },
      { event: { type: 'sideBack', side: 'caller' }, waitMs: 0 },
      { event: { type: 'sideLost', side: 'caller' }, waitMs: 0 },
    ]
    fc.assert(fc.property(history, check), { numRuns: 2_000, examples: [[endedBeforeReturn]] })
  })

  it('ends a call that has a room only by the events that may end it', () => {
    fc.assert(
      fc.property(side, history, (dialler, steps) => {
        let state: CallState = requestedCall(dialler, 0)
        let now = 0
        for (const { event: next, waitMs } of steps) {
          now += waitMs
          const result = transition(state, next, now)
          if ('refused' in result) continue
          if (hasRoom(state) && result.state.end) expect(mayEndCall(next)).toBe(true)
          state = result.state
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('starts a meter only after it was opened', () => {
    fc.assert(
      fc.property(side, history, (dialler, steps) => {
        const { effects } = run(dialler, steps)
        const started = effects.indexOf('startMeter')
        if (started >= 0) expect(effects.slice(0, started)).toContain('openMeter')
      }),
      { numRuns: 2_000 },
    )
  })
})
