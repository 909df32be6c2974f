import { authorLabel } from '#domain/people/figures.ts'
import { applicants } from '#seed/applicants.ts'
import { broadcasters, callers, reviewers } from '#seed/people.ts'
import { bookmarks, reviews } from '#seed/reviews.ts'
import type { ClockTime, SeedPerson, Weekday, WeeklySchedule } from '#seed/types.ts'

/** The demo as rows of our tables; times are days and minutes before the seeding. */

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const satisfies readonly Weekday[]

/**
 * The interval between the standby times of the demo's broadcasters: the home screen lists the latest first.
 */
const standbyStepMinutes = 9

const minuteOfDay = (time: ClockTime): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

const slotsOf = (schedule: WeeklySchedule) =>
  weekdays.flatMap((name, weekday) =>
    (schedule[name] ?? []).map(({ from, to }) => ({
      weekday,
      fromMinute: minuteOfDay(from),
      toMinute: minuteOfDay(to),
    })),
  )

const signingIn = (person: SeedPerson, role: 'broadcaster' | 'caller') => ({
  id: person.id,
  role,
  name: person.name,
  region: person.region,
  age: person.age,
  email: person.mail,
  portrait: person.portrait,
  joined_days_ago: person.joinedDaysAgo,
})

export const memberRows = [
  ...broadcasters.map((person) => signingIn(person, 'broadcaster')),
  ...callers.map((person) => signingIn(person, 'caller')),
  ...[...reviewers, ...applicants].map((person) => ({
    id: person.id,
    role: 'caller' as const,
    name: person.name,
    region: person.region,
    age: person.age,
    email: null,
    portrait: null,
    joined_days_ago: person.joinedDaysAgo,
  })),
]

export const broadcasterRows = broadcasters.map((person, index) => ({
  member_id: person.id,
  job: person.job,
  bio: person.bio,
  tags: person.tags,
  rate_video: person.kinds.includes('video') ? person.rateVideoPointsPerMin : null,
  rate_voice: person.kinds.includes('voice') ? person.rateVoicePointsPerMin : null,
  schedule: slotsOf(person.schedule),
  answers_automatically: person.demoAnswers,
  standby_minutes_ago: person.demoAnswers ? 1 + index * standbyStepMinutes : null,
  approved_days_ago: person.joinedDaysAgo,
}))

export const bookmarkRows = bookmarks.map((row) => ({
  member_id: row.callerId,
  partner_id: row.broadcasterId,
  days_ago: row.daysAgo,
}))

const labels = new Map([...callers, ...reviewers].map((person) => [person.id, authorLabel(person)]))

/** Seeded reviews have no row in the `call` table: their calls never ran on this installation. */
export const reviewRows = reviews.map((row, index) => ({
  author_id: row.reviewerId,
  author_label: labels.get(row.reviewerId) ?? '',
  target_id: row.broadcasterId,
  score: row.score,
  description: row.text,
  answer: row.answer,
  // Spreads the reviews over the hours of the evening.
  minutes_ago: row.daysAgo * 1440 + ((index * 97) % 700),
}))

export const walletRows = callers.map(({ id, points }) => ({ memberId: id, paidPoints: points }))
