import type { IceServer } from '#contract/calls/calls.ts'
import type { Failure } from '#contract/core/client.ts'
import type { DeviceProblem } from '#web/calls/media/local-media.ts'
import type { CheckPorts } from '../check-ports.ts'
import type { EchoSample } from '../connection-figures.ts'

/** A camera or microphone of the fake environment. */
class FakeTrack {
  readonly kind: 'audio' | 'video'
  readonly deviceId: string
  isLive = true

  constructor(kind: 'audio' | 'video', deviceId: string) {
    this.kind = kind
    this.deviceId = deviceId
  }
  getSettings() {
    return { deviceId: this.deviceId }
  }
  stop() {
    this.isLive = false
  }
}

class FakeStream {
  readonly tracks: FakeTrack[]

  constructor(tracks: FakeTrack[]) {
    this.tracks = tracks
  }
  getTracks() {
    return [...this.tracks]
  }
  getVideoTracks() {
    return this.tracks.filter(({ kind }) => kind === 'video')
  }
  getAudioTracks() {
    return this.tracks.filter(({ kind }) => kind === 'audio')
  }
  addTrack(track: FakeTrack) {
    this.tracks.push(track)
  }
  removeTrack(track: FakeTrack) {
    this.tracks.splice(this.tracks.indexOf(track), 1)
  }
}

const relay: IceServer = { urls: ['turn:relay'], username: 'u', credential: 'c' }
const later = <Value>(ms: number, value: Value): Promise<Value> =>
  new Promise((resolve) => setTimeout(resolve, ms, value))

/** The environment of a pre-call check, in virtual time. Tests set it up and inspect what happened in it. */
export const createFakeCheckEnvironment = () => {
  const tracks: FakeTrack[] = []
  const open = (kind: 'audio' | 'video', deviceId: string) => {
    const track = new FakeTrack(kind, deviceId)
    tracks.push(track)
    return track
  }
  const environment = {
    problems: { microphone: null as DeviceProblem | null, camera: null as DeviceProblem | null },
    /** Devices that can be opened by their id. */
    plugged: new Set(['camera-2', 'microphone-2']),
    loudness: 0.2,
    canHear: true,
    canPlay: true,
    refusal: null as Failure | null,
    beginDelayMs: 50,
    hasRelay: true,
    /** How long each path takes to connect; null for a blocked one. */
    ways: { direct: 120, relay: 300 } as Record<'direct' | 'relay', number | null>,
    /** What arrives each second; null: nothing comes back. */
    perSec: { bytes: 100_000, packets: 100, lost: 0, roundTripMs: 20, jitterMs: 3 } as {
      bytes: number
      packets: number
      lost: number
      roundTripMs: number
      jitterMs: number
    } | null,
    begun: [] as string[],
    ended: [] as string[],
    keptAlive: [] as string[],
    openLines: 0,
    live: () => tracks.filter(({ isLive }) => isLive).map(({ deviceId }) => deviceId),
    listeners: 0,
  }
  const ports: CheckPorts = {
    acquireMedia: async (kind) => {
      const { microphone, camera } = environment.problems
      const made = [
        ...(microphone ? [] : [open('audio', 'microphone-1')]),
        ...(camera || kind === 'voice' ? [] : [open('video', 'camera-1')]),
      ]
      const problems = { microphone, camera: kind === 'voice' ? null : camera }
      return later(100, { stream: new FakeStream(made) as unknown as MediaStream, problems })
    },
    openTrack: async (wish) => {
      const [kind, requests] = wish.video
        ? (['video', wish.video] as const)
        : (['audio', wish.audio] as const)
      const { exact } = (requests as MediaTrackConstraints).deviceId as { exact: string }
      return environment.plugged.has(exact) ? (open(kind, exact) as unknown as MediaStreamTrack) : null
    },
    devices: async () => ({
      cameras: [{ deviceId: 'camera-1', label: 'カメラ' }],
      microphones: [{ deviceId: 'microphone-1', label: 'マイク' }],
    }),
    listen: () => {
      if (!environment.canHear) return null
      environment.listeners += 1
      const close = () => {
        environment.listeners -= 1
      }
      return { read: () => environment.loudness, close }
    },
    playTone: () => ({ over: later(1_500, environment.canPlay), stop: () => undefined }),
    begin: async (testId) => {
      environment.begun.push(testId)
      const success = {
        type: 'success',
        rtc_channel_token: `token of ${testId}`,
        ice_servers: environment.hasRelay ? [relay] : [],
      } as const
      return later(environment.beginDelayMs, environment.refusal ?? success)
    },
    end: (testId, options) => {
      environment.ended.push(testId)
      if (options?.keepalive) environment.keptAlive.push(testId)
    },
    tryPath: (way) => {
      const afterMs = environment.ways[way]
      return { over: later(afterMs ?? 7_000, afterMs), stop: () => undefined }
    },
    openLine: () => {
      environment.openLines += 1
      let seconds = 0
      return {
        sample: async (): Promise<EchoSample | null> => {
          seconds += 1
          const { perSec } = environment
          return (
            perSec && {
              at: seconds * 1_000,
              bytesReceived: perSec.bytes * seconds,
              packetsReceived: perSec.packets * seconds,
              packetsLost: perSec.lost * seconds,
              packetsSent: perSec.packets * seconds,
              packetsSentLost: 0,
              roundTripMs: perSec.roundTripMs,
              jitterMs: perSec.jitterMs,
              sendableKbps: 1_000,
            }
          )
        },
        close: () => {
          environment.openLines -= 1
        },
      }
    },
    newId: () => `test-${environment.begun.length + 1}`,
  }
  return { environment, ports }
}

export const refusalOf = (message: string): Failure => ({ type: 'error', code: 'callAlreadyInCall', message })
