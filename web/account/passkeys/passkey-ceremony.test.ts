import { describe, expect, it } from 'vitest'
import { CeremonyError, endOf } from './passkey-ceremony.ts'

const minutesMs = 60_000
const named = (name: string, code?: string) => Object.assign(new Error('said in English'), { name, code })

describe('a browser that gave nothing signed', () => {
  it.each([
    ['was cancelled', named('NotAllowedError', 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY'), 3_000, 'cancelled'],
    [
      'waited for too long',
      named('NotAllowedError', 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY'),
      5 * minutesMs,
      'timedOut',
    ],
    ['gave way to another question', named('AbortError', 'ERROR_CEREMONY_ABORTED'), 1, 'superseded'],
    [
      'has one already',
      named('InvalidStateError', 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'),
      1,
      'alreadyThere',
    ],
    [
      'recognises nobody',
      named('ConstraintError', 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT'),
      1,
      'unsupported',
    ],
    ['is on another host', named('SecurityError', 'ERROR_INVALID_RP_ID'), 1, 'failed'],
    ['lost the code on its way', new TypeError('Failed to fetch'), 1, 'failed'],
  ])('%s', (_name, error, tookMs, end) => {
    expect(endOf(error, tookMs, 5 * minutesMs)).toBe(end)
    expect(new CeremonyError(endOf(error, tookMs, 5 * minutesMs)).message).toMatch(/。$/)
  })
})
