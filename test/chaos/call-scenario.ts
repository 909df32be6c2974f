import { type CallRole, callsEndpoints, type IncomingCallInfo } from '#contract/calls/calls.ts'
import { isFailure } from '#contract/core/client.ts'
import type { LatenessLog } from '#test/helpers/lateness-log.ts'
import type { SentRequest, SimulatedPerson } from '#test/helpers/simulated/simulated-person.ts'
import { CallSide } from './call-side.ts'
import type { CallObservation, CallPlan } from './oracle/observations.ts'
import { pass, waitFor } from './wait-for.ts'

/** A ring's 30 s, what may be lost by kills, and time to spare. */
const answerPatienceMs = 60_000
/** A call that is interrupted again and again is hung up in the end. */
const soundPatienceMs = 120_000
/** The grace of 20 s, silence's 17 s, and what kills in between may add. */
const overPatienceMs = 120_000
const screenPatienceMs = 5_000

/** Plays one call by its plan: both people do their parts, whatever becomes of the server meanwhile. */
export class CallScenario {
  readonly story: CallObservation
  readonly done: Promise<void>
  readonly #plan: CallPlan
  readonly #sides: Record<CallRole, CallSide>
  readonly #dialler: CallSide
  readonly #callee: CallSide
  #answering: Promise<void> | null = null
  /** The dialler presses the button again after a refusal that may pass. */
  #isInsisting = true

  constructor(plan: CallPlan, caller: SimulatedPerson, broadcaster: SimulatedPerson, lateness: LatenessLog) {
    this.#plan = plan
    this.#sides = { caller: new CallSide(caller, lateness), broadcaster: new CallSide(broadcaster, lateness) }
    this.#dialler = this.#sides[plan.dialler]
    this.#callee = this.#sides[plan.dialler === 'caller' ? 'broadcaster' : 'caller']
    this.story = {
      plan,
      callId: null,
      sides: { caller: this.#sides.caller.story, broadcaster: this.#sides.broadcaster.story },
      rangAt: null,
      acceptedAt: null,
      refusal: null,
    }
    this.done = this.#play()
  }

  /** Sound reached the caller within the last second. */
  get isFlowing(): boolean {
    const last = this.#sides.caller.sound.stretches.at(-1)
    return last !== undefined && Date.now() - last.to < 1_000
  }

  /** An answer that one of the two got. */
  witness(request: SentRequest): void {
    const { path, input, answer, answeredAt } = request
    if (path === callsEndpoints.sendCallRequest.path) {
      this.story.callId = (input as { callId: string }).callId
      if (isFailure(answer)) this.story.refusal = answer.code
      else this.story.rangAt ??= answeredAt
    }
    if (path === callsEndpoints.acceptCall.path && !isFailure(answer)) this.story.acceptedAt ??= answeredAt
    if (this.story.callId === null) return
    for (const side of [this.#dialler, this.#callee])
      if (side.person.memberId === request.memberId) side.take(request, this.story.callId)
  }

  ring(memberId: string, info: IncomingCallInfo): void {
    const isOurs = info.sender_id === this.#dialler.person.memberId
    if (!isOurs || memberId !== this.#callee.person.memberId || this.#answering) return
    this.story.callId ??= info.channel_id
    this.#answering = this.#answer(info)
  }

  async #answer(info: IncomingCallInfo): Promise<void> {
    const { answer, answerAfterMs } = this.#plan
    if (answer === 'never') return
    this.#callee.receiveRing(info)
    await pass(answerAfterMs)
    await waitFor(() => this.#callee.stage === 'incoming' || this.#callee.isOver, screenPatienceMs)
    if (answer === 'accepted') this.#callee.answer()
    if (answer === 'declined') this.#callee.hangUp()
  }

  async #play(): Promise<void> {
    this.#dialler.dial(this.#callee.person.memberId)
    void this.#dialler.insist().finally(() => {
      this.#isInsisting = false
    })
    if (this.#plan.answer === 'cancelled') await this.#cancel()
    const hasBegun = () => this.#sides.caller.sound.heardMs > 0 || this.#isOver
    await waitFor(hasBegun, answerPatienceMs)
    if (!this.#isOver && this.#sides.caller.sound.heardMs > 0) await this.#talk()
    else if (!this.#isOver) this.#dialler.hangUp()
    await this.#part()
  }

  /** The dialler's screen shows no call any more. */
  get #isOver(): boolean {
    return this.#dialler.isOver || (this.#dialler.stage === 'refused' && !this.#isInsisting)
  }

  async #cancel(): Promise<void> {
    await waitFor(() => this.#dialler.stage === 'ringing' || this.#isOver, answerPatienceMs)
    await pass(this.#plan.answerAfterMs)
    if (!this.#isOver) this.#dialler.hangUp()
  }

  async #talk(): Promise<void> {
    const { soundMs, ending, blip } = this.#plan
    const { caller, broadcaster } = this.#sides
    const isOver = () => caller.isOver || broadcaster.isOver
    const heard = (ms: number) => waitFor(() => caller.sound.heardMs >= ms || isOver(), soundPatienceMs)
    if (blip) {
      await heard(blip.afterSoundMs)
      if (!isOver()) await this.#blip(this.#sides[blip.side], blip.lastsMs)
    }
    if (ending === 'nobody') {
      await waitFor(isOver, soundPatienceMs)
      if (!isOver()) caller.hangUp()
      return
    }
    await heard(soundMs)
    if (isOver()) return
    if (ending === 'callerHangsUp') caller.hangUp()
    if (ending === 'broadcasterHangsUp') broadcaster.hangUp()
    if (ending === 'callerVanishes') caller.vanish()
    if (ending === 'broadcasterVanishes') broadcaster.vanish()
  }

  async #blip(side: CallSide, lastsMs: number): Promise<void> {
    side.cut()
    await pass(lastsMs)
    side.restore()
  }

  /** Everybody's screen comes to its end; then both look at what the call has cost. */
  async #part(): Promise<void> {
    const sides = [this.#dialler, this.#callee]
    const isDone = (side: CallSide) =>
      side.isOver || side.stage === 'none' || side.stage === 'refused' || side.story.left?.how === 'vanished'
    await waitFor(() => sides.every(isDone), overPatienceMs)
    await this.#answering
    for (const side of sides) {
      if (!isDone(side)) side.story.stuckAt = side.stage
      if (side.story.left?.how === 'vanished') side.returnAfterVanishing()
      else side.dispose()
    }
    const { callId } = this.story
    if (callId !== null) await Promise.all(sides.map((side) => side.settleUp(callId)))
    for (const side of sides) side.person.goHome()
  }
}
