import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readNickname } from './nickname.ts'

describe('readNickname', () => {
  it.each([
    ['太郎', '太郎'],
    ['  夜勤明け　', '夜勤明け'],
    ['K.T', 'K.T'],
    ['か\u3099く', 'がく'],
    ['あ'.repeat(20), 'あ'.repeat(20)],
    ['👨‍👩‍👧‍👦'.repeat(20), '👨‍👩‍👧‍👦'.repeat(20)],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿ねこ❤️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿ねこ❤️'],
    ['葛\u{e0100}城', '葛\u{e0100}城'],
    ['ナオ ミ', 'ナオ ミ'],
  ])('accepts %s', (written, name) => {
    expect(readNickname(written)).toBe(name)
  })

  it.each([
    ['', 'nameTooShort'],
    [' 　\n', 'nameTooShort'],
    ['あ'.repeat(21), 'nameTooLong'],
    ['👨‍👩‍👧‍👦'.repeat(21), 'nameTooLong'],
    ['x'.repeat(1_000_000), 'nameTooLong'],
    ['た\u0000ろう', 'nameNotShown'],
    ['たろう\u202eabc', 'nameNotShown'],
    ['\u200b\u200b', 'nameNotShown'],
    ['た\u200dろう', 'nameNotShown'],
    ['\u2800', 'nameNotShown'],
    ['\u3164', 'nameNotShown'],
    ['\ufe0f', 'nameNotShown'],
    ['\ud800', 'nameNotShown'],
    [`a${'\u0301'.repeat(6)}`, 'nameNotShown'],
    ['上\n下', 'nameNotShown'],
  ])('refuses %j as %s', (written, refused) => {
    expect(readNickname(written)).toEqual({ refused })
  })

  it('reads a stored name as the same name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 24 }), (written) => {
        const name = readNickname(written)
        if (typeof name === 'string') expect(readNickname(name)).toBe(name)
      }),
      { numRuns: 2_000 },
    )
  })
})
