import type { EndpointSpec } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/index.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { type RefusalCode, refusalBody, refusals } from '../../contract/refusals.ts'
import type { Viewer } from '../account/sessions.ts'
import type { Context } from '../context.ts'
import type { Client, Handlers, Request } from './handlers.ts'

/** Our own bodies are small; pictures have doors of their own. */
export const bodyBytesMax = 64 * 1024

/** What a request sends in: its JSON or its query, or the code of the refusal when it is none of ours. */
export type Sent = { body: unknown } | { code: RefusalCode }

/** A request as its endpoint sees it, whatever carried it here. */
export interface Asked {
  cookie: string | undefined
  /** Runs once, and not for a visitor who may not ask. */
  read(): Sent | Promise<Sent>
  client(): Client
}

export interface Answer {
  status: number
  body: object
}

export interface EndpointDoor {
  method: EndpointSpec['method']
  path: string
  answer(asked: Asked): Promise<Answer>
}

export const refusedAnswer = (code: RefusalCode): Answer => ({
  status: refusals[code].status,
  body: refusalBody(code),
})

/** The JSON of a body's text. An empty body asks with nothing. */
export const parseJson = (contentType: string | undefined, text: string): Sent => {
  if (!isJson(contentType)) return { code: 'malformedBody' }
  try {
    return { body: text === '' ? {} : JSON.parse(text) }
  } catch {
    return { code: 'malformedBody' }
  }
}

export const isJson = (contentType: string | undefined): boolean =>
  (contentType ?? '').toLowerCase().startsWith('application/json')

/**
 * Few handlers want to know the client, so it is told on demand. A class, because V8 makes a hidden class of its own
 * for every object literal with a getter, and collecting those cost more than all our own code of a poll.
 */
class AskedRequest implements Request<EndpointSpec> {
  readonly context: Context
  readonly viewer: Viewer
  readonly input: unknown
  readonly #asked: Asked

  constructor(context: Context, viewer: Viewer, input: unknown, asked: Asked) {
    this.context = context
    this.viewer = viewer
    this.input = input
    this.#asked = asked
  }

  get client(): Client {
    return this.#asked.client()
  }
}

/** Every endpoint of the contract with what answers it. No rules here: whoever may not ask is told so, the rest is the handler's. */
export const endpointDoors = (context: Context, handlers: Handlers): EndpointDoor[] =>
  (Object.entries(endpoints) as [keyof Handlers, EndpointSpec][]).map(([name, spec]) => {
    const handler = handlers[name] as (request: Request<EndpointSpec>) => Promise<unknown>
    return {
      method: spec.method,
      path: spec.path,
      answer: async (asked) => {
        const viewer =
          context.sessions.known(asked.cookie) ?? (await context.sessions.ofCookies(asked.cookie))
        if (spec.access === 'session' && !viewer) return refusedAnswer('notLoggedIn')
        const sent = await asked.read()
        if ('code' in sent) return refusedAnswer(sent.code)
        const input = spec.input.safeParse(sent.body)
        if (!input.success) return refusedAnswer('badInput')
        const answer = await handler(new AskedRequest(context, viewer as never, input.data, asked))
        return isRefusal(answer) ? refusedAnswer(answer.refused) : { status: 200, body: answer as object }
      },
    }
  })
