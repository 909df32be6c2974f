import { PgBoss } from 'pg-boss'
import { createVideoConverter } from '#adapters/video/converter.ts'
import { storeCheckedAges } from '#server/account/birthdays.ts'
import { deleteOldSignIns } from '#server/account/jobs.ts'
import { deleteIdentityDocuments } from '#server/applications/jobs.ts'
import { notifyWaiting } from '#server/boards/actions/notify-subscribers.ts'
import { deleteOldBookings } from '#server/bookings/jobs.ts'
import { deleteUnsentMessages } from '#server/chat/jobs.ts'
import type { Context } from '#server/context.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { eraseClaimants } from '#server/gallery/actions/add-claim.ts'
import { deleteOldViews } from '#server/gallery/actions/open-item.ts'
import { returnRemoved } from '#server/gallery/actions/return-purchase.ts'
import { expireRequests } from '#server/gallery/requests/apply-request-event.ts'
import { deleteExpiredImages } from '#server/images/jobs.ts'
import { retryWhileDisconnected } from '#server/lifecycle/lost-connections.ts'
import { clearOldComments } from '#server/live/flow/jobs.ts'
import { wipeAddresses } from '#server/market/addresses.ts'
import { eraseEndedTrades } from '#server/market/erase-ended-trades.ts'
import { moveMarket } from '#server/market/jobs.ts'
import { noticeReachedMissions } from '#server/missions/jobs.ts'
import { isEvidence } from '#server/moderation/report-queries.ts'
import { deleteOldNotices } from '#server/notifications/jobs.ts'
import { deleteOldOperatorSessions } from '#server/operators/jobs.ts'
import { deleteOldMessages } from '#server/outbox/jobs.ts'
import { noticeOpenCampaigns } from '#server/points/campaigns/campaign-notices.ts'
import { checkpointDueDays } from '#server/points/checkpoints.ts'
import { noticeExpiringLots } from '#server/points/expiry-notices.ts'
import { expireLots, releaseExpiredHolds } from '#server/points/jobs.ts'
import { checkLedgerNightly } from '#server/points/operator/jobs.ts'
import { deleteOrderNetworks } from '#server/points/orders/purchase-tries.ts'
import { deleteRegistrationAddresses } from '#server/points/registration-grant.ts'
import { deleteExpiredExports } from '#server/privacy/data-export/exports.ts'
import { makeDataExports } from '#server/privacy/data-export/make-exports.ts'
import { eraseQuitMembers } from '#server/privacy/erase-members.ts'
import { publishScheduledPosts, purgeDeletedPosts } from '#server/timeline/jobs.ts'
import { startVideoConversions } from '#server/videos/convert-videos.ts'
import { deleteExpiredVideos } from '#server/videos/jobs.ts'

interface Job {
  name: string
  /** Cron in Japanese time. */
  cron: string
  work: (context: Context) => Promise<unknown>
}

