import { expect, it } from 'vitest'
import { maskedMail } from './mask-mail.ts'

it('keeps the first letter and the host', () => {
  expect(maskedMail('taro.yamada@example.jp')).toBe('t•••@example.jp')
  expect(maskedMail('"a@b"@example.jp')).toBe('"•••@example.jp')
})
