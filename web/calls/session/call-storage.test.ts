import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { IncomingCallInfo } from '#contract/calls/calls.ts'
import { callStorage } from './call-storage.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

const ring: IncomingCallInfo = {
  sender_id: '10000001',
  app_id: 'koyoi',
  rtm_channel_token: 'room',
  rtc_channel_token: 'bearer',
  channel_id: 'call-1',
  call_type: 'video',
  date: '20261120210500',
  is_partner_in_second_apps: false,
}

it('returns a stored ring to the screen of its dialler, and to no other', () => {
  callStorage.storeIncomingCall(ring)
  expect(callStorage.incomingCallFrom('10000001')?.channelId).toBe('call-1')
  expect(callStorage.incomingCallFrom('10000002')).toBeNull()
  callStorage.clearIncomingCall()
  expect(callStorage.incomingCallFrom('10000001')).toBeNull()
})

it('remembers a blocked partner until the block is lifted', () => {
  callStorage.noteBlocked('10000001')
  expect(callStorage.isBlocked('10000001')).toBe(true)
  expect(callStorage.isBlocked('10000002')).toBe(false)
  callStorage.dropBlocked('10000002')
  expect(callStorage.isBlocked('10000001')).toBe(true)
  callStorage.dropBlocked('10000001')
  expect(callStorage.isBlocked('10000001')).toBe(false)
})
