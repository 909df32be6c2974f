import type { EndReason } from '#contract/calls/calls.ts'
import type { RandomWait } from '#contract/calls/random-calls.ts'
import { type Failure, isFailure } from '#contract/core/client.ts'
import { afterRandomRing, randomPollEveryMs } from '#domain/calls/random/random-search.ts'
import { createStore, type Store } from '#web/shell/store.ts'
import type { DeviceSwitches } from '../../media/device-memory.ts'
import type { LocalMedia } from '../../media/local-media.ts'
import type { CallMatch, OutgoingEntry } from '../call-entry.ts'
import type { CallPorts } from '../call-ports.ts'
import { CallSession } from '../call-session.ts'
import { devicesVerdict } from '../call-view.ts'
import { OwnMedia, type OwnMediaView } from '../own-media.ts'

export type RandomStage =
  /** Fetches the call to resume, if there is one. */
  | { name: 'looking' }
  /** Shows the highest price, and waits for a tap on it. */
  | { name: 'confirm' }
  | { name: 'devices' }
  | { name: 'blocked'; problems: LocalMedia['problems']; canGoOn: boolean }
  /** `wait` is null until the server has answered with the caller's place in the queue. */
  | { name: 'waiting'; wait: RandomWait | null; since: number }
  /** A broadcaster was found: from here on it is a call like any other. */
  | { name: 'calling'; session: CallSession; entry: OutgoingEntry }
  /** As many broadcasters as are rung without asking didn't answer. */
  | { name: 'asking' }
  | { name: 'refused'; message: string; isPointless: boolean }
  | { name: 'left' }

export interface RandomView extends OwnMediaView {
  stage: RandomStage
  /** Rings of this search that nobody answered. */
  unanswered: number
}

/** Answers lost in a row before the screen reports it. */
const lossesMax = 3
const noProblems = { microphone: null, camera: null }

/**
 * A video call with the broadcaster who waits longest: the search, and one call session for each partner
 * found. No React.
 */
export class RandomCall {
  readonly store: Store<RandomView>
  readonly #ports: CallPorts
  readonly #wasTapped: boolean
  #callId: string | null = null
  readonly #own: OwnMedia
  /** The caller chose to search without a device that can't be used. */
  #goesWithout = false
  #losses = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #stopListening: (() => void) | null = null
  #isOver = false

  constructor(ports: CallPorts, { wasTapped }: { wasTapped: boolean }) {
    this.#ports = ports
    this.#wasTapped = wasTapped
    this.#own = new OwnMedia(ports, (change) => this.store.update(change))
    this.store = createStore<RandomView>({
      stage: { name: 'looking' },
      unanswered: 0,
      preview: null,
      switches: this.#own.switches,
    })
  }

  start(): void {
    if (this.#wasTapped) void this.#withDevices()
    else void this.#lookForCall()
  }

  /** Begins to search, or continues after the caller was asked. */
  search(): void {
    if (!this.#isAt('confirm', 'asking', 'refused', 'blocked')) return
    this.store.update({ unanswered: 0 })
    this.#goesWithout = false
    void this.#withDevices()
  }

  goOnWithoutDevices(): void {
    const { stage } = this.store.get()
    if (stage.name !== 'blocked' || !stage.canGoOn) return
    this.#goesWithout = true
    this.#wait()
  }

  /**
   * Switches a device on or off while the search has no partner.
   * @returns false when the camera can't be opened
   */
  switchDevice(device: keyof DeviceSwitches, isOn: boolean): Promise<boolean> {
    return this.#own.turn(device, isOn)
  }

  /** Gives the search up. The session of a call that was found leaves that call. */
  leave(): void {
    if (this.#isAt('calling')) return
    this.#leaveQueue()
    this.#finish({ name: 'left' })
  }

  /** Whether the search itself decides what follows a ring that ended this way. */
  takesOver(endReason: EndReason | null): boolean {
    return endReason !== null && afterRandomRing(endReason, 0) !== 'tell'
  }

  /** The page is closed. */
  leavePage(): void {
    const { stage } = this.store.get()
    if (stage.name === 'calling') stage.session.leavePage()
    this.#stop()
  }

  dispose(): void {
    const { stage } = this.store.get()
    if (stage.name === 'calling') stage.session.dispose()
    this.#stop()
  }

  #isAt(...names: RandomStage['name'][]): boolean {
    return names.includes(this.store.get().stage.name)
  }

  #enter(stage: RandomStage): void {
    if (!this.#isOver) this.store.update({ stage })
  }

  #stop(): void {
    if (this.#isOver) return
    this.#leaveQueue()
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#stopListening?.()
    this.#dropMedia()
  }

  #finish(stage: RandomStage): void {
    this.#enter(stage)
    this.#stop()
  }

  #dropMedia(): void {
    this.#own.release()
    if (!this.#isOver) this.store.update({ preview: null })
  }

  /** Leaves the queue; a ring that began in this moment is cancelled with it. */
  #leaveQueue(): void {
    if (!this.#isAt('waiting') || this.#callId === null || this.#isOver) return
    void this.#ports.api.cancelRandomCall({ callId: this.#callId }, { keepalive: true })
    this.#ports.givenUp.store(this.#callId)
    this.#callId = null
  }

  /** After a reload: the call that was found runs on. */
  async #lookForCall(): Promise<void> {
    const answer = await this.#ports.api.getMyCall()
    if (this.#isOver) return
    const call = isFailure(answer) ? null : answer.call
    const isOurs = call?.origin === 'random' && call.dialled && call.callId !== this.#ports.givenUp.callId()
    if (isOurs) this.#begin(this.#ports, { ...entryWith(call.partner.id), tappedRate: null })
    else this.#enter({ name: 'confirm' })
  }

  async #withDevices(): Promise<void> {
    if (this.#goesWithout) {
      this.#wait()
      return
    }
    this.#enter({ name: 'devices' })
    let { local } = this.#own
    if (!local || local.problems.microphone || local.problems.camera) {
      this.#dropMedia()
      local = await this.#own.acquire('video', () => !this.#isOver && this.#isAt('devices'))
      if (!local) return
    }
    const { problems } = local
    const verdict = devicesVerdict('video', 'caller', problems)
    if (verdict === 'enough') this.#wait()
    else this.#enter({ name: 'blocked', problems, canGoOn: verdict === 'canGoOn' })
  }

