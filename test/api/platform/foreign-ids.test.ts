import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { serverHalfOf } from '#contract/core/server-half.ts'
import { endpoints } from '#contract/index.ts'
import { ownApplicationId } from '#contract/timeline/movies.ts'
import { deactivateAccount } from '#server/privacy/actions/deactivate-account.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from '../calls/call-steps.ts'
import { jpeg, uploadSteps } from '../images/upload-steps.ts'
import { marketSteps } from '../market/market-steps.ts'
import { confirmed, orderIn } from '../orders/orders-world.ts'
import { reviewSteps } from '../reviews/review-steps.ts'
import { addTimeline, post } from '../timeline/timeline-steps.ts'
import { videoSteps } from '../videos/video-steps.ts'
import { byName, exceptions, type Kind } from './foreign-id-kinds.ts'
import { validInputsOf } from './fuzz-input.ts'

/**
 * Object-level authorisation tried for every endpoint that takes an id. The oracle is one sentence: asked with an id
 * of another member, or of something deleted, an endpoint answers as for an unknown id. safety-blocks.test.ts holds
 * what a block hides, over the same endpoints.
 */

interface IdPath {
  endpoint: string
  path: string[]
  kind: Kind | undefined
}

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

const isId = (name: string) => /(^id|Id|_id|^token)$/.test(name)

const idPathsIn = (schema: Schema, path: string[] = []): string[][] => [
  ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
    ...(isId(name) ? [[...path, name]] : []),
    ...idPathsIn(property, [...path, name]),
  ]),
  ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((part) =>
    idPathsIn(part, path),
  ),
  ...(schema.items ? idPathsIn(schema.items, [...path, '0']) : []),
]

const schemaOf = (spec: EndpointSpec): Schema =>
  z.toJSONSchema(serverHalfOf(spec).input, { io: 'input', unrepresentable: 'any' }) as Schema

const memberEndpoints = (Object.entries(endpoints) as [string, EndpointSpec][]).filter(
  ([, { access }]) => !access.startsWith('operator'),
)

const idPaths: IdPath[] = memberEndpoints.flatMap(([endpoint, spec]) =>
  idPathsIn(schemaOf(spec)).map((path) => {
    const name = path.at(-1) ?? ''
    return { endpoint, path, kind: exceptions[`${endpoint}.${name}`] ?? byName[name] }
  }),
)

const { addReview } = reviewSteps(() => world)
const { connectedCall } = callSteps(() => world)
const { upload } = uploadSteps(() => world)

let world: TestWorld
let caller: Person
let broadcaster: Person
/** Ids by kind: of another member, and of the viewer's deleted things. */
const anothers: Partial<Record<Kind, string[]>> = {}
const gone: Partial<Record<Kind, string[]>> = {}
const words = 'ふたりだけの話です'

const deviceIdsOf = async (person: Person): Promise<string[]> => {
  const answer = await person.request('getDevices', {})
  if (answer.type === 'error') throw new Error(answer.code)
  return answer.devices.map(({ id }) => id)
}

const addPasskey = async ({ id }: Person): Promise<string> => {
  const { sql } = world.database
  await sql`
    insert into passkey_user (member_id, handle) values (${id}, sha256(${Buffer.from(id)})) on conflict do nothing`
  const [row] = await sql`
    insert into passkey (member_id, credential_id, public_key, counter, is_backup_eligible, is_backed_up, transports,
      name, created_at)
    values (${id}, sha256(${Buffer.from(randomUUID())}), '\\x00', 0, false, false, '{}', 'iPhone', now())
    returning id`
  return row?.id
}

const bankOrder = async (person: Person): Promise<string> =>
  orderIn(await person.request('requestBankTransfer', confirmed('c1000'))).orderId

/** A quarter of an hour, in an hour or more. */
const bookableTime = () => new Date(Math.ceil(Date.now() / 900_000 + 4) * 900_000).toISOString()

