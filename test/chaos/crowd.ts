import type { CallRole, IncomingCallInfo } from '#contract/calls/calls.ts'
import { isFailure } from '#contract/core/client.ts'
import { LatenessLog } from '#test/helpers/lateness-log.ts'
import type { SentRequest, SimulatedPerson } from '#test/helpers/simulated/simulated-person.ts'
import { CallScenario } from './call-scenario.ts'
import { drawPlan } from './crowd-plan.ts'
import { Audience } from './live/audience.ts'
import { createNewcomers } from './newcomers.ts'
import { openPage } from './open-page.ts'
import type {
  CallObservation,
  CrowdMember,
  CrowdOptions,
  CrowdReport,
  FailedAsk,
  Observations,
} from './oracle/observations.ts'
import { createRandom, type Random } from './random.ts'
import { pass } from './wait-for.ts'

/** A pair has five unanswered rings an hour (product.md 3.8); the crowd stays below that. */
const unansweredMax = 3
const startTriesEveryMs = 200

interface Seat {
  person: SimulatedPerson
  isPoor: boolean
  /** The call this person is in, until its receipts have been looked at. */
  play: CallScenario | null
  /** A poor caller calls once. */
  isSpent: boolean
}

/** Callers and broadcasters with open pages, who call each other by a seeded plan until they are stopped. */
export class Crowd {
  readonly #options: CrowdOptions
  readonly #random: Random
  readonly #tell: (report: CrowdReport) => void
  readonly #seats: Record<CallRole, Seat[]> = { caller: [], broadcaster: [] }
  readonly #seatOf = new Map<string, Seat>()
  readonly #stories: CallObservation[] = []
  readonly #plays = new Set<CallScenario>()
  readonly #failures: FailedAsk[] = []
  readonly #unanswered = new Map<string, number>()
  readonly #newcomers: ReturnType<typeof createNewcomers>
  readonly #audience: Audience
  readonly #lateness = new LatenessLog()
  #isWindingDown = false
  #begun = 0

  constructor(options: CrowdOptions, tell: (report: CrowdReport) => void) {
    this.#options = options
    this.#random = createRandom(options.seed)
    this.#tell = tell
    this.#newcomers = createNewcomers(options.origin, options.registerEveryMs)
    this.#audience = new Audience(createRandom(options.seed + 1), this.#lateness, options.watchedMs)
  }

  /** Everybody signs in and opens a page. */
  async gather(): Promise<void> {
    const { callers, broadcasters } = this.#options
    await Promise.all([
      ...callers.map((member) => this.#seat(member, 'caller')),
      ...broadcasters.map((member) => this.#seat(member, 'broadcaster')),
      this.#audience.gather(this.#options, (member, role, witness) =>
        openPage(this.#options, member, role, {
          witness: (request) => {
            this.#recordFailure(request)
            witness(request)
          },
          onRing: () => undefined,
        }),
      ),
    ])
  }

  /** Calls until it has to wind down; resolves when the last call's receipts have been looked at. */
  async run(): Promise<Observations> {
    this.#lateness.start()
    const newcomers = this.#newcomers.run()
    const audience = this.#audience.run()
    const progress = setInterval(() => this.#report(), 1_000)
    while (!this.#isWindingDown) {
      this.#beginCall()
      await pass(this.#pauseMs())
    }
    this.#newcomers.stop()
    this.#audience.windDown()
    await Promise.all([newcomers, audience, ...[...this.#plays].map((play) => play.done)])
    clearInterval(progress)
    for (const seat of this.#seatOf.values()) seat.person.leave()
    this.#audience.leave()
    this.#lateness.stop()
    return {
      stories: this.#stories,
      visits: this.#audience.visits,
      rooms: this.#audience.rooms,
      newcomers: this.#newcomers.stories,
      failures: this.#failures,
      stalls: this.#lateness.stalls,
    }
  }

  windDown(): void {
    this.#isWindingDown = true
  }

  #pauseMs(): number {
    if (this.#plays.size >= this.#options.callsMax) return startTriesEveryMs
    return this.#random.between(0.2, 1.8) * this.#options.callEveryMs
  }

  async #seat(member: CrowdMember, role: CallRole): Promise<void> {
    const { memberId, isPoor } = member
    const person = await openPage(this.#options, member, role, {
      witness: (request) => this.#witness(request),
      onRing: (info) => this.#ring(memberId, info),
    })
    const seat: Seat = { person, isPoor, play: null, isSpent: false }
    this.#seats[role].push(seat)
    this.#seatOf.set(memberId, seat)
  }

  #witness(request: SentRequest): void {
    this.#recordFailure(request)
    this.#seatOf.get(request.memberId)?.play?.witness(request)
  }

  #recordFailure({ memberId, path, requestedAt, answeredAt, answer }: SentRequest): void {
    if (isFailure(answer) && answer.code === 'serverFailure')
      this.#failures.push({ memberId, path, requestedAt, answeredAt })
  }

  #ring(memberId: string, info: IncomingCallInfo): void {
    this.#seatOf.get(memberId)?.play?.ring(memberId, info)
  }

  #beginCall(): void {
    if (this.#plays.size >= this.#options.callsMax) return
    const pair = this.#pickPair()
    if (!pair) return
    const { caller, broadcaster } = pair
    this.#begun += 1
    const plan = drawPlan(this.#random, this.#begun, caller.isPoor)
    const play = new CallScenario(plan, caller.person, broadcaster.person, this.#lateness)
    this.#plays.add(play)
    this.#stories.push(play.story)
    caller.play = play
    broadcaster.play = play
    caller.isSpent = caller.isPoor
    void play.done.then(() => {
      caller.play = null
      broadcaster.play = null
      this.#plays.delete(play)
      if (play.story.acceptedAt === null) this.#recordUnanswered(caller, broadcaster)
    })
  }

  #pickPair(): { caller: Seat; broadcaster: Seat } | null {
    const isFree = (seat: Seat) => seat.play === null && !seat.isSpent && seat.person.network.isUp
    const ofBroadcaster = this.#seats.broadcaster.filter(isFree)
    const ofCaller = this.#seats.caller.filter(isFree)
    if (ofBroadcaster.length === 0 || ofCaller.length === 0) return null
    const caller = this.#random.pick(ofCaller)
    const broadcaster = this.#random.pick(ofBroadcaster)
    return (this.#unanswered.get(pairOf(caller, broadcaster)) ?? 0) < unansweredMax
      ? { caller, broadcaster }
      : null
  }

  #recordUnanswered(caller: Seat, broadcaster: Seat): void {
    const pair = pairOf(caller, broadcaster)
    this.#unanswered.set(pair, (this.#unanswered.get(pair) ?? 0) + 1)
  }

  #report(): void {
    const plays = [...this.#plays]
    this.#tell({
      type: 'progress',
      begun: this.#begun,
      running: plays.length,
      flowing: plays.filter((play) => play.isFlowing).length,
      ended: this.#begun - plays.length,
      watching: this.#audience.watching,
    })
  }
}

const pairOf = (caller: Seat, broadcaster: Seat): string =>
  `${caller.person.memberId}:${broadcaster.person.memberId}`
