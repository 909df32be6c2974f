import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { offerBytesMax } from '#adapters/media/port.ts'
import { offerLengthMax } from '#contract/calls/call-lines.ts'
import { closeLinesAfterRings } from '#server/calls/media/lines.ts'
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

const openOn = (person: Person, callId: string, pageId: string, offer = 'v=0\r\n') =>
  person.request('openCallLine', { callId, pageId, attempt: 1, offer })
/** `success`, or why the offer of this page is refused. */
const offered = async (person: Person, callId: string, pageId: string, offer?: string): Promise<string> => {
  const answer = await openOn(person, callId, pageId, offer)
  return answer.type === 'error' ? answer.code : answer.type
}

/** A new page of this person, whose line is up. */
const standing = async (person: Person, callId: string): Promise<string> => {
  const pageId = randomUUID()
  expect(await offered(person, callId, pageId)).toBe('success')
  return pageId
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
    const accepted = await broadcaster.request('acceptCall', { callId, pageId: phone })
    expect(accepted).toMatchObject({ call: { phase: 'connecting', linePageId: phone } })
    expect(await lineOf(caller, callId)).toBe(dialling)
    // What a page with a place sent before the answer may come after it; no other page opens anything.
    const all = async () => [
      await offered(caller, callId, dialling),
      await offered(broadcaster, callId, phone),
      await offered(broadcaster, callId, laptop),
      await offered(caller, callId, phone),
    ]
    expect(await all()).toEqual(['success', 'success', 'callNotRinging', 'callNotRinging'])
    await broadcaster.request('endCall', { callId })
    expect(await lineOf(caller, callId)).toBeUndefined()
    expect(new Set(await all())).toEqual(new Set(['callNotRinging']))
  })

  it.each([
    ['declined', ({ broadcaster, callId }) => broadcaster.request('declineCall', { callId })],
    ['cancelled', ({ caller, callId }) => caller.request('cancelCall', { callId })],
    ['missed', ({ callId }) => age(callId, 31)],
  ] as const satisfies [string, (call: Awaited<ReturnType<typeof ringing>>) => Promise<unknown>][])(
    'end on both sides when it is %s',
    async (_what, end) => {
      const call = await ringing('voice')
      const { caller, broadcaster, callId } = call
      const pages = [
        [caller, await standing(caller, callId)],
        [broadcaster, await standing(broadcaster, callId)],
      ] as const
      expect(world.media.hasLines(callId)).toBe(true)
      await end(call)
      await expect.poll(() => world.media.hasLines(callId)).toBe(false)
      for (const [person, page] of pages) expect(await offered(person, callId, page)).toBe('callNotRinging')
    },
  )

  it('are not taken over by an answer that names no page, or by another page than the one that dialled last', async () => {
    const { caller, broadcaster, callId } = await ringing()
    const before = await standing(caller, callId)
    const dialling = await standing(caller, callId)
    await standing(broadcaster, callId)
    expect(await broadcaster.request('acceptCall', { callId })).not.toHaveProperty('call.linePageId')
    expect(await lineOf(caller, callId)).toBe(dialling)
    expect(await offered(caller, callId, before)).toBe('callNotRinging')
  })

  it('have their place on the page that dials before its offer has come', async () => {
    const [caller, broadcaster] = [await world.caller(1_000), await world.broadcaster()]
    const [callId, pageId] = [newCallId(), randomUUID()]
    // The ring goes out, and may be answered, before the dialler's request is.
    const answered = Promise.withResolvers<unknown>()
    const stop = world.context.events.subscribe((event) => {
      if (event.type !== 'call:changed' || event.callId !== callId) return
      stop()
      answered.resolve(broadcaster.request('acceptCall', { callId, pageId: randomUUID() }))
    })
    await caller.request('sendCallRequest', { callId, pageId, partnerId: broadcaster.id, callType: 'video' })
    expect(await answered.promise).toMatchObject({ type: 'success' })
    expect(await lineOf(caller, callId)).toBe(pageId)
    expect(await offered(caller, callId, pageId)).toBe('success')
  })

  it('end on the page that gives them up, and on no other one', async () => {
    const { caller, broadcaster, callId } = await ringing()
    const pageId = await standing(broadcaster, callId)
    await caller.request('closeCallLine', { callId, pageId, attempt: 1 })
    await broadcaster.request('closeCallLine', { callId, pageId: randomUUID(), attempt: 1 })
    expect(world.media.hasLines(callId)).toBe(true)
    await broadcaster.request('closeCallLine', { callId, pageId, attempt: 1 })
    expect(world.media.hasLines(callId)).toBe(false)
  })

  it('that the media server has lost give no place, and their pages are told', async () => {
    const { caller, broadcaster, callId } = await ringing()
    await standing(caller, callId)
    const pageId = await standing(broadcaster, callId)
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

describe('offers of lines', () => {
  it('are those of the members of this ring alone', async () => {
    const { callId } = await ringing()
    const stranger = await world.caller(1_000)
    expect(await offered(stranger, callId, randomUUID())).toBe('notFound')
    expect(await offered(stranger, newCallId(), randomUUID())).toBe('notFound')
    await stranger.request('closeCallLine', { callId, pageId: randomUUID(), attempt: 1 })
  })

  it('are the dialler’s only from the session that dialled, also once the call is answered', async () => {
    const { caller, broadcaster, callId } = await ringing()
    const tablet = await world.onAnotherDevice(caller)
    expect(await offered(tablet, callId, randomUUID())).toBe('callNotRinging')
    const dialling = await standing(caller, callId)
    const phone = await world.onAnotherDevice(broadcaster)
    const page = await standing(phone, callId)
    await phone.request('acceptCall', { callId, pageId: page })
    // Every session of a member can read which page has the place.
    expect(await offered(tablet, callId, dialling)).toBe('callNotRinging')
    expect(await offered(broadcaster, callId, page)).toBe('callNotRinging')
    expect(await offered(phone, callId, page)).toBe('success')
    // A side that goes on elsewhere belongs to that session.
    await tablet.request('joinCall', { callId, pageId: randomUUID() })
    expect(await offered(caller, callId, dialling)).toBe('callNotRinging')
  })

  it('are none of a running call', async () => {
    const { caller, broadcaster, callId } = await ringing()
    const dialling = await standing(caller, callId)
    await broadcaster.request('acceptCall', { callId, pageId: randomUUID() })
    await world.database.sql`update call set phase = 'inCall', connected_at = now() where id = ${callId}`
    expect(await offered(caller, callId, dialling)).toBe('callNotRinging')
  })

  it.each([
    ['that can’t be answered', 422, 'badInput'],
    ['of a page without the place', 409, 'callNotRinging'],
    ['where there are too many', 503, 'mediaUnavailable'],
  ] as const)('%s are refused', async (_what, status, code) => {
    const { caller, callId } = await ringing()
    world.media.refusesLinks = status
    expect(await offered(caller, callId, randomUUID())).toBe(code)
    world.media.refusesLinks = null
  })

  it('are as long as those of WHIP may be', async () => {
    expect(offerLengthMax).toBe(offerBytesMax)
    const { caller, callId } = await ringing()
    expect(await offered(caller, callId, randomUUID(), 'v'.repeat(offerLengthMax + 1))).toBe('badInput')
  })

  it('are limited, and take nothing from the offers of the call', async () => {
    const { caller, broadcaster, callId } = await ringing()
    const codes: string[] = []
    while (codes.length < 80 && codes.at(-1) !== 'tooManyRequests')
      codes.push(await offered(caller, callId, randomUUID()))
    expect(codes.at(-1)).toBe('tooManyRequests')
    const end = { callId, pageId: randomUUID(), attempt: 1 }
    expect(await caller.request('closeCallLine', end)).toMatchObject({ code: 'tooManyRequests' })
    await broadcaster.request('acceptCall', { callId })
    const joined = await caller.request('joinCall', { callId })
    const bearer = joined.type === 'success' ? joined.rtc_channel_token : joined.code
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/sdp' }
    const whip = await world.request(`/api/media/whip/${callId}`, {
      method: 'POST',
      headers,
      body: 'v=0\r\n',
    })
    expect(whip.status).toBe(201)
  })
})
