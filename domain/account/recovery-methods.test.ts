import { expect, it } from 'vitest'
import { hasAnyMethod, isGoogleOnlyRecoveryMethod, isLastRecoveryMethod } from './recovery-methods.ts'

const none = { hasPassword: false, hasRecoveryCode: false, passkeys: 0, hasGoogle: false }

it.each([
  [{ ...none, passkeys: 1 }, true],
  [{ ...none, passkeys: 2 }, false],
  [{ ...none, hasPassword: true, passkeys: 1 }, false],
  [{ ...none, hasRecoveryCode: true, passkeys: 1 }, false],
  [{ ...none, hasGoogle: true, passkeys: 1 }, false],
  [none, false],
])('a passkey of %j is the last recovery method: %s', (methods, isLast) =>
  expect(isLastRecoveryMethod(methods)).toBe(isLast),
)

it.each([
  [{ ...none, hasGoogle: true }, true],
  [{ ...none, hasGoogle: true, passkeys: 1 }, false],
  [{ ...none, hasGoogle: true, hasPassword: true }, false],
  [{ ...none, hasGoogle: true, hasRecoveryCode: true }, false],
  [none, false],
])('Google of %j is the last recovery method: %s', (methods, isLast) =>
  expect(isGoogleOnlyRecoveryMethod(methods)).toBe(isLast),
)

it.each([
  [none, false, false],
  [{ ...none, hasGoogle: true }, true, true],
  [{ ...none, hasPassword: true }, true, true],
  [{ ...none, passkeys: 1 }, true, true],
  [{ ...none, hasRecoveryCode: true }, true, false],
])('any of %j is a recovery method: %s, and without the recovery code: %s', (methods, any, anyBesides) => {
  expect(hasAnyMethod(methods)).toBe(any)
  expect(hasAnyMethod(methods, 'recoveryCode')).toBe(anyBesides)
})
