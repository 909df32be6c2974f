import { chargeableGapMsMax } from '#adapters/media/embedded/metering/meter.ts'
import type { LatenessLog } from '../lateness-log.ts'

/** From one packet to another without a longer break; instants of the wall clock. */
export interface SoundStretch {
  from: number
  to: number
}

/** One request to a WHIP or WHEP endpoint; status 0 when there was no answer. */
export interface EndpointRequest {
  at: number
  answeredAt: number
  what: string
  status: number
}

/**
 * The sound that reached one side of a call, by its own clock: a break of more than a second is no sound. A break in
 * which this process itself stood still isn't one: the packets had arrived and waited.
 */
export class SoundLog {
  readonly #lateness: Pick<LatenessLog, 'stalledMs' | 'tick'>

  constructor(lateness: Pick<LatenessLog, 'stalledMs' | 'tick'>) {
    this.#lateness = lateness
  }

  readonly stretches: SoundStretch[] = []
  readonly endpointRequests: EndpointRequest[] = []
  /** Sum of the gaps between packets, breaks left out, in milliseconds. */
  heardMs = 0
  #lastMs: number | null = null

  /** @param nowMs of the monotonic clock */
  heard(nowMs: number): void {
    const gapMs = this.#lastMs === null ? Number.POSITIVE_INFINITY : nowMs - this.#lastMs
    this.#lastMs = nowMs
    const at = performance.timeOrigin + nowMs
    const stretch = this.stretches.at(-1)
    if (!stretch || this.#silentMs(at, gapMs) > chargeableGapMsMax) {
      this.stretches.push({ from: at, to: at })
      return
    }
    this.heardMs += gapMs
    stretch.to = at
  }

  /** The part of a gap that this process can vouch for. */
  #silentMs(at: number, gapMs: number): number {
    if (gapMs <= chargeableGapMsMax) return gapMs
    // A packet may be handled before the timer that shows the stall.
    this.#lateness.tick(at - performance.timeOrigin)
    return gapMs - this.#lateness.stalledMs(at - gapMs, at)
  }

  /** `fetch` for the endpoints of this call, which records each answer. */
  noting(fetching: typeof fetch): typeof fetch {
    return async (input, init) => {
      const [, , , endpoint = ''] = String(input).split('/')
      const request = { at: Date.now(), answeredAt: 0, what: `${init?.method} ${endpoint}`, status: 0 }
      this.endpointRequests.push(request)
      try {
        const response = await fetching(input, init)
        request.status = response.status
        return response
      } finally {
        request.answeredAt = Date.now()
      }
    }
  }
}
