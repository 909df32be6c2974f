import { expect, it } from 'vitest'
import { japaneseDayStart } from '#domain/text/japanese-day.ts'
import type { PushStandIn } from '#test/helpers/stand-ins/push-stand-in.ts'
import { newCallId, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { pushSteps } from '../push/push-steps.ts'
import { withPushStandIn } from '../push/push-world.ts'
import { liveSteps } from './live-steps.ts'

let world: TestWorld
let standIn: PushStandIn
const { start } = liveSteps(() => world)
const { allow } = pushSteps(
  () => world,
  () => standIn,
)
withPushStandIn((made) => {
  ;({ world, standIn } = made)
})

const live = async (broadcaster: Person) => {
  const roomId = newCallId()
  expect(await start(broadcaster, roomId)).toMatchObject({ type: 'success' })
  world.media.publishes(roomId, true)
  await world.settled()
  await world.context.push.idle()
  expect(await broadcaster.request('endLive', { roomId })).toMatchObject({ type: 'success' })
}

it('a room is announced once a Japanese day to those who favour its broadcaster, unless switched off', async () => {
  const broadcaster = await world.broadcaster()
  const people = {
    follower: await world.caller(0),
    silent: await world.caller(0),
    here: await world.caller(0),
    blocked: await world.caller(0),
    stranger: await world.caller(0),
  }
  const { follower, silent, here, blocked } = people
  const browsers = await Promise.all(Object.values(people).map(allow))
  for (const fan of [follower, silent, here, blocked])
    expect(
      await fan.request('addBookmark', { token: fan.viewer.token, partnerId: broadcaster.id }),
    ).toMatchObject({ type: 'success' })
  await silent.request('updateNotificationSettings', {
    choices: [{ kind: 'favouriteLive', channel: 'push', isOn: false }],
  })
  await broadcaster.request('addBlock', { partnerId: blocked.id })
  await world.context.presence.opened(here.id)

  const announced = () => browsers.map(({ received }) => received.map(({ message }) => message?.kind))
  await live(broadcaster)
  expect(announced()).toEqual([['favouriteLive'], [], [], [], []])
  expect(browsers[0]?.received[0]).toMatchObject({
    message: { partnerId: broadcaster.id, partnerName: broadcaster.viewer.name },
    topic: `live-${broadcaster.id}`,
  })
  await live(broadcaster)
  expect(announced()[0]).toEqual(['favouriteLive'])
  const yesterday = new Date(japaneseDayStart(world.context.now()) - 1)
  await world.database
    .sql`update live_announced set announced_at = ${yesterday} where member_id = ${broadcaster.id}`
  await live(broadcaster)
  expect(announced()).toEqual([['favouriteLive', 'favouriteLive'], [], [], [], []])
  await world.context.presence.closed(here.id, 'left')
})
