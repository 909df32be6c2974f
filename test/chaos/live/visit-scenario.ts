import { callsEndpoints } from '#contract/calls/calls.ts'
import { isFailure } from '#contract/core/client.ts'
import { liveFlowEndpoints, presentEndpoints, toyMenuEndpoints } from '#contract/live/flow.ts'
import { watchEndpoints } from '#contract/live/rooms.ts'
import type { LatenessLog } from '#test/helpers/lateness-log.ts'
import type { SentRequest, SimulatedPerson } from '#test/helpers/simulated/simulated-person.ts'
import { CallSide } from '../call-side.ts'
import type { PaymentObservation, VisitObservation, VisitPayment, VisitPlan } from '../oracle/observations.ts'
import { pass, waitFor } from '../wait-for.ts'
import type { OpenRoom } from './host.ts'
import { commentPoints, menuItem, present, watchRate } from './room-prices.ts'

/** What may be lost by kills, and time to spare. */
const mediaPatienceMs = 60_000
const watchPatienceMs = 120_000
/** The grace of 20 s, silence's 17 s, and what kills in between may add. */
const overPatienceMs = 120_000
const answerPatienceMs = 120_000
/** A menu order waits for the broadcaster, whose page may have to come back first. */
const orderPatienceMs = 60_000
const triesMax = 4
const retryEveryMs = 1_000

/** Plays one visit of a live room by its plan, whatever becomes of the server meanwhile. */
export class VisitScenario {
  readonly story: VisitObservation
  readonly done: Promise<void>
  readonly #plan: VisitPlan
  readonly #room: OpenRoom
  readonly #side: CallSide
  #paying: Promise<unknown> = Promise.resolve()

  constructor(plan: VisitPlan, person: SimulatedPerson, room: OpenRoom, lateness: LatenessLog) {
    this.#plan = plan
    this.#room = room
    this.#side = new CallSide(person, lateness)
    this.story = {
      plan,
      roomId: room.roomId,
      callId: null,
      enteredAt: null,
      refusal: null,
      watcher: this.#side.story,
      payments: [],
    }
    this.done = this.#play()
  }

  /** An answer that the watcher got. */
  witness(request: SentRequest): void {
    const { path, input, answer, answeredAt } = request
    if (path === watchEndpoints.enterLive.path) {
      this.story.callId = (input as { callId: string }).callId
      this.story.refusal = isFailure(answer) ? answer.code : null
      if (!isFailure(answer)) this.story.enteredAt ??= answeredAt
    }
    // The page found the watcher's last visit running and took it up.
    if (path === callsEndpoints.joinCall.path && this.story.callId === null && !isFailure(answer)) {
      this.story.callId = (input as { callId: string }).callId
      this.story.enteredAt = answeredAt
    }
    if (this.story.callId !== null) this.#side.take(request, this.story.callId)
  }

  async #play(): Promise<void> {
    const side = this.#side
    side.goToRoom(this.#room)
    await this.#enter()
    const hasBegun = () => side.sound.heardMs > 0 || this.#isOver
    await waitFor(hasBegun, mediaPatienceMs)
    if (!this.#isOver && side.sound.heardMs > 0) await this.#watch()
    else if (!this.#isOver) side.hangUp()
    await this.#part()
  }

  get #isOver(): boolean {
    return this.#side.isOver || this.#side.stage === 'refused'
  }

  /** Presses again what the screen offers to press again. */
  async #enter(): Promise<void> {
    for (let tries = 0; tries < triesMax; tries += 1) {
      const isAsking = () => ['none', 'looking', 'requesting'].includes(this.#side.stage)
      await waitFor(() => !isAsking(), answerPatienceMs)
      if (this.#side.stage !== 'confirm' && !this.#side.mayRetry) return
      if (tries > 0) await pass(retryEveryMs)
      this.#side.enterRoom({
        ratePointsPerMin: watchRate,
        spendCap: this.#plan.spendCap,
        isFreeLook: this.#plan.isFreeLook,
      })
    }
  }

