import type { CallKind, IceServer } from '#contract/calls/calls.ts'
import type { videoTestEndpoints } from '#contract/calls/pre-call-check.ts'
import type { Failure } from '#contract/core/client.ts'
import type { OutputOf } from '#contract/core/endpoint.ts'
import type { LocalMedia } from '#web/calls/media/local-media.ts'
import type { Device } from './check-view.ts'
import type { EchoSample } from './connection-figures.ts'

/** The credentials of one echo room. */
export interface EchoEndpoint {
  testId: string
  token: string
  iceServers: IceServer[]
}

/** Sound and picture on their way to the media server and back. */
export interface EchoLine {
  /** Null while nothing has come back. */
  sample(): Promise<EchoSample | null>
  close(options?: { keepalive?: boolean }): void
}

/** What a pre-call check needs from its environment; its tests use a virtual one. */
export interface CheckPorts {
  acquireMedia(kind: CallKind): Promise<LocalMedia>
  openTrack(wish: MediaStreamConstraints): Promise<MediaStreamTrack | null>
  devices(): Promise<{ cameras: Device[]; microphones: Device[] }>
  /** Reads the level of the microphone, 0 to 1; null where the browser can't measure it. */
  listen(stream: MediaStream): { read(): number; close(): void } | null
  /** Plays the tone to its end; resolves with false when the browser allows no sound. */
  playTone(): { over: Promise<boolean>; stop(): void }
  begin(testId: string): Promise<OutputOf<(typeof videoTestEndpoints)['beginVideoTest']> | Failure>
  end(testId: string, options?: { keepalive?: boolean }): void
  /**
   * Tries one path alone; resolves with its connection time in milliseconds, or null when it took too long.
   */
  tryPath(way: 'direct' | 'relay', room: EchoEndpoint): { over: Promise<number | null>; stop(): void }
  openLine(room: EchoEndpoint, local: MediaStream, onRemote: (remote: MediaStream) => void): EchoLine
  newId(): string
}
