import { videoTestEndpoints } from '#contract/calls/pre-call-check.ts'
import { call } from '#contract/core/client.ts'
import { acquireLocalMedia, acquireTrack } from '#web/calls/media/local-media.ts'
import { openSoundLevel } from '#web/calls/media/sound-level.ts'
import type { CheckPorts } from './check-ports.ts'
import type { Device } from './check-view.ts'
import { openLine, tryPath } from './echo-links.ts'
import { playTone } from './tone.ts'

/** A sixth of a second: longer than the time between two readings, so that none misses a sound. */
const sampleCount = 8_192

const devicesNow: CheckPorts['devices'] = async () => {
  const devices: MediaDevices | undefined = navigator.mediaDevices
  const all = await devices?.enumerateDevices?.().catch(() => [])
  const of = (kind: MediaDeviceKind, name: string): Device[] =>
    (all ?? [])
      // Without a permission a device has no id and no label.
      .filter((device) => device.kind === kind && device.deviceId !== '')
      .map(({ deviceId, label }, index) => ({ deviceId, label: label || `${name} ${index + 1}` }))
  return { cameras: of('videoinput', 'カメラ'), microphones: of('audioinput', 'マイク') }
}

/** The ports of a pre-call check in a real browser. */
export const browserCheckPorts: CheckPorts = {
  acquireMedia: (kind) => acquireLocalMedia(kind),
  openTrack: acquireTrack,
  devices: devicesNow,
  listen: (stream) => openSoundLevel(stream, sampleCount),
  playTone,
  begin: (testId) => call(videoTestEndpoints.beginVideoTest, { testId }),
  end: (testId, options) => void call(videoTestEndpoints.endVideoTest, { testId }, options),
  tryPath,
  openLine,
  newId: () => crypto.randomUUID(),
}
