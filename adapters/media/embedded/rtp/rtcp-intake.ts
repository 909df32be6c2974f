import { parseRtcp, type RtcpMessage } from './rtcp.ts'
import { TokenBucket } from './token-bucket.ts'

/** A browser that misses every fifth packet of a 2.5 Mbit/s picture sends about 120. */
export const rtcpPacketsPerSecondMax = 200
/**
 * Requested sequences. Such a browser requests about 60 a second; a client that doesn't notice its repairs requests
 * everything every 100 ms, which is 250 at 5 % loss. What is left out is requested again.
 */
export const sequencesPerSecondMax = 500

/** Reads what one client says in RTCP, as far as a client has that much to say. */
export class RtcpIntake {
  readonly #packets = new TokenBucket(rtcpPacketsPerSecondMax)
  readonly #sequences = new TokenBucket(sequencesPerSecondMax)

  read(packet: Buffer, now: number): RtcpMessage[] {
    if (this.#packets.consume(1, now) < 1) return []
    const messages = parseRtcp(packet, this.#sequences.available(now))
    for (const message of messages) {
      if (message.type === 'nack') this.#sequences.consume(message.sequences.length, now)
    }
    return messages
  }
}
