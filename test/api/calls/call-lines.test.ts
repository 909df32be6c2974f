import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeLinesAfterRings } from '#server/calls/media/lines.ts'
import { signLineToken } from '#server/calls/media/tokens.ts'
import type { Event } from '#server/realtime/events.ts'
import { createTestWorld, newCallId, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from './call-steps.ts'

let world: TestWorld
let stopClosing: () => void
const { age, ring } = callSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
  stopClosing = closeLinesAfterRings(world.context)
})
afterAll(async () => {
  stopClosing()
  await world.close()
})

const offer = async (way: 'whip' | 'whep', callId: string, token: string): Promise<number> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/sdp' }
  const request = { method: 'POST', headers, body: 'v=0\r\n' }
  return (await world.request(`/api/media/${way}/${callId}`, request)).status
}

const tokenOf = async (person: Person, callId: string, pageId: string): Promise<string> => {
  const answer = await person.request('openCallLine', { callId, pageId })
  if (answer.type === 'error') throw new Error(answer.code)
  return answer.line_token
}

/** A new page of this person, whose line is up. */
const standing = async (person: Person, callId: string) => {
  const pageId = randomUUID()
  const token = await tokenOf(person, callId, pageId)
  expect([await offer('whip', callId, token), await offer('whep', callId, token)]).toEqual([201, 201])
  return { pageId, token }
}

const ringing = async (callType: 'video' | 'voice' = 'video') => {
  const [caller, broadcaster] = [await world.caller(1_000), await world.broadcaster()]
  const { callId } = await ring(caller, broadcaster, callType)
  return { caller, broadcaster, callId }
}

const lineOf = async (person: Person, callId: string) => {
  const answer = await person.request('getCall', { callId })
  return answer.type === 'success' ? answer.call.linePageId : answer.code
}

describe('lines while a call rings', () => {
  it('are taken over from the page that dialled and the one that answers, which each side learns of its own', async () => {
    const { caller, broadcaster, callId } = await ringing()
    const dialling = await standing(caller, callId)
    const laptop = await standing(broadcaster, callId)
    const phone = await standing(broadcaster, callId)
    expect(await lineOf(caller, callId)).toBeUndefined()
    const accepted = await broadcaster.request('acceptCall', { callId, pageId: phone.pageId })
    expect(accepted).toMatchObject({ call: { phase: 'connecting', linePageId: phone.pageId } })
    expect(await lineOf(caller, callId)).toBe(dialling.pageId)
    // What a page with a place sent before the answer may come after it; no other page's token opens anything.
    const offered = ({ token }: { token: string }) => offer('whip', callId, token)
    expect([await offered(dialling), await offered(phone), await offered(laptop)]).toEqual([201, 201, 404])
    await broadcaster.request('endCall', { callId })
    expect(await lineOf(caller, callId)).toBeUndefined()
    expect([await offered(dialling), await offered(phone), await offered(laptop)]).toEqual([404, 404, 404])
  })

  it.each([
    ['declined', ({ broadcaster, callId }) => broadcaster.request('declineCall', { callId })],
    ['cancelled', ({ caller, callId }) => caller.request('cancelCall', { callId })],
    ['missed', ({ callId }) => age(callId, 31)],
  ] as const satisfies [string, (call: Awaited<ReturnType<typeof ringing>>) => Promise<unknown>][])(
    'end on both sides when it is %s, and their tokens with them',
    async (_what, end) => {
      const call = await ringing('voice')
      const { caller, broadcaster, callId } = call
      const pages = [await standing(caller, callId), await standing(broadcaster, callId)]
      expect(world.media.hasLines(callId)).toBe(true)
      await end(call)
      await expect.poll(() => world.media.hasLines(callId)).toBe(false)
      for (const { token } of pages) expect(await offer('whip', callId, token)).toBe(404)
      const again = { callId, pageId: randomUUID() }
      expect(await caller.request('openCallLine', again)).toMatchObject({ code: 'callNotRinging' })
    },
  )

  it('are not taken over by an answer that names no page, or by another page than the one that dialled last', async () => {
    const { caller, broadcaster, callId } = await ringing()
    const before = await standing(caller, callId)
    const dialling = await standing(caller, callId)
    await standing(broadcaster, callId)
    expect(await broadcaster.request('acceptCall', { callId })).not.toHaveProperty('call.linePageId')
    expect(await lineOf(caller, callId)).toBe(dialling.pageId)
    expect(await offer('whip', callId, before.token)).toBe(404)
  })

  it('come up for the page that dials without asking again', async () => {
    const [caller, broadcaster] = [await world.caller(1_000), await world.broadcaster()]
    const [callId, pageId] = [newCallId(), randomUUID()]
    const request = { callId, pageId, partnerId: broadcaster.id, callType: 'video' as const }
    const rung = await caller.request('sendCallRequest', request)
    const token = rung.type === 'success' ? (rung.line_token ?? '') : rung.code
    expect(await offer('whep', callId, token)).toBe(201)
    const accepted = await broadcaster.request('acceptCall', { callId, pageId: randomUUID() })
    expect(accepted).not.toHaveProperty('line_token')
    expect(await lineOf(caller, callId)).toBe(pageId)
  })

  it('that the media server has lost give no place, and their pages are told', async () => {
    const { caller, broadcaster, callId } = await ringing()
    await standing(caller, callId)
    const { pageId } = await standing(broadcaster, callId)
    world.media.losesLines = true
    const reopened: Event[] = []
    const stop = world.context.events.subscribe((event) => {
      if (event.type === 'media:reopened') reopened.push(event)
    })
    expect(await broadcaster.request('acceptCall', { callId, pageId })).not.toHaveProperty('call.linePageId')
    world.media.losesLines = false
    expect(await lineOf(caller, callId)).toBeUndefined()
    // A page that began in its place when the answer was stored makes its connections anew.
    const event = { type: 'media:reopened', id: callId, memberIds: [caller.id, broadcaster.id] }
    await expect.poll(() => reopened).toEqual([event])
    stop()
  })
})