  async #watch(): Promise<void> {
    const { watchedMs, ending, blip, payments } = this.#plan
    const side = this.#side
    const watched = (ms: number) => waitFor(() => side.sound.heardMs >= ms || this.#isOver, watchPatienceMs)
    const paid = payments.map(async ({ kind, afterMs }) => {
      await watched(afterMs)
      if (!this.#isOver && side.story.left === null) await this.#pay(kind)
    })
    this.#paying = Promise.all(paid)
    if (blip) {
      await watched(blip.afterMs)
      if (!this.#isOver) {
        side.cut()
        await pass(blip.lastsMs)
        side.restore()
      }
    }
    if (ending === 'nobody') {
      await waitFor(() => this.#isOver, watchPatienceMs)
      if (!this.#isOver) side.hangUp()
    } else {
      await watched(watchedMs)
      if (!this.#isOver && ending === 'leaves') side.hangUp()
      if (!this.#isOver && ending === 'vanishes') side.vanish()
    }
  }

  /** Pays once, and asks with the same id again until an answer says what became of it. */
  async #pay(kind: VisitPayment['kind']): Promise<void> {
    const id = crypto.randomUUID()
    const story: PaymentObservation = { id, kind, outcome: null }
    this.story.payments.push(story)
    const isAnswered = async () => {
      const answer = await this.#requestPayment(kind, id)
      if (!isFailure(answer)) story.outcome = 'paid'
      else if (answer.code !== 'serverFailure') story.outcome = answer.code
      if (story.outcome === null) await pass(retryEveryMs)
      return story.outcome !== null
    }
    await waitFor(isAnswered, answerPatienceMs)
  }

  #requestPayment(kind: VisitPayment['kind'], id: string) {
    const { person } = this.#side
    const { roomId, menuId } = this.#room
    switch (kind) {
      case 'comment':
        return person.request(liveFlowEndpoints.paySecondSideWatchChatPoint, {
          ...{ roomId, commentId: id, text: 'こんばんは', expectedPoints: commentPoints },
        })
      case 'present':
        return person.request(presentEndpoints.payPresentMenuPoint, {
          ...{ roomId, giftId: id, quantity: 1 },
          ...{ presentId: present.presentId, expectedPoints: present.points },
        })
      case 'menu':
        return person.request(toyMenuEndpoints.payLovenseMenuPoint, {
          ...{ roomId, orderId: id, menuId, expectedPoints: menuItem.points },
        })
    }
  }

  /** The screen comes to its end; then the watcher looks at what the visit has cost. */
  async #part(): Promise<void> {
    const side = this.#side
    const isDone = () => this.#isOver || side.stage === 'confirm' || side.story.left?.how === 'vanished'
    await waitFor(isDone, overPatienceMs)
    if (!isDone()) side.story.stuckAt = side.stage
    if (side.story.left?.how === 'vanished') side.returnAfterVanishing()
    else side.dispose()
    await this.#paying
    const { callId } = this.story
    if (callId !== null && this.story.enteredAt !== null) {
      await side.settleUp(callId)
      await this.#lookAtPayments(callId)
    }
    side.person.goHome()
  }

  /** Orders may still wait for the broadcaster: the wallet is looked at once none of them holds points. */
  async #lookAtPayments(callId: string): Promise<void> {
    const { person, story } = this.#side
    const isSettled = async () => {
      await this.#side.lookIntoWallet()
      if (story.wallet?.held !== 0) await pass(retryEveryMs)
      return story.wallet?.held === 0
    }
    await waitFor(isSettled, orderPatienceMs)
    const isShown = async () => {
      const answer = await person.request(watchEndpoints.getVisitPayments, { callId })
      if (isFailure(answer)) await pass(retryEveryMs)
      else this.story.paidBeside = answer.payments.reduce((sum, { points }) => sum + points, 0)
      return !isFailure(answer)
    }
    await waitFor(isShown, answerPatienceMs)
  }
}
