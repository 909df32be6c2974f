import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { aliasesIn } from './aliases.ts'

const secret = randomBytes(32)

test('an alias leads to its member in its own scope alone, and to nobody with another secret', () => {
  const room = aliasesIn(secret, 'live:one')
  const alias = room.of('20148357')
  expect(alias).toMatch(/^[\w-]{22}$/)
  expect(room.of('20148357')).toBe(alias)
  expect(room.of('20148358')).not.toBe(alias)
  expect(room.memberOf(alias)).toBe('20148357')
  expect(aliasesIn(secret, 'live:other').of('20148357')).not.toBe(alias)
  expect(aliasesIn(secret, 'live:other').memberOf(alias)).toBeNull()
  expect(aliasesIn(randomBytes(32), 'live:one').memberOf(alias)).toBeNull()
})

test('what nobody was given leads to nobody', () => {
  const room = aliasesIn(secret, 'live:one')
  for (const alias of ['', '20148357', 'A'.repeat(22), randomBytes(16).toString('base64url'), 'あ'])
    expect(room.memberOf(alias)).toBeNull()
})
