import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  endOfCallsIn,
  liveBeginMs,
  nextRoomDeadline,
  type RoomEvent,
  type RoomState,
  roomTransition,
} from './room.ts'

const t0 = 1_000_000
const started: RoomState = {
  startedAt: t0,
  beganAt: null,
  mediaGoneSince: t0,
  serverAwaySince: null,
  endsAt: t0 + 3_600_000,
  limitWarnedAt: null,
  endReason: null,
}

/** The state after these events, each with its offset in milliseconds from the start. */
const stateAfter = (...steps: [RoomEvent, number][]): RoomState =>
  steps.reduce((state, [event, at]) => roomTransition(state, event, t0 + at).state, started)

const arrived: [RoomEvent, number] = [{ type: 'mediaArrived' }, 2_000]

describe('the machine of a live room', () => {
  it('begins when the media first arrives, and only then', () => {
    expect(roomTransition(started, { type: 'mediaArrived' }, t0 + 2_000)).toMatchObject({
      state: { beganAt: t0 + 2_000, mediaGoneSince: null },
      effects: ['begin'],
    })
    const back = stateAfter(arrived, [{ type: 'mediaGone' }, 5_000])
    expect(roomTransition(back, { type: 'mediaArrived' }, t0 + 6_000)).toMatchObject({
      state: { beganAt: t0 + 2_000, mediaGoneSince: null },
      effects: [],
    })
  })

  it('waits 60 s for the first media, and 20 s for media that is gone', () => {
    expect(nextRoomDeadline(started)).toBe(t0 + liveBeginMs)
    expect(stateAfter([{ type: 'tick' }, 59_999]).endReason).toBeNull()
    expect(stateAfter([{ type: 'tick' }, 60_000]).endReason).toBe('mediaGone')
    const gone: [RoomEvent, number] = [{ type: 'mediaGone' }, 10_000]
    expect(nextRoomDeadline(stateAfter(arrived, gone))).toBe(t0 + 30_000)
    expect(stateAfter(arrived, gone, [{ type: 'tick' }, 29_999]).endReason).toBeNull()
    expect(stateAfter(arrived, gone, [{ type: 'tick' }, 30_000]).endReason).toBe('mediaGone')
    expect(
      stateAfter(arrived, gone, [{ type: 'mediaArrived' }, 29_000], [{ type: 'tick' }, 40_000]).endReason,
    ).toBeNull()
  })

  it('ends by the limit of the day, also while the media is gone', () => {
    expect(stateAfter(arrived, [{ type: 'tick' }, 3_599_999]).endReason).toBeNull()
    expect(stateAfter(arrived, [{ type: 'tick' }, 3_600_000]).endReason).toBe('dailyLimit')
  })

  it('warns the broadcaster once, ten minutes before the limit of the day', () => {
    const onAir = stateAfter(arrived)
    const warnsAt = onAir.endsAt - 600_000
    expect(nextRoomDeadline(onAir)).toBe(warnsAt)
    expect(roomTransition(onAir, { type: 'tick' }, warnsAt - 1).effects).toEqual([])
    const warned = roomTransition(onAir, { type: 'tick' }, warnsAt)
    expect(warned.effects).toEqual(['warnOfLimit'])
    expect(nextRoomDeadline(warned.state)).toBe(onAir.endsAt)
    expect(roomTransition(warned.state, { type: 'tick' }, warnsAt + 1).effects).toEqual([])
  })

  it('opens again after the media server was lost, and gives the broadcaster 20 s from then', () => {
    const lost: [RoomEvent, number] = [{ type: 'mediaServerLost' }, 10_000]
    expect(
      roomTransition(stateAfter(arrived, lost), { type: 'mediaServerBack' }, t0 + 12_000).effects,
    ).toEqual(['openRoom'])
    const again = stateAfter(arrived, lost, [{ type: 'opened' }, 12_000])
    expect(again).toMatchObject({ serverAwaySince: null, mediaGoneSince: t0 + 12_000 })
    expect(roomTransition(again, { type: 'tick' }, t0 + 31_999).state.endReason).toBeNull()
    expect(roomTransition(again, { type: 'tick' }, t0 + 32_000).state.endReason).toBe('mediaGone')
    expect(stateAfter(arrived, lost, [{ type: 'tick' }, 30_000]).endReason).toBe('serverRecovery')
  })

  it('goes on after a restart within 20 s, and ends by the recovery after them', () => {
    const restarted = (at: number) =>
      roomTransition(stateAfter(arrived), { type: 'serverRestarted', since: t0 + 10_000 }, t0 + at)
    expect(restarted(29_999)).toMatchObject({ state: { endReason: null }, effects: ['openRoom'] })
    expect(restarted(30_000)).toMatchObject({ state: { endReason: 'serverRecovery' }, effects: ['end'] })
  })

  it('ends its calls so that each payer gets back what a loss returns, and nothing else', () => {
    expect(endOfCallsIn('mediaGone')).toEqual({ reason: 'connectionLost', lostSide: 'broadcaster' })
    expect(endOfCallsIn('serverRecovery')).toEqual({ reason: 'serverRecovery', lostSide: 'server' })
    expect(endOfCallsIn('byBroadcaster').lostSide).toBeNull()
    expect(endOfCallsIn('dailyLimit').lostSide).toBeNull()
    expect(endOfCallsIn('byOperator').reason).toBe('byOperator')
  })

  it('ends once in any history, always has a deadline before that, and nothing changes it afterwards', () => {
    const event = fc.constantFrom<RoomEvent>(
      { type: 'mediaArrived' },
      { type: 'mediaGone' },
      { type: 'mediaServerLost' },
      { type: 'mediaServerBack' },
      { type: 'opened' },
      { type: 'endedByBroadcaster' },
      { type: 'tick' },
    )
    const history = fc.array(fc.tuple(event, fc.integer({ min: 0, max: 25_000 })), { maxLength: 40 })
    fc.assert(
      fc.property(history, (steps) => {
        let state = started
        let now = t0
        let ends = 0
        let begins = 0
        for (const [each, pauseMs] of steps) {
          now += pauseMs
          const next = roomTransition(state, each, now)
          ends += next.effects.filter((effect) => effect === 'end').length
          begins += next.effects.filter((effect) => effect === 'begin').length
          if (state.endReason !== null) expect(next.state).toBe(state)
          state = next.state
          expect(nextRoomDeadline(state) === null).toBe(state.endReason !== null)
        }
        expect(ends).toBe(state.endReason === null ? 0 : 1)
        expect(begins).toBe(state.beganAt === null ? 0 : 1)
      }),
    )
  })
})
