import { callers, reviewers } from './people.ts'

/** Bookings of the demo's people, and callers who wait for somebody who is offline. */

export interface SeedBooking {
  callerId: string
  broadcasterId: string
  kind: 'voice' | 'video'
  minutes: 10 | 20 | 30
  note: string
  /** In Japanese time, so many days after the seeding. */
  daysAhead: number
  hour: number
  phase: 'proposed' | 'accepted'
  proposedBy: 'caller' | 'broadcaster'
}

const [taro, kenji, hayato] = callers.map(({ id }) => id) as [string, string, string]
const mio = '10482736'
const hiyori = '10573914'
const saki = '10618352'

export const seedBookings: readonly SeedBooking[] = [
  {
    callerId: taro,
    broadcasterId: mio,
    kind: 'video',
    minutes: 20,
    note: '先日おすすめの映画を見ました。感想を聞いてください。',
    daysAhead: 2,
    hour: 22,
    phase: 'accepted',
    proposedBy: 'caller',
  },
  {
    callerId: kenji,
    broadcasterId: mio,
    kind: 'voice',
    minutes: 10,
    note: '寝る前に少しだけ、お話しできたらうれしいです。',
    daysAhead: 3,
    hour: 23,
    phase: 'proposed',
    proposedBy: 'caller',
  },
  {
    callerId: taro,
    broadcasterId: saki,
    kind: 'video',
    minutes: 30,
    note: '',
    daysAhead: 4,
    hour: 21,
    phase: 'proposed',
    proposedBy: 'broadcaster',
  },
  {
    callerId: hayato,
    broadcasterId: hiyori,
    kind: 'video',
    minutes: 10,
    note: 'はじめてですが、よろしくお願いします。',
    daysAhead: 2,
    hour: 20,
    phase: 'proposed',
    proposedBy: 'caller',
  },
]

/** Callers who wait (空いたら知らせる) for the first broadcaster of the demo who is offline. */
export const seedWaitingCallers: readonly string[] = [
  kenji,
  hayato,
  ...reviewers.slice(0, 1).map(({ id }) => id),
]
