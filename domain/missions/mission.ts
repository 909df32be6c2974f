import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { MissionEvent, MissionKind, MissionState } from '#contract/missions/missions.ts'

export interface MissionRule {
  kind: MissionKind
  event: MissionEvent
  target: number
}

/** What a member has done. */
export interface MissionFacts {
  /** How often, in all and on this Japanese day. */
  counts: Partial<Record<MissionEvent, { ever: number; today: number }>>
  /** Japanese days on which the member checked in, as YYYY-MM-DD. */
  checkIns: readonly string[]
  today: string
  /** The member had the registration bonus: a second account of a browser has no onboarding missions (product.md 15.3). */
  isFirstAccount: boolean
  hasPhone: boolean
}

export interface ReceivedBonus {
  /** Null for a mission of once. */
  day: string | null
}

const dayMs = 24 * 3_600_000
const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10)

/** Days in a row up to today, or up to yesterday while today's check-in is missing, after `since`. */
export const streakOf = (checkIns: readonly string[], today: string, since: string | null): number => {
  const days = new Set(checkIns)
  const last = days.has(today) ? today : dayBefore(today, 1)
  let count = 0
  for (let day = last; days.has(day) && (since === null || day > since); day = dayBefore(last, count))
    count += 1
  return count
}

const doneOf = (
  { kind, event }: MissionRule,
  facts: MissionFacts,
  received: readonly ReceivedBonus[],
): number => {
  if (event === 'checkIn') {
    if (kind !== 'streak') return 1
    const last = received.flatMap(({ day }) => (day === null ? [] : [day])).sort()
    return streakOf(facts.checkIns, facts.today, last.at(-1) ?? null)
  }
  const count = facts.counts[event]
  return (kind === 'daily' ? count?.today : count?.ever) ?? 0
}

/**
 * How far a member is. Points of every day go to members with a verified phone number only, because one person may
 * have many accounts and one number (product.md 15.3).
 *
 * @param received the member's bonuses of this mission
 */
export const missionProgress = (
  rule: MissionRule,
  facts: MissionFacts,
  received: readonly ReceivedBonus[],
): { done: number; state: MissionState } => {
  const done = Math.min(rule.target, doneOf(rule, facts, received))
  const day = rule.kind === 'onboarding' ? null : facts.today
  if (received.some((bonus) => bonus.day === day)) return { done: rule.target, state: 'received' }
  const isLocked = rule.kind === 'onboarding' ? !facts.isFirstAccount : !facts.hasPhone
  if (isLocked) return { done, state: 'locked' }
  return { done, state: done >= rule.target ? 'ready' : 'open' }
}

/** Which events go with which kind: others can't be counted. */
const eventsOf: Record<MissionKind, readonly MissionEvent[]> = {
  onboarding: ['profile', 'favourite', 'chat', 'call', 'phone', 'push', 'board'],
  daily: ['chat', 'call', 'board', 'checkIn'],
  streak: ['checkIn'],
}

/** Whether an operator's mission can be counted and is sane: a streak is two days or more, a check-in is one. */
export const decideMission = ({ kind, event, target }: MissionRule): null | Refusal<'missionWrong'> => {
  const isSane = kind === 'streak' ? target >= 2 && target <= 60 : event !== 'checkIn' || target === 1
  return eventsOf[kind].includes(event) && isSane ? null : refuse('missionWrong')
}
