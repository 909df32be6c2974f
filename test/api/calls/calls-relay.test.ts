import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { turnCredential } from '#server/calls/media/ice-servers.ts'
import { createTestWorld, newCallId, type TestWorld } from '#test/helpers/test-world.ts'

const turn = {
  urls: ['turn:turn.koyoi.example', 'turns:turn.koyoi.example?transport=tcp'],
  secret: 'north-south-east',
}

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

const ringing = async () => {
  const [caller, broadcaster] = [await world.caller(), await world.broadcaster()]
  const callId = newCallId()
  const sent = await caller.request('sendCallRequest', {
    callId,
    partnerId: broadcaster.id,
    callType: 'video',
  })
  return { caller, broadcaster, callId, sent }
}

describe('relays', () => {
  it('come to each side of a call with its tokens, under opaque names of its own, valid for a day', async () => {
    world.context.config.turn = turn
    const { caller, broadcaster, callId, sent } = await ringing()
    const accepted = await broadcaster.request('acceptCall', { callId })
    const joined = await caller.request('joinCall', { callId })
    const servers = [sent, accepted, joined].map((answer) => {
      if (answer.type === 'error') throw new Error(answer.code)
      const [server] = answer.ice_servers
      if (!server) throw new Error('no relay')
      return server
    })
    for (const { urls, username, credential } of servers) {
      const [endSec = '', word = ''] = username.split(':')
      expect(urls).toEqual(turn.urls)
      expect(turnCredential(turn.secret, word, Number(endSec) * 1000)).toEqual({ username, credential })
      expect(Number(endSec) - Date.now() / 1000).toBeGreaterThan(24 * 3_600 - 60)
      expect(Number(endSec) - Date.now() / 1000).toBeLessThanOrEqual(24 * 3_600)
      for (const secret of [caller.id, broadcaster.id, callId, turn.secret])
        expect(username).not.toContain(secret)
    }
    const [ofCaller, ofBroadcaster, again] = servers.map(({ username }) => username.split(':')[1])
    expect(ofCaller).toBe(again)
    expect(ofCaller).not.toBe(ofBroadcaster)
  })

  it('come to nobody else, and the specified info of a ring has no field for them', async () => {
    world.context.config.turn = turn
    const { caller, broadcaster, callId } = await ringing()
    const stranger = await world.caller()
    for (const name of ['joinCall', 'acceptCall', 'getCall'] as const)
      expect(await stranger.request(name, { callId })).toMatchObject({ type: 'error', code: 'notFound' })
    const incoming = async () => {
      const answer = await broadcaster.request('checkIncomingCall', {})
      return answer.type === 'success' ? answer.incomingInfo : null
    }
    await expect.poll(incoming).toMatchObject({ channel_id: callId })
    expect(Object.keys((await incoming()) ?? {}).sort()).toEqual([
      'app_id',
      'call_type',
      'channel_id',
      'date',
      'is_partner_in_second_apps',
      'rtc_channel_token',
      'rtm_channel_token',
      'sender_id',
    ])

    await caller.request('cancelCall', { callId })
    expect(await caller.request('joinCall', { callId })).toMatchObject({ type: 'error', code: 'callGone' })
  })

  it('are absent without configuration', async () => {
    world.context.config.turn = undefined
    const { sent } = await ringing()
    expect(sent).toMatchObject({ type: 'success', ice_servers: [] })
  })
})
