import { expect, it } from 'vitest'
import { mailMaskedForOperators } from './mask-mail.ts'

it('keeps the first letter and the host', () => {
  expect(mailMaskedForOperators('taro.yamada@example.jp')).toBe('t•••@example.jp')
  expect(mailMaskedForOperators('"a@b"@example.jp')).toBe('"•••@example.jp')
})
