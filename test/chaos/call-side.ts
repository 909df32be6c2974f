import { callsEndpoints, type IncomingCallInfo } from '#contract/calls/calls.ts'
import { isFailure } from '#contract/core/client.ts'
import { pointsEndpoints } from '#contract/points/points.ts'
import type { LatenessLog } from '#test/helpers/lateness-log.ts'
import type { SentRequest, SimulatedPerson } from '#test/helpers/simulated/simulated-person.ts'
import { SoundLog } from '#test/helpers/simulated/simulated-sound.ts'
import type { Visit } from '#web/calls/session/call-entry.ts'
import type { CallSession } from '#web/calls/session/call-session.ts'
import type { ReportedEnd, SideObservation } from './oracle/observations.ts'
import { pass, waitFor } from './wait-for.ts'

const overStages: readonly string[] = ['ended', 'left', 'elsewhere']
const retryEveryMs = 1_000
/** People press the button again when the ring could not be sent. */
const dialsMax = 4
/** How long a side looks for its receipt and its wallet: longer than any recovery. */
const afterCarePatienceMs = 120_000
/** Every kill gives a call that one side has left the whole time to reconnect again: this is longer than a run has kills. */
const endPatienceMs = 600_000

/** One side of one call: a person, the screen of the call, and what is remembered of it. */
export class CallSide {
  readonly person: SimulatedPerson
  readonly sound: SoundLog
  readonly story: SideObservation
  #session: CallSession | null = null
  #endsByItself = false

  constructor(person: SimulatedPerson, lateness: LatenessLog) {
    this.person = person
    this.sound = new SoundLog(lateness)
    this.story = {
      memberId: person.memberId,
      stages: [],
      left: null,
      cuts: [],
      heardMs: 0,
      sound: [],
      endpointRequests: [],
      endsTold: [],
      stuckAt: null,
    }
  }

  get stage(): string {
    return this.#session?.store.get().stage.name ?? 'none'
  }

  get isOver(): boolean {
    return overStages.includes(this.stage)
  }

  dial(partnerId: string): void {
    this.#watch(this.person.dialling(partnerId, this.sound))
  }

  /** Opens the page of a live room, at its entrance. */
  goToRoom(room: { roomId: string; broadcasterId: string }): void {
    this.#watch(this.person.watching(room, this.sound))
  }

  enterRoom(visit: Visit): void {
    this.#session?.enterRoom(visit)
  }

  get mayRetry(): boolean {
    const stage = this.#session?.store.get().stage
    return stage?.name === 'refused' && stage.canRetry
  }

  /** Presses again what the screen offers to press again. */
  async insist(): Promise<void> {
    for (let dials = 1; dials < dialsMax; dials += 1) {
      const isSettled = () => !['none', 'devices', 'requesting'].includes(this.stage)
      await waitFor(isSettled, afterCarePatienceMs)
      if (!this.mayRetry) return
      await pass(retryEveryMs)
      this.#session?.dial(null)
    }
  }

  receiveRing(info: IncomingCallInfo): void {
    this.#watch(this.person.rungBy(info, this.sound))
  }

  answer(): void {
    this.#session?.answer()
  }

  /** Hangs up, cancels or declines. */
  hangUp(): void {
    this.story.left = { how: 'hungUp', at: Date.now() }
    this.#session?.hangUp()
  }

  /** The network goes; nothing announces it. */
  cut(): void {
    this.story.cuts.push({ from: Date.now(), to: null })
    this.person.cut()
  }

  restore(): void {
    const last = this.story.cuts.at(-1)
    if (last) last.to = Date.now()
    this.person.restore()
  }

  vanish(): void {
    this.story.left = { how: 'vanished', at: Date.now() }
    this.cut()
  }

  /** Throws the page away while it can't say that it leaves, and comes back with a new one. */
  returnAfterVanishing(): void {
    this.dispose()
    this.restore()
  }

  dispose(): void {
    this.#session?.dispose()
  }

  recordEnd({ endReason, callDurationSec, charged }: ReportedEnd): void {
    const reported = { endReason, callDurationSec, charged }
    const isKnown = this.story.endsTold.some((known) => JSON.stringify(known) === JSON.stringify(reported))
    if (!isKnown) this.story.endsTold.push(reported)
  }

  /** Looks at what every page would: the end, the receipt, the wallet. */
  async settleUp(callId: string): Promise<void> {
    this.story.heardMs = this.sound.heardMs
    this.story.sound = this.sound.stretches
    this.story.endpointRequests = this.sound.endpointRequests
    const { person, story } = this
    const hasEnded = async () => {
      const answer = await person.request(callsEndpoints.getCall, { callId })
      return isFailure(answer) ? answer.code === 'notFound' : answer.call.phase === 'ended'
    }
    if (!(await waitFor(patiently(hasEnded), endPatienceMs))) return
    const findReceipt = async () => {
      const answer = await person.request(callsEndpoints.getReceipt, { callId })
      if (!isFailure(answer)) story.receipt = answer.receipt
      else if (answer.code === 'notFound') story.receipt = null
      return story.receipt !== undefined
    }
    await waitFor(patiently(findReceipt), afterCarePatienceMs)
    await waitFor(
      patiently(() => this.lookIntoWallet()),
      afterCarePatienceMs,
    )
  }

  /** False when there was no answer. */
  async lookIntoWallet(): Promise<boolean> {
    const answer = await this.person.request(pointsEndpoints.getMyWallet, {})
    if (isFailure(answer)) return false
    const { point, held, earnings } = answer
    this.story.wallet = { point, held, earnings: earnings?.point ?? null }
    return true
  }

  /** Records what the server's answers say of this call's end. */
  take({ answer }: SentRequest, callId: string): void {
    if (typeof answer !== 'object' || answer === null || !('call' in answer)) return
    const call = answer.call as (ReportedEnd & { callId: string; phase: string }) | null
    if (call?.callId === callId && call.phase === 'ended') this.recordEnd(call)
  }

  #watch(session: CallSession): void {
    this.#session = session
    const note = () => {
      const { stage, call } = session.store.get()
      if (this.story.stages.at(-1)?.name !== stage.name)
        this.story.stages.push({ at: Date.now(), name: stage.name })
      if (call?.phase !== 'ended') return
      // A page that can't reach the server ends by itself, with what it knows: after 20 s, or after its own button when
      // the server is down. Only the server's word counts, and its answer to the button is taken by `take`.
      this.#endsByItself ||= this.story.cuts.at(-1)?.to === null || this.story.left !== null
      if (!this.#endsByItself) this.recordEnd(call)
    }
    note()
    session.store.subscribe(note)
  }
}

/** The same question not more often than people look. */
const patiently = (request: () => Promise<boolean>) => async (): Promise<boolean> => {
  if (await request()) return true
  await pass(retryEveryMs)
  return false
}
