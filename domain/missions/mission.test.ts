import { describe, expect, it } from 'vitest'
import { decideMission, type MissionFacts, missionProgress, streakOf } from './mission.ts'

const facts = (more: Partial<MissionFacts> = {}): MissionFacts => ({
  counts: { call: { ever: 3, today: 1 }, favourite: { ever: 1, today: 0 } },
  checkIns: [],
  today: '2026-11-23',
  isFirstAccount: true,
  hasPhone: true,
  ...more,
})
const call = { kind: 'onboarding', event: 'call', target: 1 } as const
const daily = { kind: 'daily', event: 'call', target: 2 } as const
const week = { kind: 'streak', event: 'checkIn', target: 3 } as const

describe('progress', () => {
  it('counts in all for a mission of once, and today for a daily one', () => {
    expect(missionProgress(call, facts(), [])).toEqual({ done: 1, state: 'ready' })
    expect(missionProgress(daily, facts(), [])).toEqual({ done: 1, state: 'open' })
    expect(missionProgress({ ...call, event: 'profile' }, facts(), [])).toEqual({ done: 0, state: 'open' })
  })

  it('is over once the bonus was received, whatever was undone since', () => {
    const untouched = facts({ counts: {} })
    expect(missionProgress(call, untouched, [{ day: null }])).toEqual({ done: 1, state: 'received' })
    expect(missionProgress(daily, untouched, [{ day: '2026-11-23' }])).toMatchObject({ state: 'received' })
    expect(missionProgress(daily, facts(), [{ day: '2026-11-22' }])).toMatchObject({ state: 'open' })
  })

  it('is locked for a second account, and every day without a phone number', () => {
    expect(missionProgress(call, facts({ isFirstAccount: false }), [])).toMatchObject({ state: 'locked' })
    expect(missionProgress(daily, facts({ isFirstAccount: false }), [])).toMatchObject({ state: 'open' })
    expect(missionProgress(daily, facts({ hasPhone: false }), [])).toMatchObject({ state: 'locked' })
    expect(missionProgress(call, facts({ hasPhone: false }), [])).toMatchObject({ state: 'ready' })
  })
})

describe('a streak', () => {
  const days = ['2026-11-20', '2026-11-21', '2026-11-22']
  it('goes on until today is over', () => {
    expect(streakOf(days, '2026-11-22', null)).toBe(3)
    expect(streakOf(days, '2026-11-23', null)).toBe(3)
    expect(streakOf(days, '2026-11-24', null)).toBe(0)
  })

  it('breaks at a missing day, and crosses months', () => {
    expect(streakOf(['2026-11-19', ...days.slice(1)], '2026-11-22', null)).toBe(2)
    expect(streakOf(['2026-10-31', '2026-11-01'], '2026-11-01', null)).toBe(2)
  })

  it('begins anew after its bonus', () => {
    expect(missionProgress(week, facts({ checkIns: days }), [])).toEqual({ done: 3, state: 'ready' })
    const received = [{ day: '2026-11-22' }]
    expect(missionProgress(week, facts({ checkIns: days }), received)).toEqual({ done: 0, state: 'open' })
    const today = facts({ checkIns: [...days, '2026-11-23'] })
    expect(missionProgress(week, today, received)).toEqual({ done: 1, state: 'open' })
  })
})

it('refuses missions that can not be counted', () => {
  for (const rule of [
    { kind: 'daily', event: 'profile', target: 1 },
    { kind: 'streak', event: 'call', target: 3 },
    { kind: 'streak', event: 'checkIn', target: 1 },
    { kind: 'daily', event: 'checkIn', target: 2 },
  ] as const)
    expect(decideMission(rule)).toEqual({ refused: 'missionWrong' })
  expect(decideMission(week)).toBeNull()
  expect(decideMission(daily)).toBeNull()
})
