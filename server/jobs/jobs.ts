import { PgBoss } from 'pg-boss'
import { forgetOldSignIns } from '../account/jobs.ts'
import type { Context } from '../context.ts'
import { expireLots, releaseExpiredHolds } from '../points/jobs.ts'

interface Job {
  name: string
  /** Cron in Japanese time. */
  cron: string
  work: (context: Context) => Promise<unknown>
}

const jobs: Job[] = [
  { name: 'expire-lots', cron: '10 3 * * *', work: ({ db }) => expireLots(db) },
  { name: 'forget-old-sign-ins', cron: '40 3 * * *', work: forgetOldSignIns },
  { name: 'release-expired-holds', cron: '* * * * *', work: ({ db }) => releaseExpiredHolds(db) },
]

export interface RunningJobs {
  stop(): Promise<void>
}

/** Scheduled work on pg-boss: of all processes on the database one runs each job. */
export const startJobs = async (context: Context): Promise<RunningJobs> => {
  const boss = new PgBoss({
    db: {
      executeSql: async (text, values) => {
        // The driver types parameters one by one; pg-boss hands over JSON values and arrays.
        const rows = await context.sql.unsafe(text, (values ?? []) as never[])
        return { rows: [...rows] }
      },
    },
    schema: 'jobs',
  })
  boss.on('error', (error) => context.log.error('jobs-failed', { error }))
  await boss.start()
  for (const { name, cron, work } of jobs) {
    await boss.createQueue(name, { retryLimit: 2, expireInSeconds: 600 })
    await boss.schedule(name, cron, {}, { tz: 'Asia/Tokyo' })
    await boss.work(name, { pollingIntervalSeconds: 30 }, () => work(context))
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 5_000 }) }
}