/** A refused request would leave nothing to try ids on. */
const succeed: (...asked: [Person, ...Parameters<Person['request']>]) => Promise<void> = async (
  person,
  name,
  input,
) => expect(await person.request(name, input)).toMatchObject({ type: 'success' })

beforeAll(async () => {
  world = await createTestWorld()
  caller = await world.caller(1_000)
  await succeed(caller, 'stateBirthDate', { birthDate: '1990-05-01' })
  broadcaster = await world.broadcaster()
  const another = await world.broadcaster()
  const messageId = randomUUID()
  await succeed(caller, 'sendTextMessage', { messageId, partnerId: broadcaster.id, text: words })
  const unsentId = randomUUID()
  await succeed(caller, 'sendTextMessage', {
    messageId: unsentId,
    partnerId: broadcaster.id,
    text: words,
  })
  await succeed(caller, 'unsendMessage', { messageId: unsentId })
  const orderId = await bankOrder(caller)
  const busyCaller = await world.caller(5_000)
  const running = await connectedCall(busyCaller, broadcaster)
  const ended = await connectedCall(await world.caller(5_000), another)
  await succeed(another, 'endCall', { callId: ended })
  const { imageId } = await upload(caller, await jpeg())
  const other = await world.onAnotherDevice(caller)
  const [, otherDevice] = await deviceIdsOf(caller)
  const [device] = await deviceIdsOf(caller)
  await succeed(caller, 'signOutDevice', { deviceId: otherDevice ?? '' })
  expect(await other.request('getMyPoint', {})).toMatchObject({ code: 'notLoggedIn' })
  const passkeyId = await addPasskey(caller)
  const deletedPasskey = await addPasskey(caller)
  await world.database.sql`delete from passkey where id = ${deletedPasskey}`
  const testId = randomUUID()
  await succeed(caller, 'beginVideoTest', { testId })
  const bookingId = randomUUID()
  await succeed(caller, 'proposeBooking', {
    bookingId,
    partnerId: broadcaster.id,
    kind: 'video',
    minutes: 10,
    startsAt: bookableTime(),
    note: words,
  })
  const requestId = randomUUID()
  await succeed(caller, 'sendImageRequest', {
    requestId,
    partnerId: broadcaster.id,
    wish: words,
    points: 100,
  })
  const [postId, commentId] = await addTimeline(caller, broadcaster, words)
  const market = await marketSteps(() => world).things(caller, broadcaster, words)
  const threadId = randomUUID()
  await succeed(caller, 'postBoard', { threadId, categoryId: 'talk', title: 'スレッド', text: words })
  const roomId = randomUUID()
  await succeed(await world.broadcaster(), 'startLive', {
    ...{ roomId, title: words, tags: [], rates: { watch: 200, call: null }, source: 'browser' },
  })
  const itemId = randomUUID()
  await succeed(another, 'saveGalleryItem', {
    itemId,
    title: words,
    price: 300,
    tags: [],
    imageIds: [],
    appearsAt: null,
  })
  const videoId = randomUUID()
  await succeed(broadcaster, 'startVideoUpload', { videoId, bytes: 1_000_000 })
  const movieId = await videoSteps(() => world).ready(broadcaster)
  const publishAt = new Date(Date.now() + 3_600_000).toISOString()
  await post(broadcaster, { videoId: movieId, publishAt })
  const left = await world.broadcaster()
  await deactivateAccount(world.context, left.id, { reason: 'other', leavesEarnings: true })
  Object.assign(anothers, {
    own: [broadcaster.id],
    call: [running, ended],
    room: [roomId],
    order: [orderId],
    message: [messageId],
    image: [imageId],
    review: [await addReview(caller, broadcaster)],
    booking: [bookingId],
    request: [requestId],
    video: [videoId, movieId],
    post: [postId],
    comment: [commentId],
    boardPost: [threadId],
    market: [...Object.values(market), itemId],
    device: [device],
    passkey: [passkeyId],
    test: [testId],
    command: [
      ...[orderId, messageId, running, testId, bookingId, postId, commentId],
      ...[threadId, market.draftId, market.tradeId, itemId, requestId, videoId],
    ],
  } satisfies Partial<Record<Kind, (string | undefined)[]>>)
  Object.assign(gone, {
    member: [left.id],
    message: [unsentId],
    device: [otherDevice],
    passkey: [deletedPasskey],
  } satisfies Partial<Record<Kind, (string | undefined)[]>>)
})
afterAll(() => world.close())

