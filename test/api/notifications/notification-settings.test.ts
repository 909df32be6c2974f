import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { RequestOf } from '#contract/core/endpoint.ts'
import type {
  NotificationChoice,
  notificationSettingsEndpoints,
} from '#contract/notifications/notification-settings.ts'
import { addMemberNotices } from '#server/notifications/add-notifications.ts'
import { mailNotices } from '#server/notifications/mail-notifications.ts'
import type { ExpiringLot } from '#server/notifications/stored-notices.ts'
import type { PushStandIn } from '#test/helpers/stand-ins/push-stand-in.ts'
import type { Person, TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from '../calls/call-steps.ts'
import { chatSteps } from '../chat/chat-steps.ts'
import { pushSteps } from '../push/push-steps.ts'
import { withPushStandIn } from '../push/push-world.ts'

let world: TestWorld
let standIn: PushStandIn
const { age, endOf, ring } = callSteps(() => world)
const { send } = chatSteps(() => world)
const { allow } = pushSteps(
  () => world,
  () => standIn,
)
withPushStandIn((made) => {
  ;({ world, standIn } = made)
})

type Changes = RequestOf<typeof notificationSettingsEndpoints.updateNotificationSettings>

const settingsOf = async (person: Person) => {
  const answer = await person.request('getNotificationSettings', {})
  if (answer.type === 'error') throw new Error(answer.code)
  return answer.settings
}
const set = (person: Person, changes: Changes) => person.request('updateNotificationSettings', changes)
const choose = async (
  person: Person,
  kind: NotificationChoice['kind'],
  channel: NotificationChoice['channel'],
  isOn: boolean,
) => expect(await set(person, { choices: [{ kind, channel, isOn }] })).toMatchObject({ type: 'success' })
/** Sets quiet hours around the clock, except for a minute that isn't now. */
const sleep = async (person: Person, ringsPass: boolean) => {
  const minute = (Math.floor(Date.now() / 60_000) + 540 + 720) % 1440
  const quietHours = { isOn: true, fromMinute: (minute + 1) % 1440, toMinute: minute, ringsPass }
  expect(await set(person, { quietHours })).toMatchObject({ settings: { quietHours } })
}
const kindsAt = async ({ received }: { received: { message: { kind: string } | null }[] }) => {
  await world.context.push.idle()
  return received.map(({ message }) => message?.kind)
}
const ringOut = async (dialler: Person, callId: string) => {
  for (let second = 0; second < 30; second += 5) {
    expect(await endOf(dialler, callId)).toBeNull()
    await age(callId, 5)
  }
}

describe('the settings', () => {
  it('change one by one, from every device', async () => {
    const caller = await world.caller(0)
    const elsewhere = await world.onAnotherDevice(caller)
    const before = await settingsOf(caller)
    expect(before.quietHours).toEqual({ isOn: false, fromMinute: 1380, toMinute: 420, ringsPass: false })
    expect(before.mailAddress).toBeNull()
    await Promise.all([
      choose(caller, 'chat', 'push', false),
      choose(elsewhere, 'pointsExpiring', 'inApp', false),
      set(elsewhere, { quietHours: { isOn: true } }),
    ])
    const off = (await settingsOf(caller)).choices.filter(({ isOn }) => !isOn)
    expect(off).toEqual(
      expect.arrayContaining([
        { kind: 'chat', channel: 'push', isOn: false },
        { kind: 'pointsExpiring', channel: 'inApp', isOn: false },
      ]),
    )
    expect((await settingsOf(caller)).quietHours).toMatchObject({ isOn: true, fromMinute: 1380 })
    await choose(caller, 'chat', 'push', true)
    await choose(caller, 'pointsExpiring', 'inApp', true)
    expect((await settingsOf(caller)).choices).toEqual(before.choices)
  })

  it('are refused as a whole when one does not exist', async () => {
    const caller = await world.caller(0)
    const before = await settingsOf(caller)
    const chat = { kind: 'chat', channel: 'push', isOn: false } as const
    const mailedRing = { kind: 'ring', channel: 'mail', isOn: true } as const
    expect(await set(caller, { choices: [chat, mailedRing] })).toMatchObject({ code: 'notificationUnknown' })
    expect(await set(caller, { choices: [chat], quietHours: { toMinute: 1380 } })).toMatchObject({
      code: 'quietHoursWrong',
    })
    expect(await settingsOf(caller)).toEqual(before)
  })
})

describe('a ring', () => {
  it('is not pushed to a member who switched that off, and still leaves its missed-call card', async () => {
    const [caller, broadcaster] = [await world.caller(), await world.broadcaster()]
    const browser = await allow(broadcaster)
    await choose(broadcaster, 'ring', 'push', false)
    const first = await ring(caller, broadcaster)
    await caller.request('cancelCall', { callId: first.callId })
    const { callId } = await ring(caller, broadcaster)
    expect(await kindsAt(browser)).toEqual(['ringOver'])
    await ringOut(caller, callId)
    await world.context.push.idle()
    expect(browser.received.map(({ message }) => message)).toMatchObject([
      { kind: 'ringOver', callId: first.callId, isMissed: true },
      { kind: 'ringOver', callId, isMissed: true },
    ])
    await choose(broadcaster, 'missedCall', 'push', false)
    const silent = await ring(caller, broadcaster)
    await caller.request('cancelCall', { callId: silent.callId })
    await world.context.push.idle()
    expect(browser.received).toHaveLength(2)
  })

  it('is only removed where missed calls are switched off', async () => {
    const [caller, broadcaster] = [await world.caller(), await world.broadcaster()]
    const browser = await allow(broadcaster)
    await choose(broadcaster, 'missedCall', 'push', false)
    const { callId } = await ring(caller, broadcaster)
    // An end that is faster than the push leaves nothing to remove.
    expect(await kindsAt(browser)).toEqual(['ring'])
    await caller.request('cancelCall', { callId })
    await world.context.push.idle()
    expect(browser.received.map(({ message }) => message)).toMatchObject([
      { kind: 'ring' },
      { kind: 'ringOver', isMissed: false },
    ])
  })

  it('respects quiet hours, unless the member lets rings pass or is on push standby', async () => {
    const [caller, broadcaster] = [await world.caller(), await world.broadcaster()]
    const browser = await allow(broadcaster)
    const ringsNow = async () => {
      const before = browser.received.length
      const { callId } = await ring(caller, broadcaster)
      await world.context.push.idle()
      await caller.request('cancelCall', { callId })
      await world.context.push.idle()
      return browser.received.slice(before).map(({ message }) => message?.kind)
    }
    await sleep(broadcaster, false)
    expect(await ringsNow()).toEqual([])
    await sleep(broadcaster, true)
    expect(await ringsNow()).toEqual(['ring', 'ringOver'])
    await sleep(broadcaster, false)
    expect(await broadcaster.request('updatePushStandby', { pushStandby: true })).toMatchObject({
      type: 'success',
    })
    expect(await ringsNow()).toEqual(['ring', 'ringOver'])
  })

  it('whose push is switched off ends push standby, which then cannot begin', async () => {
    const [caller, broadcaster] = [await world.caller(), await world.broadcaster()]
    await allow(broadcaster)
    await broadcaster.request('updatePushStandby', { pushStandby: true })
    await world.database.sql`update presence set here_until = now() where member_id = ${broadcaster.id}`
    const stateOf = async () => {
      const answer = await caller.request('getUserInfForWeb', { userId: broadcaster.id })
      return answer.type === 'success' && answer.user.state
    }
    expect(await stateOf()).toBe('standby')
    await choose(broadcaster, 'ring', 'push', false)
    expect(await stateOf()).toBe('offline')
    expect(await broadcaster.request('updatePushStandby', { pushStandby: true })).toMatchObject({
      code: 'ringPushOff',
    })
    await choose(broadcaster, 'ring', 'push', true)
    expect(await broadcaster.request('updatePushStandby', { pushStandby: true })).toMatchObject({
      type: 'success',
    })
  })
})

describe('a message', () => {
  it('is pushed once a minute, without its text, and not to members who switched it off or have quiet hours', async () => {
    const [caller, broadcaster] = [await world.caller(), await world.broadcaster({ standby: false })]
    const browser = await allow(broadcaster)
    await send(caller, broadcaster, 'こんばんは')
    await send(caller, broadcaster, 'いますか')
    expect(await kindsAt(browser)).toEqual(['chat'])
    expect(browser.received[0]?.message).toEqual({
      kind: 'chat',
      partnerId: caller.id,
      partnerName: caller.viewer.name,
    })
    const another = await world.caller()
    await sleep(broadcaster, true)
    await send(another, broadcaster, 'はじめまして')
    expect(await kindsAt(browser)).toEqual(['chat'])
    await set(broadcaster, { quietHours: { isOn: false } })
    await choose(broadcaster, 'chat', 'push', false)
    await send(another, broadcaster, 'また来ます')
    expect(await kindsAt(browser)).toEqual(['chat'])
    await choose(broadcaster, 'chat', 'push', true)
    await send(another, broadcaster, 'お話ししたいです')
    expect(await kindsAt(browser)).toEqual(['chat', 'chat'])
  })

  it('is not pushed beside an open page', async () => {
    const [caller, broadcaster] = [await world.caller(), await world.broadcaster({ standby: false })]
    const browser = await allow(broadcaster)
    await world.context.presence.opened(broadcaster.id)
    await send(caller, broadcaster, 'こんばんは')
    expect(await kindsAt(browser)).toEqual([])
    await world.context.presence.closed(broadcaster.id, 'left')
  })
})

it('an invitation to a video call is not pushed to a member who switched it off', async () => {
  const [caller, broadcaster] = [await world.caller(), await world.broadcaster({ standby: false })]
  const browser = await allow(broadcaster)
  await choose(broadcaster, 'videoRequest', 'push', false)
  expect(
    await caller.request('sendVideoRequest', { requestId: randomUUID(), partnerId: broadcaster.id }),
  ).toMatchObject({
    type: 'success',
  })
  expect(await kindsAt(browser)).toEqual([])
})

describe('a favourite who goes on standby', () => {
  const waiting = async (broadcaster: Person, isWaiting: boolean) => {
    expect(await broadcaster.request('updateCallWaiting', { waiting: isWaiting })).toMatchObject({
      type: 'success',
    })
    await world.context.push.idle()
  }
  const addFavourite = async (caller: Person, broadcaster: Person) =>
    expect(
      await caller.request('addBookmark', { token: caller.viewer.token, partnerId: broadcaster.id }),
    ).toMatchObject({
      type: 'success',
    })

  it('is announced once an hour, to those who switched it on and have no page open', async () => {
    const broadcaster = await world.broadcaster({ standby: false })
    const [subscribed, silent, here] = [await world.caller(0), await world.caller(0), await world.caller(0)]
    const browsers = [await allow(subscribed), await allow(silent), await allow(here)]
    for (const fan of [subscribed, silent, here]) await addFavourite(fan, broadcaster)
    for (const fan of [subscribed, here]) await choose(fan, 'favouriteStandby', 'push', true)
    await world.context.presence.opened(here.id)
    await waiting(broadcaster, true)
    const kindsReceived = () => browsers.map(({ received }) => received.map(({ message }) => message?.kind))
    expect(kindsReceived()).toEqual([['favouriteStandby'], [], []])
    expect(browsers[0]?.received[0]).toMatchObject({
      message: { partnerId: broadcaster.id, partnerName: broadcaster.viewer.name },
      topic: `standby-${broadcaster.id}`,
    })
    await waiting(broadcaster, false)
    await waiting(broadcaster, true)
    expect(kindsReceived()).toEqual([['favouriteStandby'], [], []])
    await world.database.sql`
      update standby_announced set announced_at = now() - interval '1 hour' where member_id = ${broadcaster.id}`
    await waiting(broadcaster, true)
    expect(kindsReceived()).toEqual([['favouriteStandby'], [], []])
    await waiting(broadcaster, false)
    await waiting(broadcaster, true)
    expect(kindsReceived()).toEqual([['favouriteStandby', 'favouriteStandby'], [], []])
    await world.context.presence.closed(here.id, 'left')
  })

  it('is announced to nobody across a block, to no deactivated account, and not in quiet hours', async () => {
    const broadcaster = await world.broadcaster({ standby: false })
    const fans = [await world.caller(0), await world.caller(0), await world.caller(0), await world.caller(0)]
    const browsers = await Promise.all(fans.map(allow))
    for (const fan of fans) {
      await addFavourite(fan, broadcaster)
      await choose(fan, 'favouriteStandby', 'push', true)
    }
    const [blocker, blocked, young, asleep] = fans as [Person, Person, Person, Person]
    await blocker.request('addBlock', { partnerId: broadcaster.id })
    await broadcaster.request('addBlock', { partnerId: blocked.id })
    await young.request('stateBirthDate', { birthDate: `${new Date().getFullYear() - 12}-01-01` })
    await sleep(asleep, true)
    await waiting(broadcaster, true)
    expect(browsers.map(({ received }) => received.length)).toEqual([0, 0, 0, 0])
  })
})

it('in the app: a kind that is switched off is not added, and warnings are', async () => {
  const caller = await world.caller(0)
  const broadcaster = await world.broadcaster()
  await choose(caller, 'reviewAnswered', 'inApp', false)
  await addMemberNotices(world.context.db, [
    { memberId: caller.id, actorId: broadcaster.id, once: 'a', about: { kind: 'reviewAnswered' } },
    { memberId: caller.id, once: null, about: { kind: 'safetyWarning', reason: 'fraud' } },
  ])
  const answer = await caller.request('getNotifications', {})
  expect(answer).toMatchObject({ notifications: [{ about: { kind: 'safetyWarning' } }] })
})

describe('by mail', () => {
  const address = (person: Person) =>
    world.database.sql`update member set email = ${`${person.id}@mail.example`} where id = ${person.id}`
  const mailsTo = async (person: Person) => [
    ...(await world.database.sql<{ recipient: string; subject: string; body: string }[]>`
      select recipient, subject, body from outgoing_mail where member_id = ${person.id}`),
  ]
  const answered = (memberId: string) =>
    world.context.db
      .transaction()
      .execute((tx) =>
        mailNotices({ ...world.context, mailer: { isThere: true } }, tx, [
          { memberId, about: { kind: 'reviewAnswered' } },
        ]),
      )

  it('an answer is mailed to those who switched it on and have an address, and names nobody', async () => {
    const broadcaster = await world.broadcaster()
    const [subscribed, silent, homeless] = [
      await world.caller(0),
      await world.caller(0),
      await world.caller(0),
    ]
    for (const caller of [subscribed, silent]) await address(caller)
    for (const caller of [subscribed, homeless]) await choose(caller, 'reviewAnswered', 'mail', true)
    for (const caller of [subscribed, silent, homeless]) await answered(caller.id)
    // A stranger who holds an open phone must not learn the address for a password reset.
    expect((await settingsOf(subscribed)).mailAddress).toBe(`${subscribed.id.slice(0, 2)}•••@mail.example`)
    const [mail, ...others] = await mailsTo(subscribed)
    expect(mail).toMatchObject({
      recipient: `${subscribed.id}@mail.example`,
      subject: expect.stringContaining('返信'),
    })
    expect(mail?.body).not.toContain(broadcaster.viewer.name)
    expect(others).toEqual([])
    expect(await mailsTo(silent)).toEqual([])
    expect(await mailsTo(homeless)).toEqual([])
  })

  it('expiring points are announced in one mail, until the member switches it off', async () => {
    const caller = await world.caller(0)
    await address(caller)
    const lots = [1, 2].map((lotId) => ({
      memberId: caller.id,
      about: {
        kind: 'pointsExpiring',
        lotId,
        lotKind: 'paid',
        expiresAt: `2027-01-0${lotId}T00:00:00.000Z`,
      },
    })) as { memberId: string; about: ExpiringLot }[]
    const mail = () =>
      world.context.db
        .transaction()
        .execute((tx) => mailNotices({ ...world.context, mailer: { isThere: true } }, tx, lots))
    await mail()
    expect(await mailsTo(caller)).toMatchObject([{ body: expect.stringContaining('2027年1月1日') }])
    await choose(caller, 'pointsExpiring', 'mail', false)
    await mail()
    expect(await mailsTo(caller)).toHaveLength(1)
  })
})
