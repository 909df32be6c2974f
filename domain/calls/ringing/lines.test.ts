import { describe, expect, it } from 'vitest'
import { requestedCall } from '../testing/requested-call.ts'
import type { CallState } from '../transition.ts'
import { belongsToSession, mayOfferLine } from './lines.ts'

const at = (phase: CallState['phase'], dialler: CallState['dialler'] = 'caller'): CallState => ({
  ...requestedCall(dialler, 0),
  phase,
  lines: { caller: 'dialling', broadcaster: 'answering' },
})

describe('a line', () => {
  it.each([
    ['requested', true, true],
    ['ringing', true, true],
    ['accepted', true, false],
    ['connecting', true, false],
    ['inCall', false, false],
    ['ended', false, false],
  ] as const)(
    'of a call that is %s may be offered by the page with the place: %s, by another: %s',
    (phase, own, other) => {
      expect(mayOfferLine(at(phase), 'broadcaster', 'answering')).toBe(own)
      expect(mayOfferLine(at(phase), 'broadcaster', 'other')).toBe(other)
      // Of the other side.
      expect(mayOfferLine(at(phase), 'broadcaster', 'dialling')).toBe(other)
    },
  )

  it.each(['caller', 'broadcaster'] as const)(
    'is any session’s of the callee while it rings (%s dials)',
    (dialler) => {
      const callee = dialler === 'caller' ? 'broadcaster' : 'caller'
      expect(belongsToSession(at('ringing', dialler), dialler)).toBe(true)
      expect(belongsToSession(at('ringing', dialler), callee)).toBe(false)
      expect(belongsToSession(at('accepted', dialler), callee)).toBe(true)
    },
  )
})
