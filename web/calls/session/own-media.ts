import type { CallKind } from '#contract/calls/calls.ts'
import type { DeviceSwitches } from '../media/device-memory.ts'
import type { LocalMedia } from '../media/local-media.ts'
import type { PreopenedCamera } from '../media/preopened-camera.ts'
import { type CallEntry, callIdOf, onlyReceives } from './call-entry.ts'
import type { DevicePorts } from './call-ports.ts'
import { type CallView, rings } from './call-view.ts'

/** What a screen before the call shows of the member's own devices. */
export interface OwnMediaView {
  /** The own picture while a call rings here; picture and sound from the first tap until a call has them. */
  preview: MediaStream | null
  switches: DeviceSwitches
}

/** The member's own devices before a call: shown while it rings, opened with the tap, switched, released. */
export class OwnMedia {
  readonly #ports: DevicePorts
  readonly #onChange: (change: Partial<OwnMediaView>) => void
  #local: LocalMedia | null = null
  #ahead: PreopenedCamera | null = null
  #showsAhead = false
  #switches: DeviceSwitches
  /** What the browser opens without a question, once that is known. */
  #granted: DeviceSwitches | null = null
  #learning: Promise<void> | null = null

  constructor(ports: DevicePorts, onChange: (change: Partial<OwnMediaView>) => void) {
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

  /** Whether the devices of an answer open without a question of the browser, as far as is known. */
  opensAtOnce(kind: CallKind): boolean {
    if (!this.#granted?.microphone) return false
    return kind === 'voice' || !this.#switches.camera || this.#granted.camera
  }

  /** As `opensAtOnce`, once that is known. */
  async willOpenAtOnce(kind: CallKind): Promise<boolean> {
    await this.#learnGranted(null)
    return this.opensAtOnce(kind)
  }

  /** @returns null when the devices are no longer wanted once they are open */
  async acquire(kind: CallKind, isWanted: () => boolean): Promise<LocalMedia | null> {
    const ahead = this.#ahead
    const camera = ahead?.take() ?? null
    this.#releaseLocal()
    const requested = this.#switches
    const acquired = await this.#ports.acquireMedia(kind, requested, camera)
    // Until here a switch, or the end of the call, closes the camera that was open ahead.
    const isCameraKept = this.#ahead === ahead
    if (isCameraKept) this.#ahead = null
    this.#stopShowing()
    if (!isWanted()) {
      this.#ports.releaseMedia(acquired)
      return null
    }
    this.#local = acquired
    this.#onChange({ preview: acquired.stream })
    // A switch was pressed while the browser asked for permission.
    for (const device of ['microphone', 'camera'] as const) {
      if (this.#switches[device] !== requested[device] || !isCameraKept) void this.#apply(device)
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

  /**
   * While a call rings here, the page learns which devices open without a question, and in a video call the member sees
   * the own picture. A call that is refused or left needs no device.
   */
  follow({ stage: { name }, call }: Pick<CallView, 'stage' | 'call'>, entry: CallEntry): void {
    if (name === 'leaving' || name === 'refused') this.release()
    if (name !== 'incoming' || onlyReceives(entry) || this.#local) return
    void this.#learnGranted(callIdOf(entry))
    // A ring that the page only remembers may be over.
    const isRinging = call ? rings(call) : this.#ports.ringsHere(callIdOf(entry))
    if (!isRinging || entry.kind !== 'video') return
    this.#showsAhead = true
    this.#followSwitch()
  }

  #learnGranted(ringing: string | null): Promise<void> {
    this.#learning ??= this.#ports.grantedDevices(ringing).then((granted) => {
      this.#granted = granted
    })
    return this.#learning
  }

  release(): void {
    this.#close()
    this.#onChange({ preview: null })
  }

  #followSwitch(): void {
    if (!this.#showsAhead) return
    if (!this.#switches.camera) this.#closeAhead()
    else this.#ahead ??= this.#ports.preopenCamera((preview) => this.#onChange({ preview }))
  }

  #close(): void {
    this.#stopShowing()
    this.#releaseLocal()
  }

  #stopShowing(): void {
    this.#showsAhead = false
    this.#closeAhead()
  }

  #releaseLocal(): void {
    if (this.#local) this.#ports.releaseMedia(this.#local)
    this.#local = null
  }

  #closeAhead(): void {
    this.#ahead?.close()
    this.#ahead = null
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
    this.#followSwitch()
  }

  async #apply(device: keyof DeviceSwitches): Promise<boolean> {
    const local = this.#local
    if (!local || local.problems[device] !== null) return true
    const isOn = this.#switches[device]
    const isWanted = () => this.#local === local && this.#switches[device] === isOn
    return await this.#ports.switchDevice(local, device, isOn, isWanted)
  }
}
