import { chargeableGapMsMax } from '#adapters/media/embedded/metering/meter.ts'

/** From one packet to another without a longer break; instants of the wall clock. */
export interface SoundStretch {
  from: number
  to: number
}

/** One knock at a WHIP or WHEP door; status 0 when there was no answer. */
export interface DoorKnock {
  at: number
  answeredAt: number
  what: string
  status: number
}

/** What one side of a call really heard, by its own clock: breaks of more than a second are no sound. */
export class SoundLog {
  readonly stretches: SoundStretch[] = []
  readonly knocks: DoorKnock[] = []
  /** Sum of the gaps between packets, breaks left out, in milliseconds. */
  heardMs = 0
  #lastMs: number | null = null

  /** @param nowMs of the monotonic clock */
  heard(nowMs: number): void {
    const gapMs = this.#lastMs === null ? Number.POSITIVE_INFINITY : nowMs - this.#lastMs
    this.#lastMs = nowMs
    const at = performance.timeOrigin + nowMs
    const stretch = this.stretches.at(-1)
    if (!stretch || gapMs > chargeableGapMsMax) {
      this.stretches.push({ from: at, to: at })
      return
    }
    this.heardMs += gapMs
    stretch.to = at
  }

  /** `fetch` for the doors of this call, with a note of each answer. */
  noting(fetching: typeof fetch): typeof fetch {
    return async (input, init) => {
      const [, , , door = ''] = String(input).split('/')
      const knock = { at: Date.now(), answeredAt: 0, what: `${init?.method} ${door}`, status: 0 }
      this.knocks.push(knock)
      try {
        const response = await fetching(input, init)
        knock.status = response.status
        return response
      } finally {
        knock.answeredAt = Date.now()
      }
    }
  }
}
