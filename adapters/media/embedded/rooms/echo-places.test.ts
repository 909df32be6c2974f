import { describe, expect, test } from 'vitest'
import { echoIdleMaxMs, echoToGiveUp, type OpenEcho } from './echo-places.ts'

const of = (networkKey: string, ...idleMs: number[]): OpenEcho[] =>
  idleMs.map((each, index) => ({ roomId: `${networkKey}${index}`, networkKey, idleMs: each }))

describe('the echo that makes way when none is free', () => {
  test.each<[string, OpenEcho[], string | null]>([
    ['is one of the network that has the most', [...of('a', 5, 5), ...of('b', 9), ...of('c', 9)], 'a0'],
    ['is that network’s idlest', of('a', 3, 900, 200), 'a1'],
    ['is none while every network has one', [...of('a', 5), ...of('b', 5)], null],
    [
      'is one that nobody uses, whatever its network has',
      [...of('a', 5, 5, 5), ...of('b', echoIdleMaxMs + 1)],
      'b0',
    ],
    ['may still begin to be used for a while', [...of('a', echoIdleMaxMs), ...of('b', 0)], null],
  ])('%s', (_what, open, given) => {
    expect(echoToGiveUp(open, 'new')).toBe(given)
  })

  test('is never another’s for a network that has as many', () => {
    const open = [...of('a', 5, 5), ...of('b', 5, 5)]
    expect(echoToGiveUp(open, 'a')).toBeNull()
    expect(echoToGiveUp([...open, ...of('b2', 0)], 'b2')).toBeNull()
    expect(echoToGiveUp(open, 'new')).toBe('a0')
  })
})
