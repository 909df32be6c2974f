import type { CallSnapshot } from '#contract/calls/calls.ts'
import type { Store } from '#web/shell/store.ts'
import type { CallPorts } from './call-ports.ts'
import { type CallStage, type CallView, connectedSecAt, endedHere, stageAfter } from './call-view.ts'
import type { OwnRing } from './dialling/own-ring.ts'
import { endAtServer } from './end-at-server.ts'

interface CallScreen {
  store: Store<CallView>
  isOver(): boolean
  finish(stage: CallStage): void
}

/** How a call is left: the server ends it, and the screen shows the end as far as it is known. */
export class CallExit {
  readonly #ports: Pick<CallPorts, 'api' | 'now' | 'givenUp'>
  readonly #screen: CallScreen

  constructor(ports: Pick<CallPorts, 'api' | 'now' | 'givenUp'>, screen: CallScreen) {
    this.#ports = ports
    this.#screen = screen
  }

  /** @param lastKnown is shown as ended where the server can't be reached */
  async endAtServer(callId: string, lastKnown: CallSnapshot | null): Promise<void> {
    const { store, isOver } = this.#screen
    const callDurationSec = connectedSecAt(store.get(), this.#ports.now())
    const ended = await endAtServer(this.#ports.api, callId, isOver)
    if (isOver()) return
    if (ended) return this.#leaveWith(ended)
    this.giveUp(callId, lastKnown && endedHere(lastKnown, callDurationSec))
  }

  /** The own ring, whose answer isn't used yet, is given up. */
  async endRing(ring: OwnRing): Promise<void> {
    const placed = await ring.giveUp()
    // The screen was left meanwhile, which ends the ring.
    if (this.#screen.isOver()) return
    if (placed) await this.endAtServer(placed.callId, placed.call)
    else this.#screen.finish({ name: 'left' })
  }

  /** Out of reach: the server ends the call when nobody reconnects, or when the next page finds it. */
  giveUp(callId: string | null, call: CallSnapshot | null): void {
    if (callId) this.#ports.givenUp.store(callId)
    this.#leaveWith(call)
  }

  #leaveWith(call: CallSnapshot | null): void {
    if (call) this.#screen.store.update({ call })
    this.#screen.finish(stageAfter(call))
  }
}
