import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { blockedPartner } from './blocked-partner.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('remembers a blocked partner until the block is lifted', () => {
  blockedPartner.store('10000001')
  expect(blockedPartner.is('10000001')).toBe(true)
  expect(blockedPartner.is('10000002')).toBe(false)
  blockedPartner.clear('10000002')
  expect(blockedPartner.is('10000001')).toBe(true)
  blockedPartner.clear('10000001')
  expect(blockedPartner.is('10000001')).toBe(false)
})
