import type { Tx } from '#server/db/database.ts'

/** Claims the one announcement of a campaign; false when it was made already. */
export const claimCampaignAnnouncement = async (tx: Tx, campaignId: string): Promise<boolean> => {
  const claimed = await tx
    .insertInto('campaign_announced')
    .values({ campaign_id: campaignId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('campaign_id')
    .executeTakeFirst()
  return claimed !== undefined
}