describe('the token of a line', () => {
  it('is for the members of this ring alone', async () => {
    const { callId } = await ringing()
    const stranger = await world.caller(1_000)
    const request = { callId, pageId: randomUUID() }
    expect(await stranger.request('openCallLine', request)).toMatchObject({ code: 'notFound' })
    expect(await stranger.request('openCallLine', { ...request, callId: newCallId() })).toMatchObject({
      code: 'notFound',
    })
  })

  it('opens the lines of its call until the ring may last no longer, and nothing else', async () => {
    const { caller, broadcaster, callId } = await ringing()
    const other = await ringing()
    const token = await tokenOf(broadcaster, callId, randomUUID())
    expect(await offer('whip', other.callId, token)).toBe(401)
    const claims = { callId, memberId: broadcaster.id, pageId: randomUUID(), sessionId: null }
    const now = world.context.now()
    const signed = (lifeMs: number) => signLineToken(world.context.secret, claims, { now, lifeMs })
    expect(await offer('whip', callId, signed(60_000))).toBe(201)
    expect(await offer('whip', callId, signed(0))).toBe(401)
    // A ring that has 1 s left gives a token for 1 s.
    await world.database.sql`
      update call set requested_at = requested_at - interval '29 seconds' where id = ${callId}`
    const { line_token } = await caller
      .request('openCallLine', { callId, pageId: randomUUID() })
      .then((answer) => (answer.type === 'success' ? answer : { line_token: '' }))
    const [body = ''] = line_token.split('.')
    const expiresAt = Number(JSON.parse(Buffer.from(body, 'base64url').toString()).at(-1))
    expect(expiresAt - world.context.now()).toBeLessThanOrEqual(1_000)
  })

  it('ends with the session it was made for', async () => {
    const { broadcaster, callId } = await ringing()
    const phone = await world.onAnotherDevice(broadcaster)
    const token = await tokenOf(phone, callId, randomUUID())
    await broadcaster.request('signOutOtherDevices', {})
    expect(await offer('whip', callId, token)).toBe(401)
  })
})

describe('offers of lines', () => {
  it('are limited, and take nothing from the offers of the call', async () => {
    const { caller, broadcaster, callId } = await ringing()
    const token = await tokenOf(caller, callId, randomUUID())
    const statuses: number[] = []
    while (statuses.length < 60 && statuses.at(-1) !== 429) statuses.push(await offer('whip', callId, token))
    expect(statuses.at(-1)).toBe(429)
    await broadcaster.request('acceptCall', { callId })
    const joined = await caller.request('joinCall', { callId })
    const bearer = joined.type === 'success' ? joined.rtc_channel_token : joined.code
    expect(await offer('whip', callId, bearer)).toBe(201)
  })
})
