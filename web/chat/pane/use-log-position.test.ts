import { expect, it } from 'vitest'
import { cameAbove } from './use-log-position.ts'

const rows = (...keys: string[]) => keys.map((key) => ({ key }))

it.each([
  ['nothing was seen yet', rows('a', 'b'), null, false],
  ['nothing changed', rows('a', 'b', 'c'), { key: 'b', index: 1 }, false],
  ['one came below', rows('a', 'b', 'c', 'd'), { key: 'b', index: 1 }, false],
  ['older ones came', rows('x', 'y', 'a', 'b'), { key: 'b', index: 1 }, true],
  ['a gap above was filled', rows('a', 'x', 'y', 'b'), { key: 'b', index: 1 }, true],
  ['a gap below was filled', rows('a', 'b', 'x', 'y', 'c'), { key: 'b', index: 1 }, false],
  ['one above was discarded', rows('b', 'c'), { key: 'b', index: 1 }, false],
])('%s', (_, now, anchor, isAbove) => {
  expect(cameAbove(now, anchor)).toBe(isAbove)
})
