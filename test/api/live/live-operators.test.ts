import { afterAll, beforeAll, expect, it } from 'vitest'
import { openNode } from '#test/helpers/open-node.ts'
import { createTestWorld, newCallId, type TestWorld } from '#test/helpers/test-world.ts'
import {
  createOperatorWorld,
  granted,
  type OperatorBrowser,
  type OperatorWorld,
} from '../operators/operator-world.ts'
import { liveSteps } from './live-steps.ts'

let operators: OperatorWorld
let world: TestWorld
let at: OperatorBrowser
/** The operators' console runs in another process than the rooms. */
let closeNode: () => Promise<void>
const { enter, room, watcher } = liveSteps(() => world)
beforeAll(async () => {
  operators = await createOperatorWorld()
  // The processes sign their requests to each other with the time.
  operators.clock.nowMs = Date.now()
  world = await createTestWorld({ beside: operators })
  closeNode = await openNode(world)
  at = await operators.signedIn()
})
afterAll(async () => {
  await closeNode()
  await world.close()
  await operators.close()
})

it('shows operators the rooms that run, and what was paid in them', async () => {
  const { broadcaster, roomId } = await room()
  const { callId, watcher: one } = await watcher(roomId, 1_000)
  world.media.flow(callId, 10_000 + 60_000)
  await world.settled()
  await one.request('payPresentMenuPoint', {
    ...{ roomId, giftId: newCallId(), presentId: 'flower', quantity: 1, expectedPoints: 50 },
  })
  expect(granted(await at.request('operatorLiveRooms', {})).rooms).toMatchObject([
    { roomId, broadcasterId: broadcaster.id, watchers: 1, isOnAir: true, paidPoints: 250 },
  ])
  await broadcaster.request('endLive', { roomId })
  expect(granted(await at.request('operatorLiveRooms', {})).rooms).toEqual([])
})

it('ends a room with a reason that its broadcaster reads, and writes it down', async () => {
  const { broadcaster, roomId } = await room()
  const { callId, watcher: one } = await watcher(roomId)
  const input = { roomId, note: '規約に反する内容が映っていました。' }
  expect(await at.request('operatorEndLive', input)).toEqual({ type: 'success' })
  expect(await at.request('operatorEndLive', input)).toMatchObject({ code: 'liveOver' })
  expect(await one.request('getCall', { callId })).toMatchObject({ call: { endReason: 'byOperator' } })
  expect(await broadcaster.request('getLiveSummary', { roomId })).toMatchObject({
    summary: { endReason: 'byOperator', operatorNote: input.note },
  })
  expect((await operators.audit()).at(-1)).toMatchObject({
    ...{ action: 'operatorEndLive', subject: `member:${broadcaster.id}` },
  })
})

it('leaves a room as it is when its end can’t be written down', async () => {
  const { broadcaster, roomId } = await room()
  const { sql } = world.database
  await sql`alter table operator_audit add constraint full_for_once check (action <> 'operatorEndLive') not valid`
  const input = { roomId, note: '確認します。' }
  expect(await at.request('operatorEndLive', input)).toMatchObject({ type: 'error' })
  await sql`alter table operator_audit drop constraint full_for_once`
  expect(await broadcaster.request('getMyLive', {})).toMatchObject({ live: { room: { roomId } } })
  const [row] = await sql`select ended_at, operator_note from live_room where id = ${roomId}`
  expect(row).toEqual({ ended_at: null, operator_note: null })
  expect(await at.request('operatorEndLive', input)).toEqual({ type: 'success' })
})

it('opens a silent look that receives alone, has no meter, and is written down', async () => {
  const { broadcaster, roomId } = await room()
  const look = granted(await at.request('operatorWatchLive', { roomId }))
  const send = async (path: string) => {
    const headers = { authorization: `Bearer ${look.token}`, 'content-type': 'application/sdp' }
    return (await world.request(path, { method: 'POST', headers, body: 'v=0' })).status
  }
  expect(await send(look.path)).toBe(201)
  expect(await send(`/api/media/whip/${roomId}`)).toBe(403)
  expect(await send(`/api/media/whep/${newCallId()}`)).toBe(401)
  expect([...world.media.readings().keys()]).toEqual([])
  expect(await broadcaster.request('getMyLive', {})).toMatchObject({ live: { room: { watchers: 0 } } })
  expect((await operators.audit()).at(-1)).toMatchObject({ action: 'operatorWatchLive' })
  await broadcaster.request('endLive', { roomId })
  expect(await send(look.path)).toBe(404)
})

it('sets the limit, the free look and the bounds of rooms from then on', async () => {
  const settings = {
    dailyLimitMin: 60,
    freeLookSec: 0,
    watch: { min: 100, max: 300 },
    call: { min: 200, max: 600 },
  }
  const { settings: before } = granted(await at.request('operatorLiveRooms', {}))
  expect(
    await at.request('operatorSetLiveSettings', { ...settings, watch: { min: 300, max: 100 } }),
  ).toMatchObject({
    code: 'rateBoundsWrong',
  })
  expect(await at.request('operatorSetLiveSettings', settings)).toEqual({ type: 'success' })
  expect(granted(await at.request('operatorLiveRooms', {})).settings).toEqual(settings)
  const { broadcaster, roomId } = await room()
  expect(await broadcaster.request('getMyLive', {})).toMatchObject({
    bounds: { watch: settings.watch, call: settings.call },
  })
  expect(await enter(await world.caller(), roomId, { isFreeLook: true })).toMatchObject({
    code: 'liveFreeLookUsed',
  })
  await broadcaster.request('endLive', { roomId })
  await at.request('operatorSetLiveSettings', before)
})
