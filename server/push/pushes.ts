import { setTimeout as delay } from 'node:timers/promises'
import type { Push, PushService } from '#adapters/push/port.ts'
import { retryAfterMs } from '#domain/push/delivery.ts'
import type { Db } from '#server/db/database.ts'
import { createRateLimit, type RateLimit } from '#server/http/rate-limit.ts'
import type { Log } from '#server/lifecycle/log.ts'
import { deleteAddress, recordDelivered, recordFailed, type StoredAddress } from './addresses.ts'
import { createOutgoing } from './outgoing.ts'

export interface Delivery extends Omit<Push, 'ttlMs'> {
  /** It is tried until then, of `performance.now()`. */
  tryUntil: number
  /**
   * How long the push service stores it for a browser that can't be reached; null: no longer than it is
   * tried.
   */
  keptMs: number | null
  /** Asked before each further attempt; false: the push isn't needed any more. */
  isWanted?: () => Promise<boolean>
}

/** What this process sends to closed pages. */
export interface Pushes {
  service: PushService
  /** Runs the work in the background: nothing waits for it, and a failure is only logged. */
  beside(name: string, work: () => Promise<void>): void
  /** True once the push service has accepted it. */
  deliver(to: StoredAddress, delivery: Delivery): Promise<boolean>
  /** How often a sender may be announced to a member without an open page; keys are `from:to`. */
  chatPace: RateLimit
  /** Resolves when nothing is running any more. */
  idle(): Promise<void>
  /** Drops what waits; what is being sent has a moment left. */
  stop(): Promise<void>
}

const outgoingMax = 300
const outgoingPerHostMax = 50
const stopPatienceMs = 1_000
const chatEveryMs = 60_000

export const createPushes = ({ db, log, service }: { db: Db; log: Log; service: PushService }): Pushes => {
  const outgoing = createOutgoing({ max: outgoingMax, maxPerHost: outgoingPerHostMax })
  const underWay = new Set<Promise<void>>()
  const stopping = new AbortController()

  const attempt = (to: StoredAddress, { tryUntil, keptMs, ...push }: Delivery) =>
    outgoing.run(service.hostOf(to.address), async () => {
      const leftMs = tryUntil - performance.now()
      if (leftMs <= 0 || stopping.signal.aborted) return null
      return service.send(to.address, { ...push, ttlMs: keptMs ?? leftMs })
    })

  const failed = async (to: StoredAddress, delivery: Delivery, reason: string): Promise<false> => {
    const isGone = await recordFailed(db, to)
    log.info('push-failed', { kind: delivery.message.kind, provider: service.provider, reason, isGone })
    return false
  }

  const deliver = async (to: StoredAddress, delivery: Delivery): Promise<boolean> => {
    for (let attempts = 1; ; attempts += 1) {
      const result = await attempt(to, delivery)
      if (!result || stopping.signal.aborted) return false
      if (result.type === 'delivered') {
        await recordDelivered(db, to)
        return true
      }
      if (result.type === 'gone') {
        await deleteAddress(db, to)
        return false
      }
      if (result.type === 'failed') return failed(to, delivery, result.reason)
      const waitMs = retryAfterMs(attempts, result.afterMs)
      if (performance.now() + waitMs >= delivery.tryUntil) return failed(to, delivery, result.reason)
      await delay(waitMs, undefined, { signal: stopping.signal })
      if (delivery.isWanted && !(await delivery.isWanted())) return false
    }
  }

  const idle = async () => {
    while (underWay.size > 0) await Promise.all(underWay)
  }

  return {
    service,
    beside: (name, work) => {
      if (stopping.signal.aborted) return
      const done: Promise<void> = work()
        .catch((error: unknown) => {
          if (!stopping.signal.aborted) log.error('push-failed', { name, error })
        })
        .finally(() => underWay.delete(done))
      underWay.add(done)
    },
    deliver,
    chatPace: createRateLimit({ max: 1, windowMs: chatEveryMs, now: () => performance.now() }),
    idle,
    stop: async () => {
      stopping.abort()
      await Promise.race([idle(), delay(stopPatienceMs, undefined, { ref: false })])
    },
  }
}
