import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { expireRequests } from '#server/gallery/requests/apply-request-event.ts'
import { addBlock } from '#server/moderation/actions/add-block.ts'
import { checkLedger } from '#server/points/ledger/ledger-check.ts'
import { earningsOf } from '#server/points/queries.ts'
import { deactivateAccount } from '#server/privacy/actions/deactivate-account.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { gallerySteps } from './gallery-steps.ts'

let world: TestWorld
const { uploaded, seen, statusOf, idsOf } = gallerySteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterEach(async () => expect(await checkLedger(world.context.db)).toEqual([]))
afterAll(() => world.close())

const wish = '夜の海の写真をお願いします'
const send = (caller: Person, partnerId: string, change: object = {}) =>
  caller.request('sendImageRequest', { requestId: randomUUID(), partnerId, wish, points: 500, ...change })
const sent = async (caller: Person, partnerId: string): Promise<string> => {
  const answer = await send(caller, partnerId)
  if (answer.type === 'error') throw new Error(answer.code)
  return answer.request.requestId
}
const pair = async (points = 2_000) => {
  const [caller, broadcaster] = [await world.caller(points), await world.broadcaster()]
  return { caller, broadcaster, requestId: await sent(caller, broadcaster.id) }
}
const deliver = async (broadcaster: Person, requestId: string) =>
  broadcaster.request('deliverImageRequest', { requestId, imageIds: [await uploaded(broadcaster)] })
const pointOf = async (person: Person) => {
  const answer = await person.request('getMyPoint', {})
  return answer.type === 'success' ? answer.point : answer
}
const requestsOf = async (person: Person) => {
  const answer = await person.request('getImageRequests', {})
  return answer.type === 'success' ? answer.requests : []
}
const noticesOf = async (person: Person) => {
  const answer = await person.request('getNotifications', {})
  return answer.type === 'success'
    ? answer.notifications.flatMap(({ about }) => (about.kind === 'imageRequest' ? about.moment : []))
    : []
}

