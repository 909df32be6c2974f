/** A receiver can only request what the source still stores. */
const keptMax = 1_024
/** Of so many packets one may stay lost: about one in three minutes of a 2 Mbit/s picture. */
const lostOfMax = 50_000
const timesMin = 2
const timesMax = 8
/** Of a way of which nothing is known. */
const usualLoss = 0.05

/** What is known about the way to the receiver. */
export interface Way {
  roundTripMs: number
  /** 0 to 1; null without a recent report. */
  loss: number | null
}

/** How often to send a packet again until few enough stay lost, when each packet is lost with this probability. */
export const resendsMax = (loss: number | null): number => {
  const share = Math.min(0.9, Math.max(0.001, loss ?? usualLoss))
  const sends = Math.ceil(Math.log(lostOfMax) / -Math.log(share))
  return Math.min(timesMax, Math.max(timesMin, sends - 1))
}

/**
 * What was sent again to one receiver, and when. A packet is sent at once when it is first requested, then after one
 * round trip, then after two more and so on, and no more often than the loss calls for: some clients request a packet
 * every 100 ms although it arrived long ago. Pure; instants are milliseconds.
 */
export class Resends {
  readonly #sent = new Map<number, { times: number; at: number }>()

  /** @param sequence of the packet as the receiver knows it, without wrapping */
  isDue(sequence: number, { roundTripMs, loss }: Way, now: number): boolean {
    const before = this.#sent.get(sequence)
    if (!before) return true
    const pauseMs = roundTripMs * 2 ** (before.times - 1)
    return before.times < resendsMax(loss) && now - before.at >= pauseMs
  }

  record(sequence: number, now: number): void {
    const times = (this.#sent.get(sequence)?.times ?? 0) + 1
    this.#sent.delete(sequence)
    this.#sent.set(sequence, { times, at: now })
    const [oldest] = this.#sent.keys()
    if (this.#sent.size > keptMax && oldest !== undefined) this.#sent.delete(oldest)
  }
}
