import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { IncomingCallInfo } from '#contract/calls/calls.ts'
import { storeRing } from './store-ring.ts'
import { storedRing } from './stored-ring.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
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
  storeRing(ring)
  expect(storedRing.from('10000001')?.channelId).toBe('call-1')
  expect(storedRing.from('10000002')).toBeNull()
  storedRing.clear()
  expect(storedRing.from('10000001')).toBeNull()
})
