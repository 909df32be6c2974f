import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRefusal } from '#contract/core/refusal.ts'
import { requestPhases, requestSides } from '#contract/gallery/requests.ts'
import {
  isOpenRequest,
  mayOpenAnother,
  type RequestEvent,
  type RequestState,
  readWish,
  requestStep,
} from './image-request.ts'

const expiresAt = 1_000
const event: fc.Arbitrary<RequestEvent> = fc.oneof(
  fc.record({
    type: fc.constantFrom('accept', 'decline', 'deliver', 'cancel' as const),
    by: fc.constantFrom(...requestSides),
  }),
  fc.constantFrom<RequestEvent>({ type: 'close' }, { type: 'tick' }),
)
const history = fc.array(fc.record({ event, now: fc.integer({ min: 0, max: 2_000 }) }), { maxLength: 12 })

describe('a request for pictures', () => {
  it('is paid or released exactly once, when it ends, whatever happens in whatever order', () => {
    fc.assert(
      fc.property(history, (events) => {
        let state: RequestState = { phase: 'open', expiresAt }
        const effects: string[] = []
        for (const { event: one, now } of events) {
          const step = requestStep(state, one, now)
          if (isRefusal(step)) continue
          if (step.effect !== 'none') effects.push(step.effect)
          if (step.effect === 'capture')
            expect([one, now < expiresAt]).toEqual([{ type: 'deliver', by: 'broadcaster' }, true])
          if (step.notice) expect(step.phase).not.toBe(state.phase)
          state = { ...state, phase: step.phase }
        }
        const ended = state.phase === 'delivered' ? ['capture'] : ['release']
        expect(effects).toEqual(isOpenRequest(state.phase) ? [] : ended)
      }),
      { numRuns: 500 },
    )
  })

  it('that has ended stays as it is', () => {
    fc.assert(
      fc.property(fc.constantFrom(...requestPhases), event, fc.nat(2_000), (phase, one, now) => {
        const step = requestStep({ phase, expiresAt }, one, now)
        if (!isOpenRequest(phase) && !isRefusal(step))
          expect(step).toEqual({ phase, effect: 'none', notice: null })
      }),
    )
  })

  it.each([
    ['open', { type: 'accept', by: 'caller' }, 0, { refused: 'notFound' }],
    ['open', { type: 'cancel', by: 'broadcaster' }, 0, { refused: 'notFound' }],
    ['accepted', { type: 'cancel', by: 'caller' }, 0, { refused: 'requestGone' }],
    ['accepted', { type: 'decline', by: 'broadcaster' }, 0, { phase: 'declined', effect: 'release' }],
    ['open', { type: 'deliver', by: 'broadcaster' }, 0, { phase: 'delivered', effect: 'capture' }],
    ['accepted', { type: 'deliver', by: 'broadcaster' }, expiresAt, { refused: 'requestGone' }],
    ['accepted', { type: 'tick' }, expiresAt - 1, { phase: 'accepted', effect: 'none' }],
    ['accepted', { type: 'tick' }, expiresAt, { phase: 'expired', effect: 'release' }],
  ] as const)('%s, after %o at %i, is %o', (phase, one, now, expected) => {
    expect(requestStep({ phase, expiresAt }, one, now)).toMatchObject(expected)
  })

  it('has a wish of 1 to 200 characters, and is one of three at most', () => {
    expect(readWish(' 夜の海を\r\nお願いします ')).toBe('夜の海を\nお願いします')
    for (const wrong of ['', ' \n', 'あ'.repeat(201), '\0'])
      expect(readWish(wrong)).toEqual({ refused: 'requestWishWrong' })
    expect([0, 2, 3].map(mayOpenAnother)).toEqual([true, true, false])
  })
})
