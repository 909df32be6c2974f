import { describe, expect, it } from 'vitest'
import {
  queueFollowerAnnouncement,
  sendFollowerAnnouncements,
} from '#server/favourites/follower-announcements.ts'
import { pushNotifications } from '#server/push/actions/push-notifications.ts'
import type { PushStandIn } from '#test/helpers/stand-ins/push-stand-in.ts'
import type { Person, TestWorld } from '#test/helpers/test-world.ts'
import { pushSteps } from '../push/push-steps.ts'
import { withPushStandIn } from '../push/push-world.ts'
import { comment, post } from '../timeline/timeline-steps.ts'

let world: TestWorld
let standIn: PushStandIn
const { allow } = pushSteps(
  () => world,
  () => standIn,
)
withPushStandIn((made) => {
  ;({ world, standIn } = made)
})

const aboutsOf = async (person: Person) => {
  const answer = await person.request('getNotifications', {})
  if (answer.type === 'error') throw new Error(answer.code)
  return answer.notifications.map(({ about }) => about)
}
const favour = (caller: Person, broadcaster: Person) =>
  caller.request('addBookmark', { token: caller.viewer.token, partnerId: broadcaster.id })
/** What the inbox pushes now. */
const pushAll = async () => {
  await pushNotifications(world.context)
  await world.context.push.idle()
}

describe('announcements of a favourite', () => {
  it('reach followers once, whatever is spread twice, and neither those behind a block nor those who refused', async () => {
    const broadcaster = await world.broadcaster()
    const [fan, blocked, silent] = [await world.caller(0), await world.caller(0), await world.caller(0)]
    for (const caller of [fan, blocked, silent]) await favour(caller, broadcaster)
    await broadcaster.request('addBlock', { partnerId: blocked.id })
    await silent.request('updateNotificationSettings', {
      choices: [{ kind: 'favouritePost', channel: 'inApp', isOn: false }],
    })
    const { postId } = await post(broadcaster)
    for (const _twice of [1, 2]) {
      await sendFollowerAnnouncements(world.context)
      await queueFollowerAnnouncement(world.context.db, {
        ...{ kind: 'favouritePost', subject: postId, broadcasterId: broadcaster.id },
      })
    }
    await sendFollowerAnnouncements(world.context)
    expect(await aboutsOf(fan)).toEqual([
      {
        kind: 'favouritePost',
        postId,
        ...{ partnerId: broadcaster.id, partnerName: broadcaster.viewer.name },
      },
    ])
    for (const caller of [blocked, silent]) expect(await aboutsOf(caller)).toEqual([])
  })

  it('come of one post an hour, also when that one was deleted', async () => {
    const [broadcaster, fan] = [await world.broadcaster(), await world.caller(0)]
    await favour(fan, broadcaster)
    const announced = async () => {
      const { postId } = await post(broadcaster)
      await sendFollowerAnnouncements(world.context)
      const told = (await aboutsOf(fan)).map((about) => about.kind === 'favouritePost' && about.postId)
      return { postId, told }
    }
    const first = await announced()
    expect(first.told).toEqual([first.postId])
    await broadcaster.request('deleteTimeline', { postId: first.postId })
    expect((await announced()).told).toEqual([first.postId])
    await world.database.sql`
      update timeline_post set posted_at = posted_at - interval '61 minutes' where author_id = ${broadcaster.id}`
    const later = await announced()
    expect(later.told).toEqual([later.postId])
  })

  it('wait until they are due', async () => {
    const [broadcaster, fan] = [await world.broadcaster(), await world.caller(0)]
    await favour(fan, broadcaster)
    const subject = '0190f8a0-0000-7000-8000-000000000001'
    const announcement = { kind: 'favouriteItem', subject, broadcasterId: broadcaster.id } as const
    await queueFollowerAnnouncement(world.context.db, announcement, new Date(Date.now() + 3_600_000))
    await sendFollowerAnnouncements(world.context)
    expect(await aboutsOf(fan)).toEqual([])
    await world.database.sql`update follower_announcement set due_at = now() where subject = ${subject}`
    await sendFollowerAnnouncements(world.context)
    expect(await aboutsOf(fan)).toMatchObject([{ kind: 'favouriteItem', itemId: subject }])
  })
})

it('likes are told together, and one that comes and goes is told once', async () => {
  const writer = await world.broadcaster()
  const [one, other] = [await world.caller(0), await world.caller(0)]
  const { postId } = await post(writer)
  for (const isLiked of [true, false, true]) await one.request('likeTimeline', { postId, isLiked })
  await other.request('likeTimeline', { postId, isLiked: true })
  await writer.request('likeTimeline', { postId, isLiked: true })
  expect(await aboutsOf(writer)).toMatchObject([
    { kind: 'timeline', moment: 'like', postId, commentId: null, partnerId: other.id, others: 1 },
  ])
})

describe('a push of the inbox', () => {
  const messages = ({ received }: { received: { message: unknown }[] }) =>
    received.map(({ message }) => message)

  it('comes once, leads to the very comment and holds no text', async () => {
    const [writer, caller] = [await world.broadcaster(), await world.caller(0)]
    const browser = await allow(writer)
    const { postId } = await post(writer)
    const { commentId } = await comment(caller, postId, '会いたいです')
    await pushAll()
    await pushAll()
    expect(messages(browser)).toEqual([
      {
        kind: 'inbox',
        key: `timeline-${postId}:comment`,
        about: { kind: 'timeline', moment: 'comment' },
        partnerName: caller.viewer.name,
        target: { screen: 'timelinePost', postId, commentId },
      },
    ])
  })

  it('does not name a caller to a caller', async () => {
    const [writer, answerer] = [await world.caller(0), await world.caller(0)]
    const { postId } = await post(await world.broadcaster())
    const { commentId } = await comment(writer, postId)
    const browser = await allow(writer)
    await pushAll()
    await comment(answerer, postId, { text: '本当に', parentId: commentId })
    await pushAll()
    expect(messages(browser)).toMatchObject([{ about: { moment: 'answer' }, partnerName: '' }])
  })

  it('is lost to a switch, quiet hours, an open page, a block and a read mark', async () => {
    const caller = await world.caller(0)
    const quiet = async (writer: Person) => {
      const minute = (Math.floor(Date.now() / 60_000) + 540 + 720) % 1440
      const quietHours = { isOn: true, fromMinute: (minute + 1) % 1440, toMinute: minute }
      await writer.request('updateNotificationSettings', { quietHours })
    }
    const hindrances: ((writer: Person) => Promise<unknown>)[] = [
      (writer) =>
        writer.request('updateNotificationSettings', {
          choices: [{ kind: 'timeline', channel: 'push', isOn: false }],
        }),
      quiet,
      (writer) => world.context.presence.opened(writer.id),
      (writer) => writer.request('addBlock', { partnerId: caller.id }),
      (writer) => writer.request('markNotificationsRead', { upTo: Number.MAX_SAFE_INTEGER }),
    ]
    const writers = await Promise.all(hindrances.map(() => world.broadcaster({ standby: false })))
    const browsers = await Promise.all(writers.map(allow))
    for (const [index, hinder] of hindrances.entries()) {
      const writer = writers[index] as Person
      const { postId } = await post(writer)
      await comment(caller, postId)
      await hinder(writer)
    }
    await pushAll()
    expect(browsers.map(({ received }) => received.length)).toEqual([0, 0, 0, 0, 0])
    await world.context.presence.closed(writers[2]?.id ?? '', 'left')
  })
})
