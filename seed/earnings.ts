import { broadcasters } from './broadcasters.ts'
import { reviewers } from './people.ts'
import type { CallKind } from './types.ts'

/** A call of the demo's past, by which a broadcaster earned. */
export interface SeedPastCall {
  broadcasterId: string
  callerId: string
  kind: CallKind
  daysAgo: number
  /** Minute of the day in Japan at which it began. */
  startMinute: number
  chargedSec: number
}

/** The points that a caller had for the calls of the past. */
export interface SeedPastPoints {
  callerId: string
  kind: 'paid' | 'free'
  points: number
  daysAgo: number
}

/** The first broadcasters of the home screen, by their numbers of calls. */
const busy = [26, 14, 9]
const firstDayAgo = 82
const payers = reviewers.slice(0, 8)
/** This caller has never bought points: the earnings from their free points wait for a purchase. */
const freeOnly = payers.at(-1)

/** A number from 0 to `upTo`, so that no two calls look alike, and the same at each seeding. */
const pseudoRandom = (seed: number, upTo: number): number => (seed * 7919 + 104_729) % upTo

export const pastCalls: readonly SeedPastCall[] = busy.flatMap((calls, who) => {
  const person = broadcasters[who]
  if (!person) return []
  return Array.from({ length: calls }, (_, nth) => ({
    broadcasterId: person.id,
    callerId: payers[(who * 3 + nth) % payers.length]?.id ?? '',
    kind: person.kinds[(nth + who) % person.kinds.length] ?? 'voice',
    daysAgo: 1 + Math.floor(((calls - nth - 1) * firstDayAgo) / calls),
    startMinute: 20 * 60 + pseudoRandom(nth + who * 31, 230),
    chargedSec: 130 + pseudoRandom(nth * 13 + who, 1_500),
  }))
})

export const pastPoints: readonly SeedPastPoints[] = payers.flatMap(({ id }) => [
  {
    callerId: id,
    kind: 'free' as const,
    points: id === freeOnly?.id ? 40_000 : 300,
    daysAgo: firstDayAgo + 8,
  },
  ...(id === freeOnly?.id
    ? []
    : [{ callerId: id, kind: 'paid' as const, points: 40_000, daysAgo: firstDayAgo + 7 }]),
])
