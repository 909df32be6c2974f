import type { CallKind } from '#contract/calls/calls.ts'
import { allOn, type DeviceSwitches } from '../media/device-memory.ts'
import type { LocalMedia } from '../media/local-media.ts'
import type { DevicePorts } from '../session/call-ports.ts'

/** For tests: devices that open at once, and record how they are opened and switched. */
export const fakeDevices = () => {
  const devices = {
    problems: { microphone: null, camera: null } as LocalMedia['problems'],
    /** What the browser opens without a question. */
    granted: { microphone: false, camera: false } as DeviceSwitches,
    /** The call that the page was told of. */
    rings: null as string | null,
    acquisitions: 0,
    kinds: [] as CallKind[],
    stopped: 0,
    /** The switches that the devices were opened with, and each change afterwards. */
    opened: [] as DeviceSwitches[],
    /** What became of the cameras that were opened while a call rang. */
    ahead: [] as ('open' | 'taken' | 'closed')[],
    switched: [] as [keyof DeviceSwitches, boolean][],
    /** The browser refuses to open a camera that is switched on. */
    refusesCamera: false,
    remembered: { ...allOn } as DeviceSwitches,
  }
  const fakeStream = () =>
    ({ getTracks: () => [{ stop: () => (devices.stopped += 1) }] }) as unknown as MediaStream
  const devicePorts: DevicePorts = {
    noMedia: () => ({ stream: fakeStream(), problems: { microphone: null, camera: null } }),
    acquireMedia: async (kind, switches) => {
      devices.kinds.push(kind)
      devices.acquisitions += 1
      devices.opened.push(switches)
      return { stream: fakeStream(), problems: devices.problems }
    },
    grantedDevices: async () => devices.granted,
    ringsHere: (callId) => callId !== null && callId === devices.rings,
    preopenCamera: (onPicture) => {
      devices.ahead.push('open')
      onPicture(fakeStream())
      return {
        take: () => {
          devices.ahead.push('taken')
          return Promise.resolve(null)
        },
        close: () => void devices.ahead.push('closed'),
      }
    },
    releaseMedia: ({ stream }) => {
      for (const track of stream.getTracks()) track.stop()
    },
    switchDevice: async (_media, device, isOn, isWanted) => {
      if (!isWanted()) return true
      if (isOn && device === 'camera' && devices.refusesCamera) return false
      devices.switched.push([device, isOn])
      return true
    },
    switchMemory: {
      switches: () => devices.remembered,
      rememberSwitch: (device, isOn) => {
        devices.remembered = { ...devices.remembered, [device]: isOn }
      },
    },
  }
  return { devices, devicePorts }
}
