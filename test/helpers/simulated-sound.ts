import { chargeableGapMsMax } from '../../adapters/media/embedded/meter.ts'

/** From one packet to another without a longer break; instants of the wall clock. */
export interface SoundStretch {
  from: number
  to: number
}

/** What one side of a call really heard, by its own clock: breaks of more than a second are no sound. */
export class SoundLog {
  readonly stretches: SoundStretch[] = []
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
}
