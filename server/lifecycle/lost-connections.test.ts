import { expect, it } from 'vitest'
import { isLostConnection } from './lost-connections.ts'

const error = (code: string) => Object.assign(new Error('x'), { code })

it.each(['CONNECTION_CLOSED', 'ECONNRESET', '57P01'])('knows a lost connection by %s', (code) => {
  expect(isLostConnection(error(code))).toBe(true)
})

it.each([error('23505'), error('UNSAFE_TRANSACTION'), new Error('x'), 'CONNECTION_CLOSED', undefined])(
  'takes nothing else for one: %s',
  (reason) => {
    expect(isLostConnection(reason)).toBe(false)
  },
)
