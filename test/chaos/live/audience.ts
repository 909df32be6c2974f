import type { CallRole } from '#contract/calls/calls.ts'
import type { LatenessLog } from '#test/helpers/lateness-log.ts'
import type { SentRequest, SimulatedPerson } from '#test/helpers/simulated/simulated-person.ts'
import type { CrowdMember, HostMember, RoomObservation, VisitObservation } from '../oracle/observations.ts'
import type { Random } from '../random.ts'
import { pass } from '../wait-for.ts'
import { Host } from './host.ts'
import { freeLookSec } from './room-prices.ts'
import { drawVisit } from './visit-plan.ts'
import { VisitScenario } from './visit-scenario.ts'

const pauseMs = { min: 300, max: 2_000 }
/** A visit in which so much arrived has paid for its first increment, as a free look comes first. */
const paidFromMs = freeLookSec * 1_000 + 2_000
/** Visits of each watcher after the last kill, where no earlier one came as far as to pay. */
const lateVisitsMax = 3
/** They begin within this time: a room whose end is still being decided keeps its broadcaster from the next one for a minute. */
const lateMsMax = 90_000

interface Watcher {
  person: SimulatedPerson
  isPoor: boolean
  play: VisitScenario | null
}

type Open = (
  member: CrowdMember,
  role: CallRole,
  witness: (request: SentRequest) => void,
) => Promise<SimulatedPerson>

/** Broadcasters who are live, and watchers who enter their rooms again and again. */
export class Audience {
  readonly #random: Random
  readonly #lateness: LatenessLog
  readonly #watchedMs: { min: number; max: number }
  readonly #hosts: { host: Host; person: SimulatedPerson }[] = []
  readonly #watchers: Watcher[] = []
  readonly #visits: VisitObservation[] = []
  #isWindingDown = false
  #lateUntil = 0

  /** @param watchedMs how long visits are */
  constructor(random: Random, lateness: LatenessLog, watchedMs: { min: number; max: number }) {
    this.#random = random
    this.#watchedMs = watchedMs
    this.#lateness = lateness
  }

  get visits(): VisitObservation[] {
    return this.#visits
  }

  get rooms(): RoomObservation[] {
    return this.#hosts.flatMap(({ host }) => host.stories)
  }

  get watching(): number {
    return this.#watchers.filter(({ play }) => play !== null).length
  }

  async gather(
    { hosts, watchers }: { hosts: readonly HostMember[]; watchers: readonly CrowdMember[] },
    open: Open,
  ): Promise<void> {
    await Promise.all([
      ...hosts.map(async (member) => {
        const person = await open(member, 'broadcaster', () => undefined)
        this.#hosts.push({ person, host: new Host(person, member.menuId) })
      }),
      ...watchers.map(async (member) => {
        const playing: { play: VisitScenario | null } = { play: null }
        const person = await open(member, 'caller', (request) => playing.play?.witness(request))
        this.#watchers.push(Object.assign(playing, { person, isPoor: member.isPoor }))
      }),
    ])
  }

  /** Resolves when everybody has left and every room is ended. */
  async run(): Promise<void> {
    const live = this.#hosts.map(({ host }) => host.run())
    await Promise.all(this.#watchers.map((watcher) => this.#comeAndGo(watcher)))
    for (const { host } of this.#hosts) host.stop()
    await Promise.all(live)
  }

  windDown(): void {
    this.#isWindingDown = true
    this.#lateUntil = performance.now() + lateMsMax
  }

  leave(): void {
    for (const { person } of [...this.#hosts, ...this.#watchers]) person.leave()
  }

  /** Kills that follow each other from the first second on may have left nobody a visit that was worth a point. */
  get #hasPaid(): boolean {
    return this.#visits.some(({ plan, watcher }) => !plan.isFreeLook && watcher.heardMs >= paidFromMs)
  }

  #mayStillVisit(lateVisits: number): boolean {
    return !this.#hasPaid && lateVisits < lateVisitsMax && performance.now() < this.#lateUntil
  }

  async #comeAndGo(watcher: Watcher): Promise<void> {
    let lateVisits = 0
    while (!this.#isWindingDown || this.#mayStillVisit(lateVisits)) {
      await pass(this.#random.between(pauseMs.min, pauseMs.max))
      const rooms = this.#hosts.flatMap(({ host }) => host.room ?? [])
      if (rooms.length === 0 || !watcher.person.network.isUp) continue
      if (this.#isWindingDown) lateVisits += 1
      const plan = drawVisit(this.#random, {
        number: this.#visits.length + 1,
        isPoor: watcher.isPoor,
        watchedMs: this.#watchedMs,
      })
      const play = new VisitScenario(plan, watcher.person, this.#random.pick(rooms), this.#lateness)
      watcher.play = play
      this.#visits.push(play.story)
      await play.done
      watcher.play = null
      // A poor watcher has nothing left.
      if (watcher.isPoor && play.story.watcher.heardMs > 0) return
    }
  }
}
