import type { ReportBlock } from '../rtp/rtcp.ts'
import type { Proof } from './meter.ts'

/** Packets within this time are one entry: the meter needs no finer proof. */
const entryMs = 50
/** What was sent longer ago should have arrived when a report comes, however full the queues on the way are. */
const onTheWayMsMax = 2_000
/** A share of losses of fewer packets would say little; what comes after so long a pause is judged all the same. */
const judgedMsMin = 1_000
const judgedAfterMs = 2_000
/**
 * Retransmission and error concealment repair so many losses. Of a report with more of them only the part that arrived
 * is charged: the line was down for the rest.
 */
const repairableLoss = 0.2

/** Bounds memory; far more than a room forwards before its unproven time is overdue. */
const entriesMax = 1_024

interface Entry {
  /** Of the last packet in it, without wrapping. */
  sequence: number
  /** Packets sent up to it. */
  packets: number
  /** Position in the time sent (meter.ts) after its last packet. */
  sentMs: number
  /** When its first packet was sent. */
  at: number
}

/** What was sent to one receiver on one synchronisation source, as far as no report has confirmed it. */
export class ForwardedLog {
  /** The first one is confirmed, the rest follow it. */
  #entries: Entry[] = []
  #packets = 0
  /** Position in the time sent at which this log begins: its reports say nothing about what was sent before. */
  #beginsMs = 0
  /** The figures from which the last share of losses was computed. */
  #judged = { sequence: 0, packets: 0, sentMs: 0, lost: 0, at: Number.NEGATIVE_INFINITY }

  /** Records a sent packet. A late packet, which fills a gap, proves nothing by itself. */
  record(sequence: number, sentMs: number, now: number): void {
    this.#packets += 1
    const last = this.#entries.at(-1)
    if (!last) {
      this.#beginsMs = sentMs
      this.#judged = { ...this.#judged, sequence: sequence - 1, sentMs, at: now }
      this.#entries.push({ sequence: sequence - 1, packets: 0, sentMs, at: now })
    }
    if (last && sequence <= last.sequence) return
    const isFull = this.#entries.length >= entriesMax
    if (last && (isFull || (this.#entries.length > 1 && now - last.at < entryMs))) {
      last.sequence = sequence
      last.packets = this.#packets
      last.sentMs = sentMs
      return
    }
    this.#entries.push({ sequence, packets: this.#packets, sentMs, at: now })
  }

  /** What this report proves; null when nothing was sent yet. A number that was never sent proves nothing. */
  prove(block: ReportBlock, now: number): Proof | null {
    const last = this.#entries.at(-1)
    const confirmed = this.#entries[0]
    if (!last || !confirmed) return null
    const highest = last.sequence - ((last.sequence - block.highestSequence) & 0xffff)
    const next = this.#entries.findIndex(({ sequence }) => sequence > highest)
    const index = next < 0 ? this.#entries.length - 1 : next - 1
    if (index > 0) this.#entries = this.#entries.slice(index)
    const proven = this.#entries[0] ?? confirmed
    const missing = this.#entries[1]
    return {
      beginsMs: this.#beginsMs,
      provenMs: proven.sentMs,
      arrivedShare: this.#judge(proven, highest, block.cumulativeLost, now),
      isCaughtUp: missing === undefined || now - missing.at <= onTheWayMsMax,
    }
  }

  #judge(proven: Entry, highest: number, lost: number, now: number): number | null {
    const judged = this.#judged
    const packets = proven.packets - judged.packets
    const isEarly = proven.sentMs - judged.sentMs < judgedMsMin && now - judged.at < judgedAfterMs
    if (packets <= 0 || isEarly) return null
    const arrived = Math.max(0, highest - judged.sequence - (lost - judged.lost))
    this.#judged = { sequence: highest, packets: proven.packets, sentMs: proven.sentMs, lost, at: now }
    const share = arrived / packets
    return share >= 1 - repairableLoss ? 1 : share
  }
}
