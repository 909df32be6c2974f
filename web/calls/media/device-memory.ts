import { type KeyValueStore, localStore } from '#web/shell/local-store.ts'

/** What is chosen between in a call. */
export type CallDevice = 'microphone' | 'camera' | 'speaker'

export interface DeviceMemory {
  /** The device this browser's people chose last; null before anybody chose. */
  chosen(device: CallDevice): string | null
  note(device: CallDevice, deviceId: string): void
}

/** Kept per browser: its devices are those of whoever sits there. */
export const createDeviceMemory = (store: KeyValueStore): DeviceMemory => ({
  chosen: (device) => store.get(`callDevice:${device}`),
  note: (device, deviceId) => store.set(`callDevice:${device}`, deviceId),
})

export const deviceMemory = createDeviceMemory(localStore)
