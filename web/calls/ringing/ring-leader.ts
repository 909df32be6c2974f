import { ringTimeoutMs } from '#domain/calls/timing.ts'

/**
 * `first`: this tab rings. `next`: it may replace a tab that has gone, if the call still rings at all.
 * `over`: the ring ended before this tab's turn.
 */
export type RingTurn = 'first' | 'next' | 'over'

/** One of several open tabs rings: the one with the focus, then a visible one, then any. */
export interface RingTabs {
  /** Waits for this tab's turn to ring, and holds it until the ring is over or this tab is gone. */
  waitForTurn(callId: string): Promise<RingTurn>
  /** Passes the turn on: this tab can't ring now. */
  passOn(callId: string): void
  /** The ring was answered or has ended, here or anywhere. */
  over(callId: string): void
  /** This page is closed or put into the back/forward cache. */
  leave(): void
  stop(): void
}

type TabMessage = { type: 'taken' | 'left' | 'over'; callId: string }

export interface RingTabsPorts {
  /** Undefined in old browsers and on pages without TLS, which use the channel alone. */
  locks: Pick<LockManager, 'request'> | undefined
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'> | undefined
  isVisible(): boolean
  isFocused(): boolean
  /** At most 1. Without it two tabs without locks would act in the same moment. */
  random(): number
}

/** A visible tab waits this long for the tab with the focus. Long enough for a message between tabs. */
const visibleDelayMs = 120
const hiddenDelayMs = 360
/** Jitter between tabs without locks that have the same rank. */
const jitterMs = 80
/** An unanswered ring ends after 30 s, and its end has been published by then. */
const heldMs = ringTimeoutMs + 10_000

const pause = (ms: number) => (ms > 0 ? new Promise<void>((go) => setTimeout(go, ms)) : Promise.resolve())

/** One ring from the view of this tab. */
interface Ring {
  ending: AbortController
  /** Without locks: whether another tab rings. */
  isClaimed: boolean
  isMine: boolean
  /** Without locks: resumes a tab that waits for another one. */
  wake: () => void
}

const isTabMessage = (value: unknown): value is TabMessage =>
  typeof value === 'object' && value !== null && 'type' in value && 'callId' in value

/**
 * Web Locks choose the tab that rings, and pass the turn on when that tab dies in whatever way. Without them
 * tabs tell each other by messages; then only a tab that is closed in an orderly way is replaced.
 */
export const createRingTabs = (ports: RingTabsPorts): RingTabs => {
  const rings = new Map<string, Ring>()
  const broadcast = (message: TabMessage) => ports.channel?.postMessage(message)

  const ringOf = (callId: string): Ring => {
    const known = rings.get(callId)
    if (known) return known
    const ring: Ring = {
      ending: new AbortController(),
      isClaimed: false,
      isMine: false,
      wake: () => undefined,
    }
    rings.set(callId, ring)
    return ring
  }

  const end = (callId: string) => {
    const ring = ringOf(callId)
    ring.ending.abort()
    ring.wake()
  }

  ports.channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isTabMessage(data)) return
    const ring = ringOf(data.callId)
    if (data.type === 'over') return end(data.callId)
    ring.isClaimed = data.type === 'taken'
    if (!ring.isClaimed) ring.wake()
  })

  const rankMs = () => {
    if (!ports.isVisible()) return hiddenDelayMs
    return ports.isFocused() ? 0 : visibleDelayMs
  }

  /** Holds the lock until the ring is over, and for no longer than a call can ring. */
  const holding = (ring: Ring): Promise<void> =>
    Promise.race([
      pause(heldMs),
      new Promise<void>((release) => {
        if (ring.ending.signal.aborted) release()
        ring.ending.signal.addEventListener('abort', () => release())
      }),
    ])

  const byLock = async (
    locks: Pick<LockManager, 'request'>,
    callId: string,
    ring: Ring,
  ): Promise<RingTurn> => {
    const name = `koyoi-ring:${callId}`
    const request = (turn: RingTurn, options: LockOptions): Promise<RingTurn | null> =>
      new Promise((resolve, reject) => {
        locks
          .request(name, options, (lock) => {
            resolve(lock ? turn : null)
            return lock ? holding(ring) : undefined
          })
          .catch(reject)
      })
    return (
      (await request('first', { ifAvailable: true })) ??
      (await request('next', { signal: ring.ending.signal })) ??
      'over'
    )
  }

  const byChannel = async (callId: string, ring: Ring): Promise<RingTurn> => {
    let turn: RingTurn = 'first'
    while (ring.isClaimed && !ring.ending.signal.aborted) {
      turn = 'next'
      await new Promise<void>((wake) => {
        ring.wake = wake
      })
      await pause(rankMs() + ports.random() * jitterMs)
    }
    if (ring.ending.signal.aborted) return 'over'
    ring.isMine = true
    broadcast({ type: 'taken', callId })
    return turn
  }

  const leave = () => {
    for (const [callId, ring] of rings)
      if (ring.isMine && !ring.ending.signal.aborted) broadcast({ type: 'left', callId })
  }

  return {
    waitForTurn: async (callId) => {
      const ring = ringOf(callId)
      await pause(rankMs() + (ports.locks ? 0 : ports.random() * jitterMs))
      if (ring.ending.signal.aborted) return 'over'
      try {
        if (ports.locks) return await byLock(ports.locks, callId, ring)
      } catch {
        // The ring ended while this tab waited, or the page may not request locks.
        if (ring.ending.signal.aborted) return 'over'
      }
      return byChannel(callId, ring)
    },
    passOn: (callId) => {
      end(callId)
      rings.delete(callId)
      broadcast({ type: 'left', callId })
    },
    over: (callId) => {
      end(callId)
      broadcast({ type: 'over', callId })
    },
    leave,
    stop: () => {
      leave()
      for (const callId of rings.keys()) end(callId)
      ports.channel?.close()
    },
  }
}

/** The tabs of the real browser. */
export const browserRingTabs = (): RingTabs => {
  const tabs = createRingTabs({
    locks: navigator.locks as LockManager | undefined,
    channel: typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('koyoi-ring'),
    isVisible: () => document.visibilityState === 'visible',
    isFocused: () => document.hasFocus(),
    random: Math.random,
  })
  window.addEventListener('pagehide', tabs.leave)
  return tabs
}
