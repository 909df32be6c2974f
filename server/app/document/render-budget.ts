import { performance } from 'node:perf_hooks'
import { createRateLimit } from '#server/http/rate-limit.ts'

/** A member who opens pages does so less often; one that is loaded again and again is filled by its scripts. */
const rendersOfMember = { max: 6, windowMs: 30_000 }
/** Until the next look at the event loop. A home takes some 30 ms of it, so that these take a third at most. */
const rendersOfAll = { max: 10, windowMs: 1_000 }
/** Polls, rings and bills come first: above this share of the event loop's time nothing of a member is rendered. */
const loopShareMax = 0.5
/** How often the event loop is looked at. */
const lookMs = 1_000
/** What the scripts of a page without markup take at least until they show what it holds. */
const patienceMs = 150

/** The share of the last second that the event loop was at work, from 0 to 1. */
export const watchLoop = (): (() => number) => {
  let last = performance.eventLoopUtilization()
  let share = 0
  const look = () => {
    const now = performance.eventLoopUtilization()
    share = performance.eventLoopUtilization(now, last).utilization
    last = now
  }
  setInterval(look, lookMs).unref()
  return () => share
}

export interface RenderBudget {
  /**
   * Renders a member's page where there is time for it. Nobody waits in a line: while another page is rendered, or the
   * process has enough to do, there is none.
   * @param render its signal aborts when nobody waits for it any longer
   * @returns null where there is no time, or it took longer than a page waits
   */
  spend<Page>(memberId: string, render: (signal: AbortSignal) => Promise<Page>): Promise<Page | null>
}

interface RenderBudgetOptions {
  /** `always`: without limits, but still one after the other. */
  when: 'idle' | 'never' | 'always'
  /** Milliseconds since 1970. */
  now: () => number
  /** The share of the last second that the event loop was at work. */
  loopShare: () => number
}

/** All members' pages of a process share one. */
export const createRenderBudget = ({ when, now, loopShare }: RenderBudgetOptions): RenderBudget => {
  const ofMember = createRateLimit({ ...rendersOfMember, now })
  const ofAll = createRateLimit({ ...rendersOfAll, now })
  let isRendering = false
  const hasTimeFor = (memberId: string): boolean =>
    loopShare() <= loopShareMax && ofMember.admits(memberId) && ofAll.admits('')

  return {
    spend: async (memberId, render) => {
      if (when === 'never' || isRendering) return null
      if (when === 'idle' && !hasTimeFor(memberId)) return null
      isRendering = true
      const { promise: late, resolve: giveUp } = Promise.withResolvers<null>()
      const patience = new AbortController()
      const lose = () => {
        patience.abort()
        giveUp(null)
      }
      const timer = when === 'idle' ? setTimeout(lose, patienceMs) : undefined
      // It is over when its work has ended, even if nobody waits for it any longer.
      const rendered = render(patience.signal).finally(() => {
        isRendering = false
        clearTimeout(timer)
      })
      // What fails after the patience has ended is nobody's.
      rendered.catch(() => undefined)
      return Promise.race([rendered, late])
    },
  }
}
