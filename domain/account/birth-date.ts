import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { japanOffsetMs } from '#domain/text/japanese-day.ts'

/** product.md 1.4: a service for adults. */
export const adultAge = 18
/** The oldest person ever was 122. */
const ageMax = 122

/** Whole years on the Japanese day of an instant. `birthDate` is YYYY-MM-DD. */
export const ageAt = (birthDate: string, nowMs: number): number => {
  const today = new Date(nowMs + japanOffsetMs).toISOString()
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return today.slice(5, 10) < birthDate.slice(5) ? years - 1 : years
}

/** Null: not stated yet, which closes nothing but purchases. */
export const isUnderAge = (birthDate: string | null, nowMs: number): boolean =>
  birthDate !== null && ageAt(birthDate, nowMs) < adultAge

/** Refuses a day that doesn't exist, a day in the future, and a day on which no living person was born. */
export const readBirthDate = (birthDate: string, nowMs: number): string | Refusal<'birthDateImpossible'> => {
  const at = Date.parse(`${birthDate}T00:00:00Z`)
  const isDay = Number.isFinite(at) && new Date(at).toISOString().slice(0, 10) === birthDate
  const age = isDay ? ageAt(birthDate, nowMs) : -1
  return age < 0 || age > ageMax ? refuse('birthDateImpossible') : birthDate
}