/** An id that never existed, in the format of this kind. */
const unknownLike = (kind: Kind, id: string): string => {
  if (kind === 'member') return '99999999'
  if (kind === 'review') return '999999999'
  if (kind === 'image') return 'f'.repeat(id.length)
  return randomUUID()
}

const withId = (input: unknown, path: readonly string[], id: string): unknown => {
  const [name, ...rest] = path
  if (name === undefined) return id
  const here = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>
  return { ...here, [name]: withId(here[name], rest, id) }
}

/** A request of the viewer in which one id is to be replaced; commands are new each time. */
const requestOf = ({ endpoint, path }: IdPath, viewer: Person, id: string, sample: unknown): unknown => {
  const fresh = idPaths
    .filter((one) => one.endpoint === endpoint && one.kind === 'command' && one.path.length === 1)
    .reduce((input, one) => withId(input, one.path, randomUUID()), sample)
  const own = idPaths
    .filter((one) => one.endpoint === endpoint && one.kind === 'own')
    .reduce(
      (input, one) => withId(input, one.path, one.path.at(-1) === 'token' ? viewer.viewer.token : viewer.id),
      fresh,
    )
  return withId(own, path, id)
}

const samples = new Map<string, unknown[]>()

/** The same for everybody who asks. */
const samplesOf = (endpoint: string): unknown[] => {
  const kept = samples.get(endpoint)
  if (kept) return kept
  const known: Record<string, unknown[]> = {
    ...{ partnerId: [broadcaster.id], userId: [broadcaster.id], target_user_id: [broadcaster.id] },
    ...{ applicationId: [ownApplicationId], startsAt: [bookableTime()], minutes: [10] },
  }
  const schema = schemaOf(endpoints[endpoint as keyof typeof endpoints])
  const input = validInputsOf(schema, (name) => known[name] ?? [])
  const made = fc.sample(input, { numRuns: 3, seed: 7 })
  samples.set(endpoint, made)
  return made
}

