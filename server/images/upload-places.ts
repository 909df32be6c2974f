import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'

/** Uploads of a member in a minute; no picker chooses more at once. */
const perMinuteMax = 30
/** Uploads of a member at the same time. */
const perMemberMax = 4
/**
 * Uploads of this process at the same time. One that is still arriving holds a socket and a file, but hardly
 * any memory.
 */
const perProcessMax = 256
/** From this number on a member may have only one, so that a few members can't take all the slots. */
const crowdedFrom = 64

interface UploadPlaces {
  /** Runs `work` if the member may upload now. */
  run<Result>(memberId: string, work: () => Promise<Result>): Promise<Result | Refusal<'uploadTooMany'>>
}

/** Limits how many uploads this process receives at the same time. */
export const createUploadPlaces = ({ now }: Pick<Context, 'now'>): UploadPlaces => {
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
      if (isFull || !limit.admits(memberId)) return refuse('uploadTooMany')
      count(memberId, 1)
      try {
        return await work()
      } finally {
        count(memberId, -1)
      }
    },
  }
}
