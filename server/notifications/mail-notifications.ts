import type { Config } from '#server/config/config.ts'
import type { Tx } from '#server/db/database.ts'
import { mailAddressesOf } from '#server/members/queries.ts'
import { addMail } from '#server/outbox/add-mail.ts'
import { campaignOpenMail, pointsExpiringMail, reviewAnsweredMail } from '#server/outbox/mail-texts.ts'
import type { Mailer } from '#server/outbox/mailer.ts'
import { whoWants } from './settings-queries.ts'
import type { CampaignOpen, ExpiringLot, ReviewAnswered } from './stored-notices.ts'

export interface NoticeMailing {
  now: () => number
  config: Pick<Config, 'demo'>
  mailer: Pick<Mailer, 'isThere'>
}

/** The mail about an answer to a review is sent within a week. */
const reviewMailMs = 7 * 24 * 60 * 60_000

type Mailed = ExpiringLot | ReviewAnswered | CampaignOpen

/**
 * In addition to the notifications in the app: one mail per member, to those with an address who want this by
 * mail.
 */
export const mailNotices = async <About extends Mailed>(
  mailing: NoticeMailing,
  tx: Tx,
  notices: readonly { memberId: string; about: About }[],
): Promise<void> => {
  const kind = notices[0]?.about.kind
  if (kind === undefined || !mailing.mailer.isThere) return
  const matters = Map.groupBy(notices, ({ memberId }) => memberId)
  const wanting = await whoWants(tx, [...matters.keys()], kind, 'mail')
  for (const [memberId, { name, email }] of await mailAddressesOf(tx, wanting, mailing.config.demo)) {
    const abouts = (matters.get(memberId) ?? []).map(({ about }) => about)
    await addMail(mailing, tx, { memberId, to: email, ...mailOf(name, abouts, mailing.now()) })
  }
}

const mailOf = (name: string, abouts: readonly Mailed[], nowMs: number) => {
  const lots = abouts.filter((about) => about.kind === 'pointsExpiring')
  const [soonest] = lots.map(({ expiresAt }) => new Date(expiresAt)).sort((one, other) => +one - +other)
  if (soonest) return { ...pointsExpiringMail({ name, soonest }), expiresAt: soonest }
  const campaign = abouts.find((about) => about.kind === 'campaignOpen')
  if (campaign) {
    const until = new Date(campaign.claimsUntil)
    return { ...campaignOpenMail({ name, until }), expiresAt: until }
  }
  return { ...reviewAnsweredMail({ name }), expiresAt: new Date(nowMs + reviewMailMs) }
}
