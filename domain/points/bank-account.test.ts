import { expect, test } from 'vitest'
import { bankKana, identityOf, maskedNumber, readBankAccount } from './bank-account.ts'

const written = {
  bankCode: '０００１',
  bankName: 'みずほ銀行',
  branchCode: '001',
  branchName: '東京営業部',
  kind: 'ordinary',
  number: '１２３４５６',
  holder: ' さとう　みお',
} as const

test('reads an account as people write it', () => {
  expect(readBankAccount(written)).toEqual({
    account: { ...written, bankCode: '0001', number: '0123456', holder: 'サトウ ミオ' },
  })
})

test('names every field that can’t be used', () => {
  const wrong = { ...written, bankCode: '12', branchCode: 'abc', number: '12345678', holder: '佐藤 美央' }
  expect(readBankAccount(wrong)).toEqual({ wrong: ['bankCode', 'branchCode', 'number', 'holder'] })
  expect(readBankAccount({ ...written, number: '0000000' })).toEqual({ wrong: ['number'] })
  expect(readBankAccount({ ...written, bankName: '=cmd()' })).toEqual({ wrong: ['bankName'] })
})

test.each([
  ['サトウ ミオ', 'ｻﾄｳ ﾐｵ'],
  ['ガンバッタ ジョー', 'ｶﾞﾝﾊﾞﾂﾀ ｼﾞﾖ-'],
  ['カ)パピプ', 'ｶ)ﾊﾟﾋﾟﾌﾟ'],
  ['ヴェスパ ABC', 'ｳﾞｴｽﾊﾟ ABC'],
])('%s is %s to a bank', (holder, kana) => {
  expect(bankKana(holder)).toBe(kana)
})

test('shows the last three digits, and recognises the same account under any name', () => {
  expect(maskedNumber('0123456')).toBe('••••456')
  const one = { ...written, bankCode: '0001', number: '0123456' }
  expect(identityOf(one)).toBe(identityOf({ ...one, holder: 'ベツジン', bankName: '別の書き方' }))
})
