import { randomInt } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { leftMemberName } from '#contract/privacy/deactivation.ts'
import { updateAvatar } from '#server/account/actions/update-avatar.ts'
import { openSession } from '#server/members/actions/open-session.ts'
import { updateOwnProfile } from '#server/people/actions/update-own-profile.ts'
import type { Person, TestWorld } from '#test/helpers/test-world.ts'
import { createTestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from '../calls/call-steps.ts'
import { chatSteps } from '../chat/chat-steps.ts'
import { quitSteps } from './deactivation-steps.ts'

let world: TestWorld
const { connectedCall, pointOf, ring } = callSteps(() => world)
const { send } = chatSteps(() => world)
const { quit, signInClosed, passDays } = quitSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterEach(async () => {
  passDays(0)
  expect(await world.ledgerDefects()).toEqual([])
})
afterAll(() => world.close())

const success = { type: 'success' }
const terms = async (person: Person) => {
  const answer = await person.request('getQuitTerms', {})
  if (answer.type !== 'success') throw new Error(answer.code)
  return answer.terms
}
const nameOf = (person: Person) => `${person.viewer.role}${person.id}`

describe('leaving', () => {
  it('shows beforehand what would be lost', async () => {
    const [caller, broadcaster] = [await world.caller(1_200), await world.broadcaster()]
    await caller.request('addBookmark', { token: caller.viewer.token, partnerId: broadcaster.id })
    expect(await terms(caller)).toMatchObject({
      paidPoints: 1_200,
      freePoints: 0,
      favourites: 1,
      isInCall: false,
      openOrders: 0,
      hasOpenPayout: false,
      earnings: null,
      hasRecoveryMethod: false,
    })
    expect((await terms(broadcaster)).earnings).toMatchObject({ payable: 0, pending: 0 })
    const { callId } = await ring(caller, broadcaster)
    expect((await terms(caller)).isInCall).toBe(true)
    await caller.request('cancelCall', { callId })
  })

  it('deactivates the account at once, on all devices and for everybody', async () => {
    const [caller, broadcaster] = [await world.caller(), await world.broadcaster()]
    await caller.request('addBookmark', { token: caller.viewer.token, partnerId: broadcaster.id })
    await send(caller, broadcaster, 'こんばんは')
    await send(broadcaster, caller, 'こんばんは！')
    const broadcasterPhone = await world.onAnotherDevice(broadcaster)

    expect(await quit(broadcaster)).toMatchObject(success)
    for (const device of [broadcaster, broadcasterPhone])
      expect(await device.request('getMyUserInfo', {})).toMatchObject({ code: 'notLoggedIn' })
    expect(await caller.request('getUserInfForWeb', { userId: broadcaster.id })).toMatchObject({
      code: 'partnerUnavailable',
    })
    for (const found of [
      await caller.request('searchUsers', { limit: 60 }),
      await caller.request('getRecommendedUsers', { list: 'favourites', limit: 60 }),
      await caller.request('getRecommendedUsers', { list: 'standby', limit: 60 }),
      await caller.request('getBookmarks', {}),
    ]) {
      expect(found).toMatchObject(success)
      expect(JSON.stringify(found)).not.toContain(broadcaster.id)
    }
    expect((await ring(caller, broadcaster)).answer).toMatchObject({ code: 'partnerUnavailable' })
    expect(
      await caller.request('sendTextMessage', {
        messageId: crypto.randomUUID(),
        partnerId: broadcaster.id,
        text: 'どこですか',
      }),
    ).toMatchObject({ code: 'partnerUnavailable' })
    expect(
      await caller.request('addBookmark', { token: caller.viewer.token, partnerId: broadcaster.id }),
    ).toMatchObject({
      type: 'error',
    })
  })

  it('leaves the messages to the partner, without the name, to report and to block', async () => {
    const [caller, broadcaster, stranger] = [
      await world.caller(),
      await world.broadcaster(),
      await world.caller(),
    ]
    await send(broadcaster, caller, 'またかけてくださいね')
    await quit(broadcaster)
    const shown = await caller.request('getMoreMessages', {
      partnerId: broadcaster.id,
      from: { at: 'newest' },
    })
    expect(shown).toMatchObject({
      partner: { name: leftMemberName, avatarId: null, hasLeft: true, state: 'offline', role: 'broadcaster' },
      messages: [{}, { body: { text: 'またかけてくださいね' } }],
    })
    const list = await caller.request('getListConversation', {})
    expect(JSON.stringify([shown, list])).not.toContain(nameOf(broadcaster))
    const report = {
      partnerId: broadcaster.id,
      surface: 'chat',
      reason: 'contactExchange',
      text: '',
    } as const
    expect(await stranger.request('addReport', { reportId: crypto.randomUUID(), ...report })).toMatchObject({
      code: 'notFound',
    })
    expect(await caller.request('addReport', { reportId: crypto.randomUUID(), ...report })).toMatchObject(
      success,
    )
    expect(await caller.request('addBlock', { partnerId: broadcaster.id })).toEqual(success)
    expect(JSON.stringify(await caller.request('getListConversation', {}))).not.toContain(broadcaster.id)
  })

  it('removes the portrait from every page', async () => {
    const broadcaster = await world.broadcaster()
    const imageId = `face-${broadcaster.id}`
    await world.database.sql`insert into image (id, owner_id, kind, path, purpose)
      values (${imageId}, ${broadcaster.id}, 1, 'none.png', 'avatar')`
    await world.database.sql`update member set avatar_id = ${imageId} where id = ${broadcaster.id}`
    const find = async () => {
      const { findImage } = await import('#server/images/queries.ts')
      return findImage(world.context.db, { imageId, kind: 1, ownerId: null })
    }
    expect(await find()).not.toBeNull()
    await quit(broadcaster)
    expect(await find()).toBeNull()
  })

  it('is not undone by requests in progress: no name and no portrait returns', async () => {
    const broadcaster = await world.broadcaster()
    await quit(broadcaster)
    // Both passed the access check before the deactivation, and wait for its lock.
    await updateOwnProfile(world.context, broadcaster.viewer, { name: '美緒', isWarned: false })
    expect(await updateAvatar(world.context, broadcaster.id, null)).toEqual({ refused: 'imageGone' })
    const [row] = await world.database.sql`select name, avatar_id from member where id = ${broadcaster.id}`
    expect(row).toMatchObject({ name: leftMemberName, avatar_id: null })
  })

  it('drops queued mail, and reports the deactivation by mail', async () => {
    const caller = await world.caller()
    const email = `taro${caller.id}@example.jp`
    await world.database.sql`update member set email = ${email} where id = ${caller.id}`
    await world.database.sql`
      insert into outgoing_mail (member_id, recipient, subject, body, created_at, expires_at, next_try_at)
      values (${caller.id}, ${email}, 'お知らせ', '', now(), now() + interval '1 day', now())`
    await quit(caller)
    const mails = await world.database.sql`
      select subject, body from outgoing_mail where member_id = ${caller.id}`
    expect(mails).toMatchObject([{ subject: '【今宵】退会のお手続きを受け付けました' }])
    expect(mails[0]?.body).toContain(nameOf(caller))
  })

  it('accepts a comment of up to 500 characters', async () => {
    const caller = await world.caller()
    expect(await quit(caller, { comment: 'あ'.repeat(501) })).toMatchObject({ code: 'quitCommentTooLong' })
    expect(await quit(caller, { comment: 'a\0b' })).toMatchObject({ code: 'badInput' })
    expect(await quit(caller, { comment: 'お世話になりました' })).toMatchObject(success)
  })

  it('is refused to the demo’s members, who are shared by everybody', async () => {
    const caller = await world.caller()
    await world.database.sql`update member set is_demo = true where id = ${caller.id}`
    expect(await quit(caller)).toMatchObject({ code: 'demoAccountFixed' })
  })

  it('waits until a call is over', async () => {
    const [caller, broadcaster] = [await world.caller(), await world.broadcaster()]
    const { callId } = await ring(caller, broadcaster)
    expect(await quit(broadcaster)).toMatchObject({ code: 'quitInCall' })
    await broadcaster.request('declineCall', { callId })
    const running = await connectedCall(caller, broadcaster)
    expect(await quit(caller)).toMatchObject({ code: 'quitInCall' })
    await caller.request('endCall', { callId: running })
    expect(await quit(caller)).toMatchObject(success)
  })

  it('waits for a payment, and cancels a bank transfer that was only announced', async () => {
    const caller = await world.caller()
    const addOrder = async (state: string) => {
      const id = crypto.randomUUID()
      await world.database.sql`
        insert into purchase_order (id, member_id, course_id, method, gateway, price_yen, free_points, bonus_points,
          confirmation_version, state, next_check_at)
        values (${id}, ${caller.id}, 'c1000', ${state === 'created' ? 'bankTransfer' : 'card'}, 'sandbox', 1000, 0, 0, 'test',
          ${state}, now() + interval '1 hour')`
      return id
    }
    const [announced, paying] = [await addOrder('created'), await addOrder('paying')]
    expect((await terms(caller)).openOrders).toBe(2)
    expect(await quit(caller)).toMatchObject({ code: 'quitOrderOpen' })
    const stateOf = async (id: string) =>
      (await world.database.sql`select state from purchase_order where id = ${id}`)[0]?.state
    expect(await stateOf(announced)).toBe('created')
    await world.database
      .sql`update purchase_order set state = 'declined', next_check_at = null where id = ${paying}`
    expect(await quit(caller)).toMatchObject(success)
    expect(await stateOf(announced)).toBe('expired')
  })

  it('leaves no earnings behind without confirmation', async () => {
    const [caller, broadcaster] = [await world.caller(), await world.broadcaster()]
    const callId = await connectedCall(caller, broadcaster)
    world.media.flow(callId, 60_000)
    await caller.request('endCall', { callId })
    expect((await terms(broadcaster)).earnings).toMatchObject({ pending: 80 })
    expect(await quit(broadcaster)).toMatchObject({ code: 'quitEarningsLeft' })
    expect(await quit(broadcaster, { leavesEarnings: true })).toMatchObject(success)
    const [earnings] = await world.database.sql`
      select balance from account where kind = 'earnings' and owner_id = ${broadcaster.id}`
    expect(earnings).toMatchObject({ balance: 80 })
  })

  it('waits for a payout that was requested', async () => {
    const broadcaster = await world.broadcaster()
    const [payout] = await world.database.sql`
      with a as (insert into account (kind, owner_id) values ('earnings', ${broadcaster.id}) returning id),
        h as (insert into hold (idem, account_id, amount, released) select ${`payout:${broadcaster.id}`}, id, 5000, 5000 from a
          returning id)
      insert into payout (id, account_id, points, hold_id, bank_encrypted)
      select gen_random_uuid(), a.id, 5000, h.id, '' from a, h returning id`
    expect((await terms(broadcaster)).hasOpenPayout).toBe(true)
    expect(await quit(broadcaster)).toMatchObject({ code: 'quitPayoutOpen' })
    await world.database.sql`delete from payout where id = ${payout?.id}`
  })

  it('twice at once is once', async () => {
    const caller = await world.caller()
    const other = await world.onAnotherDevice(caller)
    const answers = await Promise.all([quit(caller), quit(other), quit(caller)])
    expect(answers.filter(({ type }) => type === 'success').length).toBeGreaterThan(0)
    // A session that ends between its look-up and its check can prove nothing any more.
    const refusals = ['notLoggedIn', 'identityProofNeeded']
    for (const answer of answers) if (answer.type === 'error') expect(refusals).toContain(answer.code)
    const closures = await world.database.sql`select from account_closure where member_id = ${caller.id}`
    expect(closures).toHaveLength(1)
  })

  it('and a ring at once: one of the two is refused', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [caller, broadcaster] = [await world.caller(), await world.broadcaster()]
      const [rung, left] = await Promise.all([
        ring(caller, broadcaster),
        quit(round % 2 ? broadcaster : caller),
      ])
      if (left.type === 'success') {
        expect(rung.answer.type).toBe('error')
        expect(
          await world.database
            .sql`select from call_seat where member_id in (${caller.id}, ${broadcaster.id})`,
        ).toEqual([])
      } else {
        expect(left.code).toBe('quitInCall')
        expect(rung.answer.type).toBe('success')
        await caller.request('cancelCall', { callId: rung.callId })
      }
    }
  })
})

