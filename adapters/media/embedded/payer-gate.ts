import type { Gate } from './forwarder.ts'
import type { Meter } from './meter.ts'

/**
 * Lets the payer have what the meter says is paid for. A class, because V8 makes a hidden class of its own for every
 * object literal with a getter, and each packet asks the gate of each receiver.
 */
export class PayerGate implements Gate {
  readonly #meter: Meter
  readonly #connected: () => void

  /** @param connected called when the first packet passes */
  constructor(meter: Meter, connected: () => void) {
    this.#meter = meter
    this.#connected = connected
  }

  get isOpen(): boolean {
    return this.#meter.mayForward
  }

  pass(now: number): boolean {
    const wasConnected = this.#meter.isConnected
    const mayPass = this.#meter.forward(now)
    if (!wasConnected && this.#meter.isConnected) this.#connected()
    return mayPass
  }
}
