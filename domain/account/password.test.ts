import { describe, expect, it } from 'vitest'
import { newPasswordRefusal } from './password.ts'

const mail = 'tarotanaka@example.jp'
const refusedAs = (password: string) => newPasswordRefusal(password, mail)?.refused ?? null

describe('a new password', () => {
  it.each([
    ['seven characters', 'abcdef7', 'newPasswordTooShort'],
    ['seven characters of several code points', '👩‍👩‍👧'.repeat(7), 'newPasswordTooShort'],
    ['nothing', '', 'newPasswordTooShort'],
    ['129 characters', 'あい'.repeat(64).concat('う'), 'newPasswordTooLong'],
    ['a NUL', 'tsuki\0kirei', 'newPasswordUnreadable'],
    ['a line break', 'tsuki\nkirei', 'newPasswordUnreadable'],
    ['one that everybody uses', 'Password123', 'newPasswordTooCommon'],
    ['one sign over and over', 'ｚｚｚｚｚｚｚｚｚ', 'newPasswordTooCommon'],
    ['the address', mail, 'newPasswordTooCommon'],
    ['its first half', 'TaroTanaka', 'newPasswordTooCommon'],
  ])('is refused: %s', (_name, password, refusal) => expect(refusedAs(password)).toBe(refusal))

  it.each([
    ['eight characters', 'tsuki-8k'],
    ['128 characters', 'あい'.repeat(64)],
    ['a sentence with spaces', 'tsuki ga kirei desu ne'],
    ['no digit and no capital', 'yozorayosakura'],
  ])('is accepted: %s', (_name, password) => expect(refusedAs(password)).toBeNull())
})
