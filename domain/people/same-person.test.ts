import { expect, it } from 'vitest'
import { type IdentityKeys, looksLikeSamePerson } from './same-person.ts'

const marks = (deviceKeys: string[], ...phoneKeys: string[]): IdentityKeys => ({ deviceKeys, phoneKeys })

it.each([
  ['one device', marks(['a']), marks(['a']), true],
  ['two devices', marks(['a', 'c']), marks(['b', 'd']), false],
  ['one device among several', marks(['a', 'c']), marks(['b', 'c']), true],
  ['two that have none, as seeded people', marks([]), marks([]), false],
  ['one number, now or once', marks(['a'], 'x', 'y'), marks(['b'], 'z', 'x'), true],
  ['numbers of their own', marks(['a'], 'x'), marks(['b'], 'y'), false],
])('%s', (_name, one, other, isOne) => {
  expect(looksLikeSamePerson(one, other)).toBe(isOne)
  expect(looksLikeSamePerson(other, one)).toBe(isOne)
})
