import { type Refusal, refuse } from '#contract/core/refusal.ts'

/** What a campaign returns, and when. Instants are milliseconds. */
export interface CampaignRule {
  endsAt: number
  claimsFrom: number
  claimsUntil: number
  percent: number
  capPoints: number
}

/** Everything of a period is posted so long after it (decision 18); a check in the database says the same. */
const claimLagMs = 10 * 60_000

/** Refuses: campaignTimesWrong. Milliseconds. */
export const checkCampaignTimes = (
  times: Pick<CampaignRule, 'endsAt' | 'claimsFrom' | 'claimsUntil'> & { startsAt: number },
): 'fine' | Refusal<'campaignTimesWrong'> =>
  times.startsAt < times.endsAt &&
  times.endsAt + claimLagMs <= times.claimsFrom &&
  times.claimsFrom < times.claimsUntil
    ? 'fine'
    : refuse('campaignTimesWrong')

/**
 * `running`: points are spent; `waiting`: they are being counted; `open`: members may claim; then `received`
 * or `over`.
 */
export type CampaignState = 'running' | 'waiting' | 'open' | 'received' | 'over'

/** Where a campaign stands for one member at an instant in milliseconds; a received one stays `received`. */
export const campaignState = (rule: CampaignRule, hasReceived: boolean, now: number): CampaignState => {
  if (hasReceived) return 'received'
  if (now >= rule.claimsUntil) return 'over'
  if (now >= rule.claimsFrom) return 'open'
  return now >= rule.endsAt ? 'waiting' : 'running'
}

/** Floored: a campaign never returns more than its percentage. */
export const campaignPoints = (
  rule: Pick<CampaignRule, 'percent' | 'capPoints'>,
  paidPointsSpent: number,
): number => Math.min(rule.capPoints, Math.floor((paidPointsSpent * rule.percent) / 100))

/**
 * The points that a member who claims now receives.
 * Refuses, in this order: campaignReceived, campaignNotYet, campaignOver, campaignNothing (less than one
 * point).
 */
export const decideCampaignGrant = (
  rule: CampaignRule,
  member: { paidPointsSpent: number; hasReceived: boolean },
  now: number,
): number | Refusal<'campaignReceived' | 'campaignNotYet' | 'campaignOver' | 'campaignNothing'> => {
  if (member.hasReceived) return refuse('campaignReceived')
  if (now < rule.claimsFrom) return refuse('campaignNotYet')
  if (now >= rule.claimsUntil) return refuse('campaignOver')
  const points = campaignPoints(rule, member.paidPointsSpent)
  return points > 0 ? points : refuse('campaignNothing')
}
