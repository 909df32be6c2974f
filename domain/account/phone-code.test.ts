import { describe, expect, it } from 'vitest'
import { nextCodeAtMs, phoneCodeLimits, readPhoneCode } from './phone-code.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

describe('a code', () => {
  it.each(['012345', ' 012345 ', '012 345', '012-345', '０１２３４５', '０１２－３４５'])(
    'is read from %j',
    (written) => expect(readPhoneCode(written)).toBe('012345'),
  )

  it.each(['', '12345', '0123456', '01234a', '٠١٢٣٤٥', '012.345', '0x1234'])(
    'is not read from %j',
    (written) => expect(readPhoneCode(written)).toEqual({ refused: 'phoneCodeMalformed' }),
  )
})

describe('the next code', () => {
  it('is available at once when none was requested', () => {
    for (const shares of Object.values(phoneCodeLimits)) expect(nextCodeAtMs(shares, [])).toBe(0)
  })

  it('for a number: the fourth within an hour waits until the first is an hour old', () => {
    const first = 1_000
    expect(nextCodeAtMs(phoneCodeLimits.number, [first + 9, first])).toBe(0)
    expect(nextCodeAtMs(phoneCodeLimits.number, [first + 20, first + 9, first])).toBe(first + hourMs)
  })

  it('for a number: the seventh within a day waits until the first is a day old', () => {
    const first = 5_000
    const sent = [22, 21, 20, 2, 1, 0].map((hours) => first + hours * hourMs)
    expect(nextCodeAtMs(phoneCodeLimits.number, sent)).toBe(first + 24 * hourMs)
  })

  it('for an account: a minute after the last, five a day', () => {
    expect(nextCodeAtMs(phoneCodeLimits.account, [7_000])).toBe(7_000 + minuteMs)
    expect(
      nextCodeAtMs(
        phoneCodeLimits.account,
        [9, 8, 7, 6, 5].map((hours) => hours * hourMs),
      ),
    ).toBe(29 * hourMs)
  })

  it('for a network: twenty an hour', () => {
    const sent = Array.from({ length: 20 }, (_, nth) => 20_000 - nth)
    expect(nextCodeAtMs(phoneCodeLimits.network, sent.slice(1))).toBe(0)
    expect(nextCodeAtMs(phoneCodeLimits.network, sent)).toBe(20_000 - 19 + hourMs)
  })
})
