import { expect, it } from 'vitest'
import { looksLikeOnePerson, type PersonMarks } from './one-person.ts'

const marks = (deviceKey: string | null, ...phoneKeys: string[]): PersonMarks => ({ deviceKey, phoneKeys })

it.each([
  ['one device', marks('a'), marks('a'), true],
  ['two devices', marks('a'), marks('b'), false],
  ['two that have none, as seeded people', marks(null), marks(null), false],
  ['one number, now or once', marks('a', 'x', 'y'), marks('b', 'z', 'x'), true],
  ['numbers of their own', marks('a', 'x'), marks('b', 'y'), false],
])('%s', (_name, one, other, isOne) => {
  expect(looksLikeOnePerson(one, other)).toBe(isOne)
  expect(looksLikeOnePerson(other, one)).toBe(isOne)
})
