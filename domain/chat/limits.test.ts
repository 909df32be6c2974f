import { describe, expect, it } from 'vitest'
import {
  decideSend,
  firstMessageLimits,
  firstsWindowMs,
  type SendFacts,
  sendLimits,
  sendsWindowMs,
} from './limits.ts'

const nowMs = 1_700_000_000_000
const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** `count` instants, all `ms` before now. */
const ago = (count: number, ms: number) => Array<number>(count).fill(nowMs - ms)
const caller: SendFacts = { role: 'caller', sentAtMs: [], isFirst: false, firstsAtMs: [] }
const tooFast = { refused: 'chatTooFast' }
const tooMany = { refused: 'chatTooManyFirsts' }

describe('the limits of a sender', () => {
  it.each<[string, Partial<SendFacts>, unknown]>([
    ['the first message of all', {}, null],
    ['the 10th in 10 s', { sentAtMs: ago(9, 1_000) }, null],
    ['the 11th in 10 s', { sentAtMs: ago(10, 9_999) }, tooFast],
    [
      'the 11th when the first has gone out of the window',
      { sentAtMs: [...ago(1, 10_000), ...ago(9, 5_000)] },
      null,
    ],
    ['the 60th in a minute', { sentAtMs: ago(59, 30_000) }, null],
    ['the 61st in a minute', { sentAtMs: ago(60, 59_999) }, tooFast],
    ['the 61st a minute later', { sentAtMs: ago(60, minuteMs) }, null],
    ["a caller's 10th new partner in an hour", { isFirst: true, firstsAtMs: ago(9, minuteMs) }, null],
    ["a caller's 11th new partner in an hour", { isFirst: true, firstsAtMs: ago(10, minuteMs) }, tooMany],
    ['an answer is no first message', { isFirst: false, firstsAtMs: ago(30, minuteMs) }, null],
    ["a caller's 30th new partner in a day", { isFirst: true, firstsAtMs: ago(29, 2 * hourMs) }, null],
    ["a caller's 31st new partner in a day", { isFirst: true, firstsAtMs: ago(30, 23 * hourMs) }, tooMany],
    ['the next day', { isFirst: true, firstsAtMs: ago(30, 24 * hourMs) }, null],
    [
      'a broadcaster greets 30 in an hour',
      { role: 'broadcaster', isFirst: true, firstsAtMs: ago(29, 1) },
      null,
    ],
    ['but not 31', { role: 'broadcaster', isFirst: true, firstsAtMs: ago(30, 1) }, tooMany],
    ['nor 101 in a day', { role: 'broadcaster', isFirst: true, firstsAtMs: ago(100, 5 * hourMs) }, tooMany],
    ['being too fast comes first', { sentAtMs: ago(10, 1), isFirst: true, firstsAtMs: ago(10, 1) }, tooFast],
  ])('%s', (_story, facts, answer) => {
    expect(decideSend({ ...caller, ...facts }, nowMs)).toEqual(answer)
  })

  it('needs no instants older than the windows it names', () => {
    const longest = (rates: readonly { windowMs: number }[]) =>
      Math.max(...rates.map(({ windowMs }) => windowMs))
    expect(longest(sendLimits)).toBe(sendsWindowMs)
    expect(longest(Object.values(firstMessageLimits).flat())).toBe(firstsWindowMs)
  })
})
