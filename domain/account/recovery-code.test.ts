import { describe, expect, it } from 'vitest'
import { foldRecoveryCode, inGroups, isRecoveryCode, recoveryCodeAlphabet } from './recovery-code.ts'

const code = '7K2QM9X4TBCD01EFGHJKNPRS'

it('is shown in groups of four', () => {
  expect(inGroups(code)).toBe('7K2Q-M9X4-TBCD-01EF-GHJK-NPRS')
})

it('has no characters that look alike', () => {
  expect(new Set(recoveryCodeAlphabet).size).toBe(32)
  expect(recoveryCodeAlphabet).not.toMatch(/[ILOUilou]/)
})

describe('a typed code', () => {
  it.each([
    '7K2Q-M9X4-TBCD-01EF-GHJK-NPRS',
    code,
    '7k2q m9x4 tbcd 01ef ghjk nprs',
    '７Ｋ２Ｑ－Ｍ９Ｘ４－ＴＢＣＤ－０１ＥＦ－ＧＨＪＫ－ＮＰＲＳ',
    '７ｋ２ｑ　ｍ９ｘ４　ｔｂｃｄ　０１ｅｆ　ｇｈｊｋ　ｎｐｒｓ',
    ' 7K2Q–M9X4—TBCD‐01EF−GHJKーNPRS\n',
    '7K2Q-M9X4-TBCD-oiEF-GHJK-NPRS',
    '7K2Q-M9X4-TBCD-OLEF-GHJK-NPRS',
    '7K2QｰM9X4ｰTBCDｰ01EFｰGHJKｰNPRS',
  ])('%j is the same code', (typed) => {
    expect(foldRecoveryCode(typed)).toBe(code)
    expect(isRecoveryCode(foldRecoveryCode(typed), 24)).toBe(true)
  })

  it.each([
    '',
    code.slice(1),
    `${code}0`,
    `${code.slice(1)}U`,
    `${code.slice(1)}あ`,
    `${code.slice(1)}_`,
    '😀'.repeat(12),
  ])('%j is not a code', (typed) => expect(isRecoveryCode(foldRecoveryCode(typed), 24)).toBe(false))
})
