import type { KeptDays } from '#contract/applications/applications.ts'

export const dayMs = 24 * 60 * 60_000
/** An application that is begun and never submitted is deleted after this time. */
export const draftLifeMs = 3 * dayMs
/** An applicant who is asked for more has this long to send it. */
export const answerWithinMs = 30 * dayMs

/** When the documents of a decided application are due for deletion, in milliseconds since 1970. */
export const documentsDueAt = (
  decided: { state: 'approved' | 'refused' | 'withdrawn'; decidedAtMs: number },
  keptDays: KeptDays,
): number => {
  if (decided.state === 'withdrawn') return decided.decidedAtMs
  return decided.decidedAtMs + keptDays[decided.state] * dayMs
}
