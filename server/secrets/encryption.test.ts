import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { decrypt, encrypt } from './encryption.ts'

const secret = randomBytes(32)
const ofBroadcaster = { purpose: 'payoutAccount', boundTo: '10000001' } as const
const plain = Buffer.from('口座 1234567')

test('decrypts what was encrypted, and encrypts differently each time', () => {
  const encrypted = encrypt(secret, ofBroadcaster, plain)
  expect(decrypt(secret, ofBroadcaster, encrypted)).toEqual(plain)
  expect(encrypt(secret, ofBroadcaster, plain).equals(encrypted)).toBe(false)
  expect(encrypted.toString('latin1')).not.toContain('1234567')
})

test('decrypts with no other secret, for no other owner or purpose, and not after a bit was changed', () => {
  const encrypted = encrypt(secret, ofBroadcaster, plain)
  expect(decrypt(randomBytes(32), ofBroadcaster, encrypted)).toBeNull()
  expect(decrypt(secret, { ...ofBroadcaster, boundTo: '10000002' }, encrypted)).toBeNull()
  expect(decrypt(secret, { ...ofBroadcaster, purpose: 'operatorTotp' }, encrypted)).toBeNull()
  for (const at of [0, 15, encrypted.length - 1]) {
    const changed = Buffer.from(encrypted)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(decrypt(secret, ofBroadcaster, changed)).toBeNull()
  }
  expect(decrypt(secret, ofBroadcaster, Buffer.alloc(5))).toBeNull()
})
