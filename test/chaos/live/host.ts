import { type Failure, isFailure } from '#contract/core/client.ts'
import type { EndpointSpec, OutputOf, RequestOf } from '#contract/core/endpoint.ts'
import { liveMenuEndpoints, toyMenuEndpoints } from '#contract/live/flow.ts'
import { liveRoomEndpoints } from '#contract/live/rooms.ts'
import type { SimulatedPerson } from '#test/helpers/simulated/simulated-person.ts'
import type { RoomObservation } from '../oracle/observations.ts'
import { pass } from '../wait-for.ts'
import { watchRate } from './room-prices.ts'

const lookEveryMs = 1_000
const retryEveryMs = 500

/** A room that people can enter. */
export interface OpenRoom {
  roomId: string
  broadcasterId: string
  menuId: string
}

/**
 * A broadcaster who is live, acknowledges what is ordered, and goes live again whenever the room has ended, until told
 * to stop: then the room is ended by its button.
 */
export class Host {
  readonly stories: RoomObservation[] = []
  readonly #person: SimulatedPerson
  readonly #menuId: string
  #room: OpenRoom | null = null
  #isStopping = false

  constructor(person: SimulatedPerson, menuId: string) {
    this.#person = person
    this.#menuId = menuId
  }

  /** The room that runs as far as its broadcaster knows. */
  get room(): OpenRoom | null {
    return this.#room
  }

  async run(): Promise<void> {
    while (!this.#isStopping) {
      const roomId = crypto.randomUUID()
      const story: RoomObservation = { roomId, hostId: this.#person.memberId, openedAt: null, end: null }
      const started = await this.#insist(liveRoomEndpoints.startLive, {
        ...{ roomId, title: '夜のおしゃべり', tags: [], source: 'browser' },
        rates: { watch: watchRate, call: null },
      })
      if (isFailure(started)) {
        // The room before is about to end, or the media server is away.
        await pass(retryEveryMs)
        continue
      }
      this.stories.push({ ...story, openedAt: Date.now() })
      const studio = this.#person.openStudio()
      studio.publish(started)
      this.#room = { roomId, broadcasterId: this.#person.memberId, menuId: this.#menuId }
      await this.#stayOnAir(roomId)
      this.#room = null
      studio.close()
    }
  }

  stop(): void {
    this.#isStopping = true
  }

  async #stayOnAir(roomId: string): Promise<void> {
    const story = this.stories.at(-1)
    while (!this.#isStopping) {
      const mine = await this.#person.request(liveRoomEndpoints.getMyLive, {})
      if (!isFailure(mine) && mine.live?.room.roomId !== roomId) {
        if (story) story.end = { how: 'found', at: Date.now() }
        return
      }
      await this.#acknowledge(roomId)
      await pass(lookEveryMs)
    }
    const ended = await this.#insist(liveRoomEndpoints.endLive, { roomId })
    if (story && !isFailure(ended)) story.end = { how: 'ended', at: Date.now() }
  }

  /** Carries out every other order and skips the rest. */
  async #acknowledge(roomId: string): Promise<void> {
    const queue = await this.#person.request(toyMenuEndpoints.getUncompletedLovenseLogByRoom, { roomId })
    if (isFailure(queue)) return
    for (const [index, { orderId }] of queue.orders.entries()) {
      const type = index % 2 === 0 ? 'acknowledge' : 'skip'
      await this.#person.request(liveMenuEndpoints.handleLiveMenu, { roomId, action: { type, orderId } })
    }
  }

  /** Asks the same again until there is an answer. */
  async #insist<E extends EndpointSpec>(endpoint: E, input: RequestOf<E>): Promise<OutputOf<E> | Failure> {
    for (;;) {
      const answer = await this.#person.request(endpoint, input)
      if (!isFailure(answer) || answer.code !== 'serverFailure') return answer
      await pass(retryEveryMs)
    }
  }
}
