import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { videoRequestMs } from '#contract/calls/in-call.ts'
import { changeKind, type KindEvent, type KindState } from './kind-change.ts'

const voice: KindState = { kind: 'voice', videoRequest: null }
const video: KindState = { kind: 'video', videoRequest: null }
const requestOf = (by: 'caller' | 'broadcaster', expectedPointsPerMin: number | null = null): KindEvent => ({
  type: 'requestVideo',
  by,
  ratePointsPerMin: 200,
  expectedPointsPerMin,
})
const answers = (
  by: 'caller' | 'broadcaster',
  agrees: boolean,
  expected: number | null = null,
): KindEvent => ({
  type: 'answerVideo',
  by,
  agrees,
  expectedPointsPerMin: expected,
})

const played = (state: KindState, ...steps: (readonly [KindEvent, number])[]) => {
  const outcomes: string[] = []
  let current = state
  for (const [event, now] of steps) {
    const change = changeKind(current, event, now)
    outcomes.push('refused' in change ? change.refused : (change.effect?.type ?? 'none'))
    if (!('refused' in change)) current = change.state
  }
  return { outcomes, ...current }
}

describe('a voice call becomes a video call', () => {
  it('when the side that was asked agrees', () => {
    expect(played(voice, [requestOf('broadcaster'), 0], [answers('caller', true, 200), 5_000])).toMatchObject(
      {
        outcomes: ['none', 'toVideo'],
        ...video,
      },
    )
  })

  it('when both ask at the same time', () => {
    expect(played(voice, [requestOf('caller', 200), 0], [requestOf('broadcaster'), 1])).toMatchObject({
      outcomes: ['none', 'toVideo'],
      ...video,
    })
  })

  it('at the price that was asked for, whatever the broadcaster’s price is by then', () => {
    const requested = changeKind(voice, requestOf('broadcaster'), 0)
    const dearer: KindEvent = {
      type: 'requestVideo',
      by: 'caller',
      ratePointsPerMin: 300,
      expectedPointsPerMin: 200,
    }
    expect('state' in requested && changeKind(requested.state, dearer, 1)).toMatchObject({
      effect: { type: 'toVideo', ratePointsPerMin: 200 },
    })
  })

  it('not when the side that was asked declines, nor when the asking side takes the question back', () => {
    for (const by of ['caller', 'broadcaster'] as const)
      expect(played(voice, [requestOf('caller'), 0], [answers(by, false), 1])).toMatchObject({
        outcomes: ['none', 'none'],
        ...voice,
      })
  })

  it('not by the asking side’s own answer, by a late one, or by one to a question that was answered', () => {
    expect(played(voice, [requestOf('caller'), 0], [answers('caller', true), 1]).outcomes[1]).toBe(
      'callNotAsked',
    )
    expect(
      played(voice, [requestOf('caller'), 0], [answers('broadcaster', true), videoRequestMs]).outcomes[1],
    ).toBe('callNotAsked')
    expect(
      played(
        voice,
        [requestOf('caller'), 0],
        [answers('broadcaster', false), 1],
        [answers('broadcaster', true), 2],
      ).outcomes[2],
    ).toBe('callNotAsked')
  })

  it('not at more than the price on the caller’s button, and not where video isn’t accepted', () => {
    expect(played(voice, [requestOf('caller', 190), 0]).outcomes).toEqual(['callRateChanged'])
    expect(played(voice, [requestOf('broadcaster'), 0], [answers('caller', true, 190), 1]).outcomes[1]).toBe(
      'callRateChanged',
    )
    const unaccepted: KindEvent = { ...requestOf('caller'), ratePointsPerMin: null } as KindEvent
    expect(played(voice, [unaccepted, 0]).outcomes).toEqual(['callKindRefused'])
  })

  it('a question keeps its time when it is asked again', () => {
    expect(
      played(
        voice,
        [requestOf('caller'), 0],
        [requestOf('caller'), 20_000],
        [answers('broadcaster', true), videoRequestMs],
      ).outcomes,
    ).toEqual(['none', 'none', 'callNotAsked'])
  })
})

it('a video call becomes a voice call at once, by either side', () => {
  expect(played(video, [{ type: 'toVoice' }, 0], [{ type: 'toVoice' }, 1])).toMatchObject({
    outcomes: ['toVoice', 'none'],
    ...voice,
  })
})

it('never becomes a video call without the consent of both sides within the time for it', () => {
  const by = fc.constantFrom('caller' as const, 'broadcaster' as const)
  const event: fc.Arbitrary<KindEvent> = fc.oneof(
    by.map((side) => requestOf(side)),
    fc.tuple(by, fc.boolean()).map(([side, agrees]) => answers(side, agrees)),
    fc.constant({ type: 'toVoice' } as KindEvent),
  )
  const step = fc.record({ event, waitMs: fc.integer({ min: 0, max: 20_000 }) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let state = voice
      let now = 0
      let willing: Partial<Record<'caller' | 'broadcaster', number>> = {}
      for (const { event: next, waitMs } of steps) {
        now += waitMs
        const change = changeKind(state, next, now)
        if ('refused' in change) continue
        if (next.type === 'requestVideo') willing[next.by] ??= now
        if (next.type === 'answerVideo') willing = next.agrees ? { ...willing, [next.by]: now } : {}
        if (change.effect?.type === 'toVideo') {
          expect(Object.keys(willing).sort()).toEqual(['broadcaster', 'caller'])
        }
        if (change.state.videoRequest === null) willing = {}
        else willing = { [change.state.videoRequest.by]: change.state.videoRequest.at }
        state = change.state
      }
    }),
  )
})
