import { type KeyValueStore, localStore } from '#web/shell/local-store.ts'

/** The devices that can be chosen in a call. */
export type CallDevice = 'microphone' | 'camera' | 'speaker'

/** Which of the member's own devices are switched on when a call begins. */
export interface DeviceSwitches {
  microphone: boolean
  camera: boolean
}

export const allOn: DeviceSwitches = { microphone: true, camera: true }

export interface DeviceMemory {
  /** The device that was chosen last in this browser; null before any choice. */
  chosen(device: CallDevice): string | null
  remember(device: CallDevice, deviceId: string): void
  /** How the switches were left in this browser; on before any choice. */
  switches(): DeviceSwitches
  rememberSwitch(device: keyof DeviceSwitches, isOn: boolean): void
  /** Whether the camera's background is blurred where it can be; off before any choice. */
  isBlurOn(): boolean
  rememberBlur(isOn: boolean): void
}

/** Stored per browser, because the devices belong to the machine and not to a member. */
export const createDeviceMemory = (store: KeyValueStore): DeviceMemory => {
  const isOn = (device: keyof DeviceSwitches) => store.get(`callSwitch:${device}`) !== 'off'
  return {
    chosen: (device) => store.get(`callDevice:${device}`),
    remember: (device, deviceId) => store.set(`callDevice:${device}`, deviceId),
    switches: () => ({ microphone: isOn('microphone'), camera: isOn('camera') }),
    rememberSwitch: (device, on) => store.set(`callSwitch:${device}`, on ? null : 'off'),
    isBlurOn: () => store.get('callBlur') === 'on',
    rememberBlur: (on) => store.set('callBlur', on ? 'on' : null),
  }
}

export const deviceMemory = createDeviceMemory(localStore)