let networks = 0
const request = async (endpoint: string, viewer: Person, input: unknown) => {
  networks += 1
  const { method, path } = endpoints[endpoint as keyof typeof endpoints]
  const response = await world.request(
    path,
    {
      method,
      headers: { cookie: viewer.cookie, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    },
    `198.19.${Math.floor(networks / 250)}.${networks % 250}`,
  )
  const text = await response.text()
  // A handler that fails reveals nothing and changes nothing.
  expect(response.status).toBeLessThan(500)
  const { type, code } = JSON.parse(text) as { type: string; code?: string }
  return { answer: { status: response.status, type, code }, text }
}

const strangers = async () => [await world.caller(2_000), await world.broadcaster({ standby: false })]

/** An answer must contain nothing of another member's things. */
const expectSilence = (text: string) => {
  for (const secret of [caller.id, caller.viewer.name, words]) expect(text).not.toContain(secret)
}

it('every id that a member can send has a kind here', () => {
  expect(
    idPaths
      .filter(({ kind }) => kind === undefined)
      .map(({ endpoint, path }) => `${endpoint}.${path.join('.')}`),
  ).toEqual([])
  const used = new Set(idPaths.map(({ endpoint, path }) => `${endpoint}.${path.at(-1)}`))
  expect(Object.keys(exceptions).filter((name) => !used.has(name))).toEqual([])
})

const tried = (kinds: readonly Kind[]) =>
  idPaths
    .filter(({ kind }) => kind !== undefined && kinds.includes(kind))
    .map((one) => ({ ...one, title: `${one.endpoint} by ${one.path.join('.')}` }))

describe("with another member's id", () => {
  const objects: readonly Kind[] = [
    'call',
    'room',
    'order',
    'message',
    'image',
    'review',
    'booking',
    'request',
    'post',
    'comment',
    'market',
    'device',
    'passkey',
    'video',
    'test',
  ]
  it.each(tried(objects))('$title answers as for an unknown id', async (at) => {
    const kind = at.kind as Kind
    for (const id of anothers[kind] ?? [])
      for (const viewer of await strangers())
        for (const sample of samplesOf(at.endpoint)) {
          const foreign = await request(at.endpoint, viewer, requestOf(at, viewer, id, sample))
          const unknown = await request(
            at.endpoint,
            viewer,
            requestOf(at, viewer, unknownLike(kind, id), sample),
          )
          expect(foreign.answer).toEqual(unknown.answer)
          expectSilence(foreign.text)
        }
  })

  it.each(tried(['own']))('$title is refused', async (at) => {
    const isToken = at.path.at(-1) === 'token'
    for (const viewer of await strangers())
      for (const sample of samplesOf(at.endpoint)) {
        const id = isToken ? caller.viewer.token : caller.id
        const { answer, text } = await request(
          at.endpoint,
          viewer,
          withId(requestOf(at, viewer, '', sample), at.path, id),
        )
        expect(['forbidden', 'badInput']).toContain(answer.code)
        expectSilence(text)
      }
  })

  it.each(tried(['command']))('$title reveals and changes nothing', async (at) => {
    const { sql } = world.database
    const rowsOf = async () => {
      const rows = [
        await sql`select * from chat_message where sender_id = ${caller.id} order by seq`,
        await sql`select * from booking where caller_id = ${caller.id}`,
        await sql`select * from gallery_request where caller_id = ${caller.id}`,
        await sql`select * from timeline_post where author_id = ${broadcaster.id} order by id`,
        await sql`select * from timeline_comment where author_id = ${caller.id}`,
        await sql`select * from market_item where seller_id = ${caller.id} order by id`,
        await sql`select * from market_transaction where buyer_id = ${caller.id}`,
        await sql`select * from purchase_order where member_id = ${caller.id}`,
        await sql`select id, phase, caller_id, broadcaster_id from call where id = any(${anothers.call ?? []}) order by id`,
      ]
      for (const found of rows) expect(found).not.toEqual([])
      return JSON.stringify(rows)
    }
    const before = await rowsOf()
    for (const id of anothers.command ?? [])
      for (const viewer of await strangers())
        for (const sample of samplesOf(at.endpoint)) {
          const { text } = await request(at.endpoint, viewer, requestOf(at, viewer, id, sample))
          expectSilence(text)
        }
    expect(await rowsOf()).toBe(before)
  })
})

describe('with the id of something deleted', () => {
  // Unsending again is the same command, and answers as the first time.
  const asked = tried(['member', 'message', 'device', 'passkey']).filter(
    ({ endpoint }) => endpoint !== 'unsendMessage',
  )
  it.each(asked)('$title answers as for an unknown id', async (at) => {
    const kind = at.kind as Kind
    const viewers = kind === 'member' ? await strangers() : [caller]
    for (const id of gone[kind] ?? [])
      for (const viewer of viewers)
        for (const sample of samplesOf(at.endpoint)) {
          const absent = await request(at.endpoint, viewer, requestOf(at, viewer, id, sample))
          const unknown = await request(
            at.endpoint,
            viewer,
            requestOf(at, viewer, unknownLike(kind, id), sample),
          )
          expect(absent.answer).toEqual(unknown.answer)
        }
  })
})