  #wait(): void {
    this.#callId ??= this.#ports.newId()
    this.#losses = 0
    this.#enter({ name: 'waiting', wait: null, since: this.#ports.now() })
    void this.#poll()
  }

  async #poll(): Promise<void> {
    const callId = this.#callId
    if (callId === null) return
    const answer = await this.#ports.api.requestRandomCall({ callId })
    const { stage } = this.store.get()
    if (this.#isOver || stage.name !== 'waiting' || callId !== this.#callId) return
    if (isFailure(answer)) {
      this.#handleRefusal(answer)
      return
    }
    this.#losses = 0
    if (answer.matched) {
      this.#meet(answer.matched)
      return
    }
    this.#enter({ ...stage, wait: answer.waiting })
    this.#retryLater()
  }

  #retryLater(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#poll(), randomPollEveryMs)
  }

  #handleRefusal({ code, message }: Failure): void {
    if (code === 'serverFailure') {
      this.#losses += 1
      if (this.#losses < lossesMax) {
        this.#retryLater()
        return
      }
    } else {
      this.#callId = null
    }
    // A broadcaster was found, and had declined before the answer arrived.
    if (code === 'callGone') this.#afterRing('missed')
    else this.#enter({ name: 'refused', message, isPointless: code === 'insufficientPoints' })
  }

  /** The devices stay open from partner to partner: some browsers would ask for permission each time. */
  #meet(match: CallMatch): void {
    const lent: CallPorts = {
      ...this.#ports,
      acquireMedia: async () => ({
        stream: this.#own.local?.stream ?? new MediaStream(),
        problems: noProblems,
      }),
      releaseMedia: () => undefined,
    }
    this.#begin(lent, { ...entryWith(match.call.partner.id), tappedRate: null, match })
  }

  #begin(ports: CallPorts, entry: OutgoingEntry): void {
    const session = new CallSession(ports, entry)
    this.#stopListening = session.store.subscribe(() => {
      const { stage, call } = session.store.get()
      if (stage.name === 'ended' && call?.endReason && call.connectedAt === null) {
        this.#afterRing(call.endReason)
      } else if (stage.name === 'ended' || stage.name === 'elsewhere' || stage.name === 'left') {
        this.#stop()
      }
    })
    this.#enter({ name: 'calling', session, entry })
    session.start()
  }

  #afterRing(reason: EndReason): void {
    const { unanswered } = this.store.get()
    const next = afterRandomRing(reason, unanswered)
    if (next === 'tell') {
      this.#stop()
      return
    }
    this.#stopListening?.()
    this.#stopListening = null
    this.#callId = null
    this.#own.reread()
    if (next === 'leave') {
      this.#finish({ name: 'left' })
      return
    }
    this.store.update({ unanswered: unanswered + 1 })
    if (next === 'ask') this.#enter({ name: 'asking' })
    else void this.#withDevices()
  }
}

const entryWith = (partnerId: string) => ({
  direction: 'outgoing' as const,
  kind: 'video' as const,
  origin: 'random' as const,
  role: 'caller' as const,
  partnerId,
})
