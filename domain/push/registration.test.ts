import { describe, expect, it } from 'vitest'
import {
  nextPushStep,
  type PushFacts,
  type PushRecord,
  pushRefreshMs,
  storedPermission,
} from './registration.ts'

const evening = Date.UTC(2026, 10, 20, 12, 5, 0)
const day = 86_400_000

const registered: PushRecord = {
  fcmToken: 'address',
  memberId: '1',
  registeredAtMs: evening,
  sentAtMs: evening,
}

const stepAt = (facts: Partial<PushFacts> = {}) =>
  nextPushStep({
    memberId: '1',
    support: 'full',
    permission: 'default',
    record: null,
    address: facts.record?.fcmToken,
    isSwitchedOff: false,
    offeredAtMs: null,
    now: evening,
    ...facts,
  })

describe('notification permission (Specification 4)', () => {
  it('asks nobody before there is a session', () => {
    expect(stepAt({ memberId: null })).toBe('nothing')
    expect(stepAt()).toBe('offer')
  })

  it('asks again 7 days after あとで, and never after a refusal in the browser', () => {
    const offeredAtMs = evening
    expect(stepAt({ offeredAtMs, now: evening + 7 * day - 1 })).toBe('nothing')
    expect(stepAt({ offeredAtMs, now: evening + 7 * day })).toBe('offer')
    expect(stepAt({ permission: 'denied' })).toBe('nothing')
  })

  it('registers once it is granted, reports it again after a day, and refreshes after 7', () => {
    expect(pushRefreshMs).toBe(604_800_000)
    expect(stepAt({ permission: 'granted' })).toBe('register')
    const aged = (ms: number) => stepAt({ permission: 'granted', record: registered, now: evening + ms })
    expect(aged(0)).toBe('nothing')
    expect(aged(day - 1)).toBe('nothing')
    expect(aged(day)).toBe('register')
    expect(aged(604_799_999)).toBe('register')
    expect(aged(604_800_000)).toBe('refresh')
    expect(aged(60 * day)).toBe('refresh')
  })

  it('refreshes when the age of the address is unknown', () => {
    const granted = { permission: 'granted', record: { ...registered, registeredAtMs: null } } as const
    expect(stepAt(granted)).toBe('refresh')
    expect(stepAt({ permission: 'granted', record: registered, now: evening - day })).toBe('refresh')
  })

  it('registers again for another member, and when the browser has changed its address', () => {
    const granted = { permission: 'granted', record: registered } as const
    expect(stepAt({ ...granted, memberId: '2' })).toBe('register')
    expect(stepAt({ ...granted, address: 'another' })).toBe('register')
    expect(stepAt({ ...granted, address: null })).toBe('register')
    expect(stepAt({ ...granted, address: undefined })).toBe('nothing')
  })

  it('drops the address with the session, with the permission and with the switch', () => {
    const granted = { permission: 'granted', record: registered } as const
    expect(stepAt({ ...granted, memberId: null })).toBe('unregister')
    expect(stepAt({ ...granted, permission: 'denied' })).toBe('unregister')
    expect(stepAt({ ...granted, permission: 'default' })).toBe('unregister')
    expect(stepAt({ ...granted, isSwitchedOff: true })).toBe('unregister')
    expect(stepAt({ permission: 'granted', isSwitchedOff: true })).toBe('nothing')
    expect(stepAt({ isSwitchedOff: true })).toBe('nothing')
  })

  it('explains the home screen where only that gives push, and shows nothing where nothing does', () => {
    expect(stepAt({ support: 'afterInstall' })).toBe('offerInstall')
    expect(stepAt({ support: 'afterInstall', offeredAtMs: evening - day })).toBe('nothing')
    expect(stepAt({ support: 'none' })).toBe('nothing')
  })

  it('stores the result as the specification says', () => {
    expect((['granted', 'denied', 'default'] as const).map(storedPermission)).toEqual([
      'grant',
      'denied',
      'default',
    ])
  })
})
