import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { serverHalfOf } from '#contract/core/server-half.ts'
import { endpoints } from '#contract/index.ts'
import { accessRules, sharedRefusals } from '#contract/openapi.ts'
import { type RefusalCode, refusals } from '#contract/refusals.ts'
import { ownApplicationId } from '#contract/timeline/movies.ts'
import { repeats } from '#test/helpers/test-length.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { operatorCookie } from '../operators/operator-cookie.ts'
import { post } from '../timeline/timeline-steps.ts'
import { videoSteps } from '../videos/video-steps.ts'
import { inputsOf } from './fuzz-input.ts'

/** Every endpoint fuzzed from its OpenAPI description: no 5xx, no hang, no stack trace in a body. */

/** Random inputs for each endpoint, other ones in each run; FUZZ_RUNS sets more. */
const runsEach = Number(process.env.FUZZ_RUNS ?? repeats({ usual: 12, long: 240 }))
/** What is no request of any endpoint; its viewers send them in turn. */
const malformed = ['', 'null', '[]', '"x"', '{"__proto__":{"x":1}}', '{']
/** contract/core/client.ts gives up after 10 s. */
const patienceMs = 10_000

interface Operation {
  name: string
  spec: EndpointSpec
  method: string
  path: string
  schema: object
}

let world: TestWorld
/** The member whose ids are known here, and that member's things. */
let broadcaster: Person
let caller: Person
let callId: string
const messageId = randomUUID()
let movieId: string
const logged: string[] = []
let operations: Operation[]

const operator = () => operatorCookie(world)

const specs = Object.entries(endpoints) as [string, EndpointSpec][]

beforeAll(async () => {
  world = await createTestWorld({ env: { DEMO: 'true' }, takeLine: (line) => logged.push(line) })
  world.context.readiness.open()
  broadcaster = await world.broadcaster()
  caller = await world.caller(50_000)
  callId = randomUUID()
  await caller.request('sendTextMessage', { messageId, partnerId: broadcaster.id, text: 'こんばんは' })
  await caller.request('sendCallRequest', { callId, partnerId: broadcaster.id, callType: 'video' })
  const { paths } = (await (await world.request('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: object }> } }>>
  }
  movieId = await videoSteps(() => world).ready(broadcaster)
  await post(broadcaster, { videoId: movieId })
  operations = specs.map(([name, spec]) => {
    const method = spec.method.toLowerCase()
    const body = paths[spec.path]?.[method]?.requestBody
    return {
      name,
      spec,
      method: spec.method,
      path: spec.path,
      schema: body?.content['application/json']?.schema ?? { type: 'object' },
    }
  })
})
afterAll(() => world.close())

/** The known values for a property of a request. */
const knownTo = (viewer: Person | null) => (property: string) => {
  switch (property) {
    case 'token':
      return viewer ? [viewer.viewer.token] : []
    case 'myId':
    case 'user_id':
      return viewer ? [viewer.id] : []
    case 'partnerId':
    case 'userId':
    case 'memberId':
    case 'target_user_id':
      return [caller.id, broadcaster.id, '99999999']
    case 'callId':
      return [callId]
    case 'messageId':
      return [messageId]
    case 'applicationId':
      return [ownApplicationId]
    case 'fileId':
      return [movieId]
    default:
      return []
  }
}

/** Another network for each request: limits would hide what lies behind them. */
const network = (): string => `198.18.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`

const insides = /\n\s+at |node_modules|PostgresError|\.ts:\d|violates|syntax error/

const check = (operation: Operation, status: number, text: string, tookMs: number) => {
  expect(status, text).toBeLessThan(500)
  expect(tookMs).toBeLessThan(patienceMs)
  expect(text).not.toMatch(insides)
  const body: unknown = JSON.parse(text)
  if (status === 200) {
    const read = serverHalfOf(operation.spec).output.safeParse(body)
    expect(read.success, `${text.slice(0, 500)} ${read.error?.message ?? ''}`).toBe(true)
    return
  }
  const { code, message } = body as { code: RefusalCode; message: string }
  const { spec } = operation
  expect([
    ...serverHalfOf(spec).refusals,
    ...sharedRefusals,
    ...accessRules[spec.access].refusals,
    'forbidden',
  ]).toContain(code)
  expect({ status, message }).toEqual(refusals[code])
}

const send = async (operation: Operation, cookie: string, body: string) => {
  const startedMs = performance.now()
  const isGet = operation.method === 'GET'
  const response = await world.request(
    operation.path,
    {
      method: operation.method,
      headers: { cookie, 'content-type': 'application/json' },
      ...(isGet ? {} : { body }),
    },
    network(),
  )
  check(operation, response.status, await response.text(), performance.now() - startedMs)
}

const isOperators = ({ access }: EndpointSpec) => access === 'operator' || access === 'operatorSession'

/** The viewers of an endpoint; new ones for each endpoint, because some endpoints end their sessions. */
const askers = async ({ spec }: Operation): Promise<{ cookie: string; person: Person | null }[]> => {
  if (isOperators(spec)) return [{ cookie: await operator(), person: null }]
  const people = [await world.caller(5_000), await world.broadcaster({ standby: false })]
  return [{ cookie: '', person: null }, ...people.map((person) => ({ cookie: person.cookie, person }))]
}

describe.each(specs.map(([name]) => name))('%s', (name) => {
  it(
    'answers every input as its contract says',
    async () => {
      const operation = operations.find((one) => one.name === name)
      if (!operation) throw new Error(`${name} is not in the document`)
      const errorsBefore = logged.length
      const viewers = await askers(operation)
      for (const [index, { cookie, person }] of viewers.entries()) {
        for (const body of malformed.filter((_, each) => each % viewers.length === index))
          await send(operation, cookie, body)
        await fc.assert(
          fc.asyncProperty(inputsOf(operation.schema, knownTo(person)), (input) =>
            send(operation, cookie, JSON.stringify(input) ?? ''),
          ),
          { numRuns: Math.ceil(runsEach / viewers.length) },
        )
      }
      expect(logged.slice(errorsBefore).filter((line) => line.includes('"request-failed"'))).toEqual([])
    },
    Math.max(60_000, runsEach * 1_000),
  )
})

it('no input created or lost a point', async () => {
  expect(await world.ledgerDefects()).toEqual([])
})
