import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCounterApi } from '#adapters/shipping/counter-api.ts'
import type { Shipping } from '#adapters/shipping/port.ts'
import { openRawStandIn, type RawAnswer, type RawRequest } from '#test/helpers/stand-ins/raw-stand-in.ts'

const key = 'a-key-of-our-account'
const issued: RawAnswer = { status: 201, body: { counter_code: 'AB12-3456-7890' } }
const place = (name: string) => ({
  ...{ name, postalCode: '1500001', prefecture: '東京', city: '渋谷区', street: '神宮前1-2-3' },
  ...{ building: '', phone: '09012345678' },
})
const label = { parcelId: 'parcel-1', carrier: 'post', from: place('売る人'), to: place('買う人') } as const

let received: RawRequest[] = []
/** The last one goes on. */
let answers: RawAnswer[] = []
let service: Awaited<ReturnType<typeof openRawStandIn>>
let shipping: Shipping
beforeEach(async () => {
  received = []
  answers = [issued]
  service = await openRawStandIn((request) => {
    received.push(request)
    return answers[Math.min(received.length, answers.length) - 1] ?? 'hang'
  })
  shipping = createCounterApi({ baseUrl: `${service.url}/v1/`, key }, { tryTimeoutMs: 300 })
})
afterEach(() => service.close())

describe('a label', () => {
  it('is asked for with both addresses, and is the code of the counter', async () => {
    expect(await shipping.issueLabel(label)).toEqual({ outcome: 'issued', code: 'AB12-3456-7890' })
    expect(received.map(({ method, path }) => [method, path])).toEqual([['POST', '/v1/shipments']])
    expect(received[0]?.headers).toMatchObject({
      ...{ authorization: `Bearer ${key}`, 'idempotency-key': 'parcel-1-post' },
      'content-type': 'application/json',
    })
    expect(JSON.parse(String(received[0]?.body))).toMatchObject({
      ...{ reference: 'parcel-1', service: 'japanpost_yupack', anonymous: true },
      ...{ sender: { name: '売る人', postal_code: '1500001' }, recipient: { name: '買う人' } },
    })
  })

  it.each<[string, RawAnswer]>([
    ['no answer', 'hang'],
    ['a fault of the gateway', { status: 503, body: { error: { code: 'busy' } } }],
  ])('comes by the second try after %s, under the same key', async (_, first) => {
    answers = [first, issued]
    expect(await shipping.issueLabel(label)).toEqual({ outcome: 'issued', code: 'AB12-3456-7890' })
    const [one, other] = received.map(({ headers, body }) => [headers['idempotency-key'], String(body)])
    expect(received).toHaveLength(2)
    expect(other).toEqual(one)
  })

  it.each<[string, RawAnswer, string, number]>([
    ['nothing at all', 'hang', 'timeout', 2],
    ['a fault that stays', { status: 500, body: 'x' }, 'status 500', 2],
    [
      'a refused address',
      { status: 422, body: { error: { code: 'bad_address', message: '神宮前' } } },
      'bad_address',
      1,
    ],
    [
      'a refusal with words for a code',
      { status: 400, body: { error: { code: '買う人 神宮前' } } },
      'status 400',
      1,
    ],
    ['a wrong key', { status: 401, body: {} }, 'status 401', 1],
    ['a code of another form', { status: 201, body: { counter_code: '<b>1</b>' } }, 'unreadable', 1],
    ['no JSON', { status: 201, body: Buffer.from('<html>') }, 'unreadable', 1],
    [
      'far too much',
      { status: 201, body: { counter_code: 'AB12-3456-7890', more: 'x'.repeat(70_000) } },
      'unreadable',
      1,
    ],
  ])('is not there for now after %s', async (_, answer, reason, tries) => {
    answers = [answer]
    expect(await shipping.issueLabel(label)).toEqual({ outcome: 'later', reason })
    expect(received).toHaveLength(tries)
  })

  it('sends no address to where a redirection leads', async () => {
    answers = [{ status: 307, headers: { location: `${service.url}/elsewhere` } }]
    expect(await shipping.issueLabel(label)).toMatchObject({ outcome: 'later' })
    expect(received.map(({ path }) => path)).not.toContain('/elsewhere')
  })
})

describe('a parcel', () => {
  const parcel = { code: 'AB12/..-3456', handedInAt: 0 }

  it.each([
    ['registered', 'waiting'],
    ['accepted', 'accepted'],
    ['in_transit', 'inTransit'],
    ['out_for_delivery', 'inTransit'],
    ['held_at_office', 'inTransit'],
    ['delivered', 'delivered'],
  ])('that is %s is %s', async (status, state) => {
    answers = [{ status: 200, body: { status } }]
    expect(await shipping.track(parcel)).toBe(state)
    expect(received[0]?.path).toBe('/v1/shipments/AB12%2F..-3456/tracking')
  })

  it.each<[string, RawAnswer]>([
    ['a state that nobody knows', { status: 200, body: { status: 'returned' } }],
    ['another form', { status: 200, body: ['delivered'] }],
    ['a parcel that is unknown', { status: 404, body: { status: 'delivered' } }],
    ['a fault', { status: 500, body: { status: 'delivered' } }],
    ['no answer', 'hang'],
  ])('stays where it was after %s', async (_, answer) => {
    answers = [answer]
    expect(await shipping.track(parcel)).toBeNull()
  })
})
