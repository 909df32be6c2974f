import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { decrypt, encrypt } from './encryption.ts'

const secret = randomBytes(32)
const ofBroadcaster = { purpose: 'payoutAccount', boundTo: '10000001' } as const
const plain = Buffer.from('口座 1234567')

test('decrypts what was encrypted, and encrypts differently each time', () => {
  const sealed = encrypt(secret, ofBroadcaster, plain)
  expect(decrypt(secret, ofBroadcaster, sealed)).toEqual(plain)
  expect(encrypt(secret, ofBroadcaster, plain).equals(sealed)).toBe(false)
  expect(sealed.toString('latin1')).not.toContain('1234567')
})

test('decrypts with no other secret, for no other owner or purpose, and not after a bit was changed', () => {
  const sealed = encrypt(secret, ofBroadcaster, plain)
  expect(decrypt(randomBytes(32), ofBroadcaster, sealed)).toBeNull()
  expect(decrypt(secret, { ...ofBroadcaster, boundTo: '10000002' }, sealed)).toBeNull()
  expect(decrypt(secret, { ...ofBroadcaster, purpose: 'operatorTotp' }, sealed)).toBeNull()
  for (const at of [0, 15, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(decrypt(secret, ofBroadcaster, changed)).toBeNull()
  }
  expect(decrypt(secret, ofBroadcaster, Buffer.alloc(5))).toBeNull()
})