describe('a member who has left and signs in again', () => {
  it('may do nothing but reactivate the account', async () => {
    const caller = await world.caller()
    await quit(caller)
    const again = await signInClosed(caller)
    for (const [name, spec] of Object.entries(endpoints) as [string, EndpointSpec][]) {
      const response = await world.request(spec.path, {
        method: spec.method,
        headers: { cookie: again.cookie, 'content-type': 'application/json' },
        ...(spec.method === 'POST' ? { body: '{' } : {}),
      })
      const { code } = (await response.json()) as { code?: string }
      const expected = {
        public: spec.method === 'POST' ? 'malformedBody' : undefined,
        session: 'accountClosed',
        provenSession: 'accountClosed',
        closedSession: 'malformedBody',
        operatorSession: 'notLoggedIn',
        operator: 'notLoggedIn',
      }[spec.access]
      // A public endpoint answers as to a visitor.
      if (spec.method === 'POST' || spec.access !== 'public') expect(code, name).toBe(expected)
    }
    expect(await world.context.sessions.ofCookies(again.cookie)).toBeNull()
    expect(await world.context.sessions.liveOf(again.cookie)).toBeNull()
    expect(world.context.sessions.known(again.cookie)).toBeNull()
    const upload = await world.request('/api/upload-image', {
      method: 'POST',
      headers: { cookie: again.cookie },
    })
    expect([401, 403, 404]).toContain(upload.status)
    const session = await world.request('/api/auth/session', { headers: { cookie: again.cookie } })
    expect(await session.json()).toMatchObject({ user: { id: caller.id, isClosed: true } })
  })

  it('finds everything as it was after reactivation', async () => {
    const [caller, broadcaster] = [await world.caller(700), await world.broadcaster()]
    await caller.request('addBookmark', { token: caller.viewer.token, partnerId: broadcaster.id })
    await send(broadcaster, caller, 'またね')
    await quit(caller)
    passDays(29)
    const again = await signInClosed(caller)
    expect(await again.request('getDeactivation', {})).toMatchObject({ deactivation: { points: 700 } })
    const back = await again.comeBack()
    expect(await back.request('getMyUserInfo', {})).toMatchObject({
      user: { name: nameOf(caller), role: 'caller' },
    })
    // The old cookie opens nothing any more.
    expect(await again.request('getDeactivation', {})).toMatchObject({ code: 'notLoggedIn' })
    expect(await pointOf(back)).toBe(700)
    expect(JSON.stringify(await back.request('getBookmarks', {}))).toContain(broadcaster.id)
    expect(JSON.stringify(await back.request('getListConversation', {}))).toContain('またね')
    expect(await back.request('cancelDeactivation', {})).toMatchObject({ code: 'accountOpen' })
    expect(await quit(back)).toMatchObject(success)
  })

  it('is found by search again, not on standby', async () => {
    const [caller, broadcaster] = [await world.caller(), await world.broadcaster()]
    await quit(broadcaster)
    await (await signInClosed(broadcaster)).comeBack()
    expect(await caller.request('getUserInfForWeb', { userId: broadcaster.id })).toMatchObject({
      user: { name: nameOf(broadcaster), state: 'offline' },
    })
    expect(JSON.stringify(await caller.request('searchUsers', { limit: 60 }))).toContain(broadcaster.id)
  })

  it('cannot reactivate after 30 days', async () => {
    const caller = await world.caller()
    await quit(caller)
    passDays(31)
    expect(await (await signInClosed(caller)).request('cancelDeactivation', {})).toMatchObject({
      code: 'quitFinal',
    })
  })

  it('is a visitor for public endpoints', async () => {
    const [caller, broadcaster] = [await world.caller(), await world.broadcaster()]
    await quit(caller)
    const again = await signInClosed(caller)
    expect(await again.request('getUserInfForWeb', { userId: broadcaster.id })).toMatchObject(success)
    expect(await again.request('getUserInfForWeb', { userId: caller.id })).toMatchObject({ type: 'error' })
  })
})

it('a sign-in during the deactivation gets no other access', async () => {
  for (let round = 0; round < 5; round += 1) {
    const caller = await world.caller(0)
    const [, opened] = await Promise.all([
      quit(caller),
      openSession(world.context, world.context.db, {
        memberId: caller.id,
        isFirstRegister: false,
        userAgent: String(randomInt(1_000)),
      }),
    ])
    const cookie = `next-auth.session-token=${opened.cookieValue}`
    expect(await world.context.sessions.ofCookies(cookie)).toBeNull()
  }
})
