import type { PersonTag } from './tags.ts'

export type Weekday = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'
/**
 * HH:mm in Japan time. Hours run to 29: '25:00' is one o'clock of the next morning, as Japanese schedules
 * write it.
 */
export type ClockTime = `${number}:${number}`
export interface TimeRange {
  from: ClockTime
  to: ClockTime
}
/** A day that is missing is a day off. */
export type WeeklySchedule = Partial<Record<Weekday, readonly TimeRange[]>>

export interface SeedPerson {
  /** Eight digits, fixed, so that links and tests survive a new seed. */
  id: string
  name: string
  mail: string
  age: number
  /** Prefecture without its suffix. */
  region: string
  /** File name under seed/portraits. */
  portrait: string
  joinedDaysAgo: number
}

export interface SeedBroadcaster extends SeedPerson {
  job: string
  bio: string
  tags: readonly PersonTag[]
  /** Points per minute, multiples of 10 (a 6-second increment is a tenth). */
  rateVideoPointsPerMin: number
  rateVoicePointsPerMin: number
  schedule: WeeklySchedule
  kinds: readonly CallKind[]
  /**
   * True: on standby after the seed, and a demo participant answers. False: offline until somebody signs in.
   */
  demoAnswers: boolean
  /** How long the demo waits before it accepts, so that the ringing is visible. */
  answerAfterMs: number
  /** Clip id under seed/clips. */
  clip: string
  /** How many of the seeded callers have this broadcaster among their favourites. */
  favouriteCount: number
}

export type CallKind = 'voice' | 'video'

export interface SeedCaller extends SeedPerson {
  /** The paid points at the start; free points come from registration. */
  points: number
}

/** A caller without a login, so that reviews and favourites are real rows of real accounts. */
export interface SeedReviewer {
  id: string
  name: string
  age: number
  region: string
  joinedDaysAgo: number
}

export interface SeedReview {
  broadcasterId: string
  reviewerId: string
  score: 1 | 2 | 3 | 4 | 5
  /** Empty, or ten characters and more (Specification 5). */
  text: string
  /** The broadcaster's answer, some hours later; null without one. */
  answer: string | null
  daysAgo: number
  /** The reviewed call; 60 s or more, as a review needs. */
  kind: CallKind
  durationSec: number
}

export interface SeedBookmark {
  broadcasterId: string
  /** A seeded reviewer's id. */
  callerId: string
  daysAgo: number
}

/** A caller without a login whose application waits for an operator. The documents are drawn, and say so. */
export interface SeedApplicant extends SeedReviewer {
  legalName: string
  legalKana: string
  /** YYYY-MM-DD */
  birthDate: string
  documentKind: 'driversLicence' | 'passport'
  /** File names under seed/documents. */
  pictures: Partial<Record<'front' | 'back' | 'selfie', string>>
  waitingHours: number
}
