import { expect, it } from 'vitest'
import { mailMaskedForOwner } from './mail-address.ts'
import { type MailStatus, mailChangeRefusal } from './mail-change.ts'

const password = 'tsuki-ga-kirei'
const address = 'sora@example.jp'
const nameless: MailStatus = { email: null, hasPassword: false, isDemo: false, pending: null }
const known: MailStatus = { ...nameless, email: 'mae@example.jp', hasPassword: true }
/** Signed in by another service, which vouches for the address. */
const withoutPassword: MailStatus = { ...known, hasPassword: false }
const waiting: MailStatus = { ...nameless, pending: { email: address, hasPassword: true } }

it.each<[string, MailStatus, string, string | undefined, string | null]>([
  ['a first address brings a password', nameless, address, password, null],
  ['and not without', nameless, address, undefined, 'newPasswordMissing'],
  ['nor with a weak one', nameless, address, 'short', 'newPasswordTooShort'],
  ['the one that waits is sent again as it is', waiting, address, undefined, null],
  ['or with another password', waiting, address, 'another-password', null],
  ['another than the one that waits', waiting, 'umi@example.jp', undefined, 'newPasswordMissing'],
  [
    'one that waits for nothing but itself',
    { ...waiting, pending: { email: address, hasPassword: false } },
    address,
    undefined,
    'newPasswordMissing',
  ],
  ['an account with both changes the address alone', known, address, undefined, null],
  ['its password has another way', known, address, password, 'badInput'],
  [
    'the same in other letters',
    { ...known, email: 'Mae@example.jp' },
    'mae@example.jp',
    undefined,
    'mailUnchanged',
  ],
  ['without a password it may go on without', withoutPassword, address, undefined, null],
  ['or get one', withoutPassword, address, password, null],
  ['no address', nameless, 'sora', password, 'mailAddressWrong'],
  ['the demo', { ...known, isDemo: true }, address, undefined, 'demoAccountFixed'],
])('%s', (_what, current, to, chosen, refused) => {
  expect(mailChangeRefusal(current, to, chosen)).toEqual(refused && { refused })
})

it.each([
  ['minato@example.jp', 'mi•••@example.jp'],
  ['a@example.jp', 'a•••@example.jp'],
  ['"a@b"@example.jp', '"a•••@example.jp'],
])('%s is shown as %s', (mail, shown) => expect(mailMaskedForOwner(mail)).toBe(shown))
