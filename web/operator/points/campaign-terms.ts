import { pointsValidDays } from '#contract/points/points.ts'
import { instantOf } from '../parts/local-time.ts'

/** The fields of a campaign's form: texts as typed, times as `datetime-local` has them, in Japanese time. */
export interface CampaignDraft {
  name: string
  startsAt: string
  endsAt: string
  claimsFrom: string
  claimsUntil: string
  percent: string
  capPoints: string
  validDays: string
}

export const emptyDraft: CampaignDraft = {
  name: '',
  startsAt: '',
  endsAt: '',
  claimsFrom: '',
  claimsUntil: '',
  percent: '10',
  capPoints: '3000',
  validDays: String(pointsValidDays),
}

/** Full-width digits count. NaN for anything else. */
const wholeNumber = (text: string): number => {
  const plain = text.normalize('NFKC').replaceAll(',', '').trim()
  return /^\d+$/.test(plain) ? Number(plain) : Number.NaN
}

/** A complete draft as a request; null while a field is missing. */
export const termsOf = (draft: CampaignDraft) => {
  const percent = wholeNumber(draft.percent)
  const capPoints = wholeNumber(draft.capPoints)
  const validDays = wholeNumber(draft.validDays)
  const times = [draft.startsAt, draft.endsAt, draft.claimsFrom, draft.claimsUntil]
  if (draft.name.trim() === '' || times.includes('')) return null
  if ([percent, capPoints, validDays].some(Number.isNaN)) return null
  return {
    name: draft.name.trim(),
    startsAt: instantOf(draft.startsAt),
    endsAt: instantOf(draft.endsAt),
    claimsFrom: instantOf(draft.claimsFrom),
    claimsUntil: instantOf(draft.claimsUntil),
    percent,
    capPoints,
    validDays,
  }
}
