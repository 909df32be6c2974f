import { type KeyValueStore, localStore } from '#web/shell/local-store.ts'

/** The devices that can be chosen in a call. */
export type CallDevice = 'microphone' | 'camera' | 'speaker'

export interface DeviceMemory {
  /** The device that was chosen last in this browser; null before any choice. */
  chosen(device: CallDevice): string | null
  remember(device: CallDevice, deviceId: string): void
}

/** Stored per browser, because the devices belong to the machine and not to a member. */
export const createDeviceMemory = (store: KeyValueStore): DeviceMemory => ({
  chosen: (device) => store.get(`callDevice:${device}`),
  remember: (device, deviceId) => store.set(`callDevice:${device}`, deviceId),
})

export const deviceMemory = createDeviceMemory(localStore)