const jobs: Job[] = [
  { name: 'expire-lots', cron: '10 3 * * *', work: ({ db }) => expireLots(db) },
  {
    name: 'delete-registration-addresses',
    cron: '20 0 * * *',
    work: ({ db }) => deleteRegistrationAddresses(db),
  },
  { name: 'store-checked-ages', cron: '1 0 * * *', work: storeCheckedAges },
  { name: 'delete-old-sign-ins', cron: '40 3 * * *', work: deleteOldSignIns },
  { name: 'delete-old-bookings', cron: '15 4 * * *', work: ({ db }) => deleteOldBookings(db) },
  { name: 'delete-old-views', cron: '10 0 * * *', work: ({ db }) => deleteOldViews(db) },
  { name: 'expire-image-requests', cron: '* * * * *', work: expireRequests },
  { name: 'return-removed-purchases', cron: '* * * * *', work: returnRemoved },
  { name: 'notify-board-subscribers', cron: '* * * * *', work: notifyWaiting },
  { name: 'move-market', cron: '* * * * *', work: moveMarket },
  { name: 'wipe-market-addresses', cron: '30 0 * * *', work: wipeAddresses },
  { name: 'delete-old-messages', cron: '35 3 * * *', work: ({ db }) => deleteOldMessages(db) },
  { name: 'clear-old-comments', cron: '20 4 * * *', work: ({ db }) => clearOldComments(db) },
  { name: 'delete-old-notices', cron: '50 3 * * *', work: deleteOldNotices },
  { name: 'delete-order-networks', cron: '25 0 * * *', work: ({ db }) => deleteOrderNetworks(db) },
  // Soon after the day's lag; every hour, so that it catches up after a downtime.
  { name: 'checkpoint-due-days', cron: '15 * * * *', work: checkpointDueDays },
  { name: 'notice-expiring-lots', cron: '5 * * * *', work: noticeExpiringLots },
  { name: 'notice-open-campaigns', cron: '8 * * * *', work: noticeOpenCampaigns },
  { name: 'notice-reached-missions', cron: '*/3 * * * *', work: noticeReachedMissions },
  { name: 'check-ledger', cron: '30 3 * * *', work: checkLedgerNightly },
  { name: 'delete-old-operator-sessions', cron: '45 3 * * *', work: deleteOldOperatorSessions },
  // Before the images that have expired.
  { name: 'erase-quit-members', cron: '40 * * * *', work: eraseQuitMembers },
  { name: 'erase-ended-trades', cron: '45 * * * *', work: eraseEndedTrades },
  {
    name: 'delete-expired-images',
    cron: '50 * * * *',
    work: (context) => deleteExpiredImages(context, isEvidence),
  },
  { name: 'forget-gallery-claimants', cron: '10 4 * * *', work: ({ db }) => eraseClaimants(db) },
  { name: 'delete-expired-videos', cron: '52 * * * *', work: deleteExpiredVideos },
  { name: 'make-data-exports', cron: '* * * * *', work: makeDataExports },
  { name: 'delete-expired-exports', cron: '5 * * * *', work: deleteExpiredExports },
  { name: 'delete-identity-documents', cron: '25 * * * *', work: deleteIdentityDocuments },
  { name: 'delete-unsent-messages', cron: '55 * * * *', work: ({ db }) => deleteUnsentMessages(db) },
  { name: 'publish-scheduled-posts', cron: '* * * * *', work: publishScheduledPosts },
  { name: 'purge-deleted-posts', cron: '20 4 * * *', work: ({ db }) => purgeDeletedPosts(db) },
  { name: 'release-expired-holds', cron: '* * * * *', work: ({ db }) => releaseExpiredHolds(db) },
]

export interface RunningJobs {
  stop(): Promise<void>
}

/**
 * Scheduled work on pg-boss: of all processes on the database one runs each job. Videos are converted beside it, as soon as
 * they have arrived. pg-boss sends `begin` and `commit` as
 * text, so it has one connection to itself.
 */
export const startJobs = async (context: Context, databaseUrl: string): Promise<RunningJobs> => {
  const connection = openDatabase(databaseUrl, {
    maxConnections: 1,
    applicationName: 'koyoi-jobs',
    jsonStringsAreText: true,
  })
  const boss = await retryWhileDisconnected(context.log, 'jobs', () => startBoss(context, connection))
  const videos = startVideoConversions(context, createVideoConverter())
  return {
    stop: async () => {
      await videos.stop()
      await boss.stop({ graceful: true, timeout: 5_000 })
      await connection.close()
    },
  }
}

/** After a failed start, a new instance replaces this one. */
const startBoss = async (context: Context, connection: Database): Promise<PgBoss> => {
  const boss = new PgBoss({
    db: {
      executeSql: async (text, values) => {
        // The driver needs one type per parameter; pg-boss passes JSON values and arrays.
        const rows = await connection.sql.unsafe(text, (values ?? []) as never[])
        return { rows: [...rows] }
      },
    },
    schema: 'jobs',
  })
  boss.on('error', (error) => context.log.error('jobs-failed', { error }))
  try {
    await boss.start()
    for (const { name, cron, work } of jobs) {
      await boss.createQueue(name, { retryLimit: 2, expireInSeconds: 600 })
      await boss.schedule(name, cron, {}, { tz: 'Asia/Tokyo' })
      await boss.work(name, { pollingIntervalSeconds: 30 }, () => work(context))
    }
    await dropOldJobs(boss)
    return boss
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined)
    throw error
  }
}

/** A job that has left the list, or has another name in it, would be sent for ever and done by nobody. */
const dropOldJobs = async (boss: PgBoss): Promise<void> => {
  const names = new Set(jobs.map(({ name }) => name))
  for (const { name } of await boss.getSchedules()) {
    if (names.has(name)) continue
    await boss.unschedule(name)
    await boss.deleteQueue(name)
  }
}
