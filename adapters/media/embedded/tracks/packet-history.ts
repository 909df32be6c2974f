import type { StoredPacket } from './source.ts'

/** A power of two, so that a sequence finds its place by its low bits. */
const packetsMax = 1_024
/** A receiver has given a packet up by then: browsers ask for a keyframe when a picture is 3 s late. */
const keptMs = 4_000
/** A block of the picture holds at least 21 packets, as large as a network carries them: 1,024 have room. */
const blocksMax = 64

interface Block {
  readonly bytes: Buffer
  used: number
  newestAt: number
  readonly sequences: number[]
}

/**
 * The newest packets of a source: at most 1,024, for four seconds. Their bytes are in blocks that are filled one after
 * the other, go as a whole, and are used again, so that a packet costs little more than its own bytes. The buffers that
 * the library makes for them would each live on by themselves, and a receiver needs none of them for longer.
 */
export class PacketHistory {
  readonly #blockBytes: number
  readonly #packets: (StoredPacket | undefined)[] = new Array(packetsMax)
  /** By place: the newest sequence that arrived, whether or not the packet is still there. */
  readonly #arrived = new Float64Array(packetsMax).fill(-1)
  /** The oldest first; the last one is being filled. */
  #blocks: Block[] = []

  /** @param blockBytes much less than four seconds of this source's packets */
  constructor(blockBytes: number) {
    this.#blockBytes = blockBytes
  }

  /** Whether this packet, one of the newest 1,024, arrived before. */
  hasArrived(sequence: number): boolean {
    return this.#arrived[sequence % packetsMax] === sequence
  }

  /** Null when it isn't there any more. */
  find(sequence: number): StoredPacket | null {
    const packet = this.#packets[sequence % packetsMax]
    return packet?.sequence === sequence ? packet : null
  }

  /** A copy of these bytes that lasts as long as the packet of this sequence is kept, which is to be added next. */
  copy(bytes: Buffer, sequence: number, now: number): Buffer {
    const block = this.#blockFor(bytes.length, now)
    const start = block.used
    block.bytes.set(bytes, start)
    block.used += bytes.length
    block.newestAt = now
    block.sequences.push(sequence)
    return block.bytes.subarray(start, block.used)
  }

  add(packet: StoredPacket): void {
    const place = packet.sequence % packetsMax
    this.#packets[place] = packet
    this.#arrived[place] = packet.sequence
  }

  clear(): void {
    this.#packets.fill(undefined)
    this.#arrived.fill(-1)
    this.#blocks = []
  }

  #blockFor(bytes: number, now: number): Block {
    const last = this.#blocks.at(-1)
    if (last && last.used + bytes <= last.bytes.length) return last
    const free = this.#freeOutdated(now)
    const size = Math.max(bytes, this.#blockBytes)
    const isLarge = free !== null && free.length >= size
    const block = {
      bytes: isLarge ? free : Buffer.allocUnsafeSlow(size),
      used: 0,
      newestAt: now,
      sequences: [],
    }
    this.#blocks.push(block)
    return block
  }

  /** Deletes what is out of date. Answers the bytes of a block that had it, to be filled again. */
  #freeOutdated(now: number): Buffer | null {
    let free: Buffer | null = null
    for (let [oldest] = this.#blocks; oldest; [oldest] = this.#blocks) {
      if (now - oldest.newestAt <= keptMs && this.#blocks.length < blocksMax) return free
      this.#blocks.shift()
      for (const sequence of oldest.sequences) this.#delete(sequence)
      free = oldest.bytes
    }
    return free
  }

  #delete(sequence: number): void {
    const place = sequence % packetsMax
    if (this.#packets[place]?.sequence === sequence) this.#packets[place] = undefined
  }
}
