import type { CallKind } from '#contract/calls/calls.ts'
import type { Store } from '#web/shell/store.ts'
import { type CallEntry, onlyReceives } from './call-entry.ts'
import { type CallStage, type CallView, devicesVerdict } from './call-view.ts'
import type { OwnMedia } from './own-media.ts'

/** The screen that waits for the devices. */
interface GateScreen {
  store: Pick<Store<CallView>, 'get'>
  /** The kind of the call that waits: a resumed one may have another than the entry's. */
  kind(): CallKind
  isOver(): boolean
  enter(stage: CallStage): void
}

/** What needs the member's devices waits here until they are open, or until the member goes on without one. */
export class DeviceGate {
  readonly #own: OwnMedia
  readonly #entry: CallEntry
  readonly #screen: GateScreen
  #next: (() => Promise<void>) | null = null

  constructor(own: OwnMedia, entry: CallEntry, screen: GateScreen) {
    this.#own = own
    this.#entry = entry
    this.#screen = screen
  }

  async pass(next: () => Promise<void>): Promise<void> {
    if (onlyReceives(this.#entry)) {
      this.#own.sendNone()
      return await next()
    }
    this.#next = next
    const kind = this.#screen.kind()
    this.#screen.enter({ name: 'devices', openAtOnce: this.#own.opensAtOnce(kind) })
    const isWanted = () => !this.#screen.isOver() && this.#screen.store.get().stage.name === 'devices'
    const acquired = await this.#own.acquire(kind, isWanted)
    if (!acquired) return
    const verdict = devicesVerdict(kind, this.#entry.role, acquired.problems)
    if (verdict === 'enough') return await next()
    this.#screen.enter({ name: 'blocked', problems: acquired.problems, canGoOn: verdict === 'canGoOn' })
  }

  retry(): void {
    if (this.#screen.store.get().stage.name === 'blocked' && this.#next) void this.pass(this.#next)
  }

  goOnWithout(): void {
    const stage = this.#screen.store.get().stage
    if (stage.name === 'blocked' && stage.canGoOn) void this.#next?.()
  }
}
