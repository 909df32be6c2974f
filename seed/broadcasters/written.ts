import type { ClockTime, SeedBroadcaster, TimeRange } from '../types.ts'

/** What is written of a broadcaster by hand; the rest follows from the login and the place in the list. */
export type WrittenBroadcaster = Omit<SeedBroadcaster, 'mail' | 'portrait' | 'clip' | 'answerAfterMs'> & {
  login: string
}

export const both = ['video', 'voice'] as const

export const at = (from: ClockTime, to: ClockTime): readonly TimeRange[] => [{ from, to }]
export const lateNight = at('22:00', '26:00')
export const evening = at('20:00', '24:00')
export const night = at('21:00', '25:00')
export const afternoon = at('13:00', '17:00')
export const morning = at('05:30', '08:30')