describe('a request for pictures', () => {
  it('holds its points, is seen by both, and delivers an item for the caller alone', async () => {
    const { caller, broadcaster, requestId } = await pair()
    const other = await world.caller()
    expect(await pointOf(caller)).toBe(1_500)
    expect(await noticesOf(broadcaster)).toEqual(['sent'])
    expect(await requestsOf(broadcaster)).toMatchObject([
      {
        requestId,
        side: 'broadcaster',
        wish,
        points: 500,
        earns: 200,
        phase: 'open',
        partner: { id: caller.id },
      },
    ])
    const [lives] = await world.database.sql`
      select (r.expires_at - r.created_at) = interval '72 hours' as "is72", h.expires_at >= r.expires_at + interval '1 hour' as "isLonger"
      from gallery_request r join hold h on h.id = r.hold_id where r.id = ${requestId}`
    // The points are still held when the request ends a little late.
    expect(lives).toEqual({ is72: true, isLonger: true })
    expect(await broadcaster.request('acceptImageRequest', { requestId })).toMatchObject({
      request: { phase: 'accepted' },
    })
    expect(await deliver(broadcaster, requestId)).toMatchObject({ request: { phase: 'delivered' } })
    expect(await noticesOf(caller)).toEqual(['delivered', 'accepted'])
    const [{ itemId } = { itemId: null }] = await requestsOf(caller)
    const item = await seen(caller, itemId ?? '')
    expect(item).toMatchObject({ access: 'bought', purchase: { points: 500 }, isUnopened: true })
    expect(await statusOf(caller, item.cover.imageId, item.cover.signature)).toEqual({
      original: 200,
      blurred: 200,
    })
    expect(await other.request('getGalleryItem', { itemId: itemId ?? '' })).toMatchObject({
      code: 'notFound',
    })
    expect(await idsOf(other, { broadcasterId: broadcaster.id })).toEqual([])
    expect(await idsOf(caller, { list: 'bought' })).toEqual([itemId])
    for (const name of ['submitGalleryItem', 'withdrawGalleryItem'] as const)
      expect(await broadcaster.request(name, { itemId: itemId ?? '' })).toMatchObject({
        code: 'galleryNotEditable',
      })
    expect(
      await broadcaster.request('changeGalleryPrice', { itemId: itemId ?? '', price: 50 }),
    ).toMatchObject({
      code: 'galleryNotEditable',
    })
    expect(await pointOf(caller)).toBe(1_500)
    expect(await earningsOf(world.context.db, broadcaster.id)).toEqual({ point: 200 })
    expect(await caller.request('getPointHistory', {})).toMatchObject({
      movements: [{ purpose: 'galleryRequest', points: -500 }, {}],
    })
    expect(await broadcaster.request('getEarningLines', {})).toMatchObject({
      lines: [{ purpose: 'galleryRequest', earned: 200 }],
    })
  })

  it('is one, however often it is sent, answered and delivered at the same moment', async () => {
    const [caller, broadcaster] = [await world.caller(2_000), await world.broadcaster()]
    const requestId = randomUUID()
    const sends = await Promise.all(
      Array.from({ length: 8 }, () => send(caller, broadcaster.id, { requestId })),
    )
    for (const answer of sends) expect(answer).toMatchObject({ point: 1_500, request: { requestId } })
    expect(await send(caller, broadcaster.id, { requestId, points: 600 })).toMatchObject({
      code: 'idempotencyMismatch',
    })
    const imageIds = [await uploaded(broadcaster)]
    const deeds = await Promise.all([
      ...Array.from({ length: 4 }, () => broadcaster.request('deliverImageRequest', { requestId, imageIds })),
      ...Array.from({ length: 4 }, () => broadcaster.request('declineImageRequest', { requestId })),
      ...Array.from({ length: 4 }, () => caller.request('cancelImageRequest', { requestId })),
    ])
    const [{ phase } = { phase: 'open' }] = await requestsOf(caller)
    expect(['delivered', 'declined', 'cancelled']).toContain(phase)
    for (const answer of deeds)
      expect([phase, 'requestGone']).toContain(answer.type === 'success' ? answer.request.phase : answer.code)
    expect(await pointOf(caller)).toBe(phase === 'delivered' ? 1_500 : 2_000)
    expect(await earningsOf(world.context.db, broadcaster.id)).toEqual({
      point: phase === 'delivered' ? 200 : 0,
    })
  })

  it('is one of three at most, from six requests to several broadcasters at the same moment', async () => {
    const caller = await world.caller(5_000)
    const broadcasters = [await world.broadcaster(), await world.broadcaster()]
    const sends = await Promise.all(
      Array.from({ length: 6 }, (_, nth) => send(caller, broadcasters[nth % 2]?.id ?? '')),
    )
    const outcomes = sends.map((answer) => (answer.type === 'success' ? 'sent' : answer.code))
    expect(outcomes.toSorted()).toEqual([
      ...['requestTooMany', 'requestTooMany', 'requestTooMany', 'sent', 'sent', 'sent'],
    ])
    expect(await pointOf(caller)).toBe(3_500)
  })

  it('is refused after five in an hour to one broadcaster, also when they were taken back', async () => {
    const [caller, broadcaster] = [await world.caller(5_000), await world.broadcaster()]
    for (let times = 0; times < 5; times += 1) {
      const requestId = await sent(caller, broadcaster.id)
      await caller.request('cancelImageRequest', { requestId })
    }
    expect(await send(caller, broadcaster.id)).toMatchObject({ code: 'proposalTooOften' })
    expect(await send(caller, (await world.broadcaster()).id)).toMatchObject({ type: 'success' })
    expect(await pointOf(caller)).toBe(4_500)
    await world.database.sql`
      update gallery_request set created_at = created_at - interval '1 hour' where caller_id = ${caller.id}`
    expect(await send(caller, broadcaster.id)).toMatchObject({ type: 'success' })
  })

  it('ends with its points when its caller states an age under 18, and none is sent after', async () => {
    const { caller, broadcaster, requestId } = await pair()
    await broadcaster.request('acceptImageRequest', { requestId })
    const young = `${new Date(world.context.now()).getUTCFullYear() - 15}-01-01`
    expect(await caller.request('stateBirthDate', { birthDate: young })).toMatchObject({ isUnderAge: true })
    expect(await pointOf(caller)).toBe(2_000)
    expect(await deliver(broadcaster, requestId)).toMatchObject({ code: 'requestGone' })
    expect(await send(caller, broadcaster.id)).toMatchObject({ code: 'underAge' })
  })

  it('returns its points when it is declined, taken back, or nobody answered in time', async () => {
    const { caller, broadcaster, requestId } = await pair()
    const [taken, late] = [await sent(caller, broadcaster.id), await sent(caller, broadcaster.id)]
    expect(await send(caller, broadcaster.id)).toMatchObject({ code: 'requestTooMany' })
    expect(await pointOf(caller)).toBe(500)
    await broadcaster.request('acceptImageRequest', { requestId })
    expect(await caller.request('cancelImageRequest', { requestId })).toMatchObject({ code: 'requestGone' })
    await broadcaster.request('declineImageRequest', { requestId })
    await caller.request('cancelImageRequest', { requestId: taken })
    expect(await pointOf(caller)).toBe(1_500)
    await world.database.sql`update gallery_request set expires_at = now() where id = ${late}`
    expect(await deliver(broadcaster, late)).toMatchObject({ code: 'requestGone' })
    await expireRequests(world.context)
    expect(await pointOf(caller)).toBe(2_000)
    expect(await noticesOf(caller)).toEqual(['expired', 'declined', 'accepted'])
    expect((await requestsOf(caller)).map(({ phase }) => phase).toSorted()).toEqual([
      'cancelled',
      'declined',
      'expired',
    ])
  })

  it('goes from a caller to a broadcaster, with points, within the bounds, and without contact details', async () => {
    const [caller, broadcaster, poor] = [
      await world.caller(),
      await world.broadcaster(),
      await world.caller(499),
    ]
    expect(await send(broadcaster, caller.id)).toMatchObject({ code: 'forbidden' })
    expect(await send(caller, poor.id)).toMatchObject({ code: 'notFound' })
    expect(await send(caller, '99999999')).toMatchObject({ code: 'notFound' })
    expect(await send(poor, broadcaster.id)).toMatchObject({ code: 'insufficientPoints' })
    for (const points of [0, 45, 55, 3_010])
      expect(await send(caller, broadcaster.id, { points })).toMatchObject({ code: 'galleryPriceWrong' })
    expect(await send(caller, broadcaster.id, { wish: ' ' })).toMatchObject({ code: 'requestWishWrong' })
    expect(
      await send(caller, broadcaster.id, { wish: 'LINEのIDは hanako_0123 です。送ってください' }),
    ).toMatchObject({
      code: 'contactWarning',
    })
    expect(await requestsOf(broadcaster)).toEqual([])
    expect(await pointOf(caller)).toBe(3_000)
  })

  it('belongs to its two sides, and takes only the pictures of its broadcaster', async () => {
    const { caller, broadcaster, requestId } = await pair()
    const stranger = await world.broadcaster()
    for (const name of ['acceptImageRequest', 'declineImageRequest', 'cancelImageRequest'] as const)
      expect(await stranger.request(name, { requestId })).toMatchObject({ code: 'notFound' })
    expect(await deliver(stranger, requestId)).toMatchObject({ code: 'notFound' })
    for (const name of ['acceptImageRequest', 'declineImageRequest'] as const)
      expect(await caller.request(name, { requestId })).toMatchObject({ code: 'notFound' })
    const imageIds = [await uploaded(stranger)]
    expect(await broadcaster.request('deliverImageRequest', { requestId, imageIds })).toMatchObject({
      code: 'imageGone',
    })
    expect(await pointOf(caller)).toBe(1_500)
    expect(await send(stranger, broadcaster.id, { requestId })).toMatchObject({ code: 'forbidden' })
    expect(await send(await world.caller(), broadcaster.id, { requestId })).toMatchObject({
      code: 'idempotencyMismatch',
    })
  })

  it('ends with a block and with an account, unseen by the other side of a block', async () => {
    const { caller, broadcaster, requestId } = await pair()
    await addBlock(world.context, broadcaster.viewer, caller.id)
    expect(await pointOf(caller)).toBe(2_000)
    expect(await requestsOf(caller)).toEqual([])
    expect(await deliver(broadcaster, requestId)).toMatchObject({ code: 'notFound' })
    expect(await send(caller, broadcaster.id)).toMatchObject({ code: 'notFound' })
    const second = await pair()
    await deactivateAccount(world.context, second.broadcaster.id, { reason: 'other', leavesEarnings: true })
    expect(await pointOf(second.caller)).toBe(2_000)
  })
})

