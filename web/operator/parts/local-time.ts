import { japanOffsetMs } from '#domain/text/japanese-day.ts'

/** A time as `datetime-local` has it, in Japanese time, as an instant. */
export const instantOf = (local: string): string => new Date(`${local}:00+09:00`).toISOString()

/** An instant as `datetime-local` shows it, in Japanese time. */
export const localOf = (instant: string): string =>
  new Date(Date.parse(instant) + japanOffsetMs).toISOString().slice(0, 16)
