import type { MediaRole } from '../../port.ts'

/** Decision 52: this long without an RTP or RTCP packet, and a side counts as away. */
export const silenceMsMax = 8_000
/** A browser that only receives sound reports every 2.5 to 7.5 s (RFC 3550, 6.2); one report may get lost. */
export const soundOnlySilenceMsMax = 17_000

export type LinkName = 'publication' | 'subscription'

/** The link that a side can't be without: the broadcaster's publication, the payer's subscription. */
const neededLink: Record<MediaRole, LinkName> = { broadcaster: 'publication', payer: 'subscription' }

type Link =
  | { state: 'none' }
  /** Accepted, or replaced by a newer one; may take as long as a silence may. */
  | { state: 'opening'; since: number }
  | { state: 'open' }
  | { state: 'gone' }

export type PresenceChange = { type: 'lost'; since: number } | { type: 'back' } | null

/**
 * Whether one side of a call is there, from what happens to its two links. Pure: instants come in, as milliseconds
 * of one monotonic clock. A side is there once the link it needs has opened; it is lost when any link it had goes
 * down or it falls silent, and back when what it needs is alive again. A link that is replaced isn't lost.
 */
export class Presence {
  readonly #needed: LinkName
  readonly #links: Record<LinkName, Link> = {
    publication: { state: 'none' },
    subscription: { state: 'none' },
  }
  #status: 'absent' | 'here' | 'lost'
  #lastReceivedAt = Number.NEGATIVE_INFINITY

  /** @param wasHere the side was in the call before its room was opened again: its arrival is a return */
  constructor(role: MediaRole, { wasHere = false } = {}) {
    this.#needed = neededLink[role]
    this.#status = wasHere ? 'lost' : 'absent'
  }

  get isHere(): boolean {
    return this.#status === 'here'
  }

  opening(name: LinkName, now: number): void {
    this.#links[name] = { state: 'opening', since: now }
  }

  opened(name: LinkName, now: number): PresenceChange {
    this.#links[name] = { state: 'open' }
    const other = name === 'publication' ? 'subscription' : 'publication'
    // A side that connects again, as after a reload, need not bring back every link it had.
    if (name === this.#needed && this.#links[other].state === 'gone') this.#links[other] = { state: 'none' }
    return this.received(now)
  }

  /** A packet of this side arrived, on whichever link. */
  received(now: number): PresenceChange {
    this.#lastReceivedAt = now
    if (this.#status === 'here' || this.#links[this.#needed].state !== 'open') return null
    if (this.#links.publication.state === 'gone' || this.#links.subscription.state === 'gone') return null
    const wasLost = this.#status === 'lost'
    this.#status = 'here'
    return wasLost ? { type: 'back' } : null
  }

  /** The link was deleted, closed or failed. */
  gone(name: LinkName, now: number): PresenceChange {
    this.#links[name] = { state: 'gone' }
    return this.#lose(now)
  }

  /** The link isn't needed any more: that it is gone is no loss. */
  released(name: LinkName, now: number): PresenceChange {
    this.#links[name] = { state: 'none' }
    return now - this.#lastReceivedAt <= silenceMsMax ? this.received(this.#lastReceivedAt) : null
  }

  /** To be called several times a second. */
  tick(now: number, silenceMs: number): PresenceChange {
    if (this.#status !== 'here') return null
    if (now - this.#lastReceivedAt > silenceMs) return this.#lose(this.#lastReceivedAt)
    for (const name of ['publication', 'subscription'] as const) {
      const link = this.#links[name]
      if (link.state === 'opening' && now - link.since > silenceMsMax) {
        this.#links[name] = { state: 'gone' }
        return this.#lose(link.since)
      }
    }
    return null
  }

  #lose(since: number): PresenceChange {
    if (this.#status !== 'here') return null
    this.#status = 'lost'
    return { type: 'lost', since }
  }
}
