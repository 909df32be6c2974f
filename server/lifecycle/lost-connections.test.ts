import { expect, it } from 'vitest'
import { isDatabaseAway, isLostConnection } from './lost-connections.ts'

const error = (code: string) => Object.assign(new Error('x'), { code })

it.each(['CONNECTION_CLOSED', 'ECONNRESET', '57P01'])('recognises a lost connection by %s', (code) => {
  expect(isLostConnection(error(code))).toBe(true)
})

it.each([error('23505'), error('UNSAFE_TRANSACTION'), new Error('x'), 'CONNECTION_CLOSED', undefined])(
  'takes no other error for a lost connection: %s',
  (reason) => {
    expect(isLostConnection(reason)).toBe(false)
  },
)

it.each(['CONNECTION_CLOSED', 'ECONNREFUSED', 'ENOTFOUND', '57P03', '53100', '53300', '25006'])(
  'recognises a database that can’t work at the moment by %s',
  (code) => {
    expect(isDatabaseAway(error(code))).toBe(true)
  },
)

it.each([error('23505'), error('42P01'), error('57014'), error('5310'), new Error('53100'), null])(
  'takes no bug for a database that is away: %s',
  (reason) => {
    expect(isDatabaseAway(reason)).toBe(false)
  },
)
