import { randomUUID } from 'node:crypto'
import type { MediaEndpoint } from './media-endpoint.ts'

/** What of Janus's HTTP API is used: https://janus.conf.meetecho.com/docs/rest.html and videoroom.html. */
interface Message {
  janus: string
  transaction?: string
  sender?: number
  data?: { id: number }
  error?: { reason: string }
  plugindata?: { data: Record<string, unknown> }
  jsep?: { type: string; sdp: string }
}

const eventsAtOnce = 10
const patienceMs = 15_000

/** One session: requests are posted, what plugins answer comes by a long poll. */
class Session {
  readonly #url: string
  readonly #waiting = new Map<string, (message: Message) => void>()
  #isClosed = false

  private constructor(url: string) {
    this.#url = url
    void this.#poll()
  }

  static async open(url: string): Promise<Session> {
    const { data } = await Session.#post(url, { janus: 'create' })
    return new Session(`${url}/${data?.id}`)
  }

  static async #post(url: string, body: object): Promise<Message> {
    const response = await fetch(url, {
      method: 'POST',
      body: JSON.stringify({ transaction: randomUUID(), ...body }),
    })
    const message = (await response.json()) as Message
    if (message.janus === 'error') throw new Error(`Janus: ${message.error?.reason}`)
    return message
  }

  /** A handle of the VideoRoom plugin. */
  async attach(): Promise<string> {
    const { data } = await Session.#post(this.#url, { janus: 'attach', plugin: 'janus.plugin.videoroom' })
    return `${this.#url}/${data?.id}`
  }

  /** Sends a request to a handle, and waits for the plugin's answer. */
  async request(handle: string, body: object, jsep?: { type: string; sdp: string }): Promise<Message> {
    const transaction = randomUUID()
    const { promise, resolve, reject } = Promise.withResolvers<Message>()
    const timer = setTimeout(() => reject(new Error('Janus does not answer')), patienceMs)
    this.#waiting.set(transaction, resolve)
    const direct = await Session.#post(handle, {
      janus: 'message',
      transaction,
      body,
      ...(jsep ? { jsep } : {}),
    })
    const answer = direct.janus === 'ack' ? await promise : direct
    clearTimeout(timer)
    this.#waiting.delete(transaction)
    const error = answer.plugindata?.data.error
    if (error !== undefined) throw new Error(`Janus: ${String(error)}`)
    return answer
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Session.#post(this.#url, { janus: 'destroy' })
  }

  async #poll(): Promise<void> {
    const next = async () => {
      const response = await fetch(`${this.#url}?maxev=${eventsAtOnce}`)
      return (await response.json()) as Message | Message[]
    }
    while (!this.#isClosed) {
      // The server may end in the middle of its answer.
      const answer = await next().catch(() => [])
      for (const message of [answer].flat()) {
        if (message.transaction) this.#waiting.get(message.transaction)?.(message)
      }
    }
  }
}

/** A room of the VideoRoom plugin with one publisher, made for this run of the load; its id is a number. */
export const openJanusEndpoint = async (url: string, room: number): Promise<MediaEndpoint> => {
  const session = await Session.open(url)
  const publisher = await session.attach()
  await session.request(publisher, {
    request: 'create',
    room,
    publishers: 1,
    audiocodec: 'opus',
    videocodec: 'vp8',
  })
  let feed: unknown = null
  return {
    publish: async (offer) => {
      const joined = await session.request(publisher, { request: 'join', ptype: 'publisher', room })
      feed = joined.plugindata?.data.id
      const published = await session.request(
        publisher,
        { request: 'publish' },
        { type: 'offer', sdp: offer },
      )
      return published.jsep?.sdp ?? ''
    },
    subscribe: async (client) => {
      const handle = await session.attach()
      const body = { request: 'join', ptype: 'subscriber', room, streams: [{ feed }] }
      const attached = await session.request(handle, body)
      const sdp = await client.answer(attached.jsep?.sdp ?? '')
      await session.request(handle, { request: 'start' }, { type: 'answer', sdp })
    },
    close: async () => {
      await session.request(publisher, { request: 'destroy', room })
      await session.close()
    },
  }
}
