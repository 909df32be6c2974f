import type { CallKind } from '#contract/calls/calls.ts'
import type { DeviceSwitches } from '../media/device-memory.ts'
import type { LocalMedia } from '../media/local-media.ts'
import type { CallPorts } from './call-ports.ts'

type OwnMediaPorts = Pick<
  CallPorts,
  'acquireMedia' | 'noMedia' | 'releaseMedia' | 'switchDevice' | 'switchMemory'
>

/** What a screen before the call shows of the member's own devices. */
export interface OwnMediaView {
  /** The own picture and sound, from the first tap until a call has them. */
  preview: MediaStream | null
  switches: DeviceSwitches
}

/** The member's own devices before a call: opened with the tap, switched on and off, released. */
export class OwnMedia {
  readonly #ports: OwnMediaPorts
  readonly #onChange: (change: Partial<OwnMediaView>) => void
  #local: LocalMedia | null = null
  #switches: DeviceSwitches

  constructor(ports: OwnMediaPorts, onChange: (change: Partial<OwnMediaView>) => void) {
    this.#ports = ports
    this.#onChange = onChange
    this.#switches = ports.switchMemory.switches()
  }

  get local(): LocalMedia | null {
    return this.#local
  }

  get switches(): DeviceSwitches {
    return this.#switches
  }

  /** @returns null when the devices are no longer wanted once they are open */
  async acquire(kind: CallKind, isWanted: () => boolean): Promise<LocalMedia | null> {
    this.release()
    const requested = this.#switches
    const acquired = await this.#ports.acquireMedia(kind, requested)
    if (!isWanted()) {
      this.#ports.releaseMedia(acquired)
      return null
    }
    this.#local = acquired
    this.#onChange({ preview: acquired.stream })
    // A switch was pressed while the browser asked for permission.
    for (const device of ['microphone', 'camera'] as const) {
      if (this.#switches[device] !== requested[device]) void this.#apply(device)
    }
    return acquired
  }

  /** For a call in which the member sends nothing. */
  sendNone(): void {
    this.release()
    this.#local = this.#ports.noMedia()
  }

  /** Reads the switches again: a call that used these devices may have changed them. */
  reread(): void {
    this.#switches = this.#ports.switchMemory.switches()
    this.#onChange({ switches: this.#switches })
  }

  release(): void {
    if (this.#local) this.#ports.releaseMedia(this.#local)
    this.#local = null
  }

  /**
   * Switches a device on or off, for this call and the next ones in this browser.
   * @returns false when the camera can't be opened: then it is off again
   */
  async turn(device: keyof DeviceSwitches, isOn: boolean): Promise<boolean> {
    this.#set(device, isOn)
    if (await this.#apply(device)) return true
    this.#set(device, false)
    return false
  }

  #set(device: keyof DeviceSwitches, isOn: boolean): void {
    this.#switches = { ...this.#switches, [device]: isOn }
    this.#ports.switchMemory.rememberSwitch(device, isOn)
    this.#onChange({ switches: this.#switches })
  }

  async #apply(device: keyof DeviceSwitches): Promise<boolean> {
    const local = this.#local
    if (!local || local.problems[device] !== null) return true
    const isOn = this.#switches[device]
    const isWanted = () => this.#local === local && this.#switches[device] === isOn
    return await this.#ports.switchDevice(local, device, isOn, isWanted)
  }
}