describe('the pictures of a delivery', () => {
  it('are read and decoded only where they are awaited, behind the gate of all uploads', async () => {
    const { caller, broadcaster, requestId } = await pair()
    const stranger = await world.broadcaster()
    const ofStranger = await uploaded(stranger)
    const [read, decoded] = [vi.spyOn(world.context.storage, 'get'), vi.spyOn(world.context, 'decoding')]
    const decodedBy = async (person: Person, imageId: string) => {
      read.mockClear()
      decoded.mockClear()
      const answer = await person.request('deliverImageRequest', { requestId, imageIds: [imageId] })
      return {
        answer: answer.type === 'error' ? answer.code : answer.request.phase,
        read: read.mock.calls.length,
        decoded: decoded.mock.calls.length,
      }
    }
    const nothing = { read: 0, decoded: 0 }
    const [ofCaller, first, second] = [
      await uploaded(caller),
      await uploaded(broadcaster),
      await uploaded(broadcaster),
    ]
    expect(await decodedBy(stranger, ofStranger)).toEqual({ answer: 'notFound', ...nothing })
    expect(await decodedBy(caller, ofCaller)).toEqual({ answer: 'notFound', ...nothing })
    expect(await decodedBy(broadcaster, first)).toEqual({ answer: 'delivered', read: 1, decoded: 1 })
    expect(await decodedBy(broadcaster, second)).toEqual({ answer: 'delivered', ...nothing })
    vi.restoreAllMocks()
  })

  it('are refused from the twenty-first delivery of a minute on', async () => {
    const broadcaster = await world.broadcaster()
    const codes: string[] = []
    for (let tries = 0; tries < 21; tries += 1) {
      const answer = await broadcaster.request('deliverImageRequest', {
        requestId: randomUUID(),
        imageIds: ['none'],
      })
      codes.push(answer.type === 'error' ? answer.code : answer.type)
    }
    expect(new Set(codes.slice(0, 20))).toEqual(new Set(['notFound']))
    expect(codes.at(-1)).toBe('tooManyRequests')
  })
})
