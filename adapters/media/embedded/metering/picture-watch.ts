import type { TrackSet } from '../tracks/publication.ts'
import type { Sink, Source, StoredPacket } from '../tracks/source.ts'
import { PictureFlow } from './live-media.ts'

/**
 * Whether the broadcaster publishes a picture. It looks at what arrives, not at what goes on to the payer: a payer who
 * refuses the picture, or whose line is too narrow for it, must not lower the price.
 */
export class PictureWatch implements Sink {
  readonly #flow = new PictureFlow()
  #watched: readonly Source[] = []

  follow(published: TrackSet | null): void {
    for (const source of this.#watched) source.sinks.delete(this)
    this.#watched = published?.tracks.get('video')?.layers ?? []
    for (const source of this.#watched) source.sinks.add(this)
  }

  isThere(now: number): boolean {
    return this.#flow.isThere(now)
  }

  receive(packet: StoredPacket, _source: Source, now: number): void {
    if (packet.hasPayload) this.#flow.add(now, packet.marker ? 1 : 0, packet.bytes.length)
  }

  receiveSenderReport(): void {}

  sourceRestarted(): void {}
}
