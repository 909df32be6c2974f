import { expect, it } from 'vitest'
import { contactMail } from './contact-mail.ts'

const userAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const to = 'support@koyoi.example'
const textOf = (mail: string) => decodeURIComponent(mail)

it('names a member by the id', () => {
  const mail = contactMail(to, { id: '20148357', name: '太郎' }, userAgent, null)
  expect(mail).toMatch(/^mailto:support@koyoi\.example\?subject=/)
  for (const line of ['ユーザーID：20148357', 'お名前：太郎', 'OS：iOS 18', 'ブラウザ：Safari 18'])
    expect(textOf(mail)).toContain(line)
  expect(textOf(mail)).not.toContain('IPアドレス')
})

it('names a visitor by the IP address, or says that it is unknown', () => {
  expect(textOf(contactMail(to, { address: '203.0.113.5' }, userAgent, null))).toContain(
    'IPアドレス：203.0.113.5',
  )
  expect(textOf(contactMail(to, { address: '取得不可' }, 'curl/8', null))).toContain('ブラウザ：不明')
})

it('puts a bank transfer’s point pack first, with the account', () => {
  const transfer = { orderId: 'a1', priceYen: 30_000, bankAccount: 'こよい銀行 普通 1234567' }
  const text = textOf(contactMail(to, { id: '1', name: 'A&B=C' }, userAgent, transfer))
  expect(text).toContain('30,000円のコースの購入を希望します。')
  expect(text).toContain('注文番号：a1')
  expect(text).toContain('お振込先：こよい銀行 普通 1234567')
  expect(text).toContain('お名前：A&B=C')
})
