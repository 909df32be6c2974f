import type { Context } from '../context.ts'
import { createRateLimit } from '../http/rate-limit.ts'

/** Uploads of a member in a minute; a picker lets nobody choose more at once. */
const perMinuteMax = 30
/** Uploads of a member at the same time. */
const perMemberMax = 4
/** Uploads of this process at the same time: each may hold its 15 MB in memory. */
const perProcessMax = 16
/** From here on a member may have one only: a few who send slowly don't keep everybody else out. */
const crowdedFrom = 8

export interface UploadLanes {
  /** Runs `work` if the member may upload now; null if not. */
  run<Result>(memberId: string, work: () => Promise<Result>): Promise<Result | null>
}

/** How much uploading this process takes on. */
export const createUploadLanes = ({ now }: Pick<Context, 'now'>): UploadLanes => {
  const limit = createRateLimit({ max: perMinuteMax, windowMs: 60_000, now })
  const running = new Map<string, number>()
  let total = 0
  const count = (memberId: string, by: 1 | -1) => {
    const left = (running.get(memberId) ?? 0) + by
    total += by
    if (left === 0) running.delete(memberId)
    else running.set(memberId, left)
  }
  return {
    run: async (memberId, work) => {
      const ownMax = total < crowdedFrom ? perMemberMax : 1
      const isFull = total >= perProcessMax || (running.get(memberId) ?? 0) >= ownMax
      if (isFull || !limit.admits(memberId)) return null
      count(memberId, 1)
      try {
        return await work()
      } finally {
        count(memberId, -1)
      }
    },
  }
}
