import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { leftMemberName } from '#contract/privacy/deactivation.ts'
import { eraseMessages } from '#server/chat/erase-messages.ts'
import { deleteExpiredImages } from '#server/images/jobs.ts'
import { createLog } from '#server/lifecycle/log.ts'
import { isEvidence } from '#server/moderation/report-queries.ts'
import { checkLedger } from '#server/points/ledger/ledger-check.ts'
import { storeCard } from '#server/points/orders/saved-card.ts'
import { eraseMember, eraseQuitMembers } from '#server/privacy/erase-members.ts'
import { crashingDb } from '#test/helpers/crashing-db.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { type KnownPerson, knownPersonSteps } from '../account/known-person.ts'
import { chatSteps } from '../chat/chat-steps.ts'
import { quitSteps } from './deactivation-steps.ts'

let world: TestWorld
const { send, history, unreadOf, chatDefects } = chatSteps(() => world)
const { quit, signInClosed, passDays } = quitSteps(() => world)
const { knownCaller, knownBroadcaster, placesNaming } = knownPersonSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterEach(async () => {
  passDays(0)
  expect(await checkLedger(world.context.db)).toEqual([])
  expect(await chatDefects()).toEqual([])
})
afterAll(() => world.close())

const memberRow = async ({ id }: Person) => {
  const [row] = await world.database.sql`
    select name, email, region, erased_at is not null as "isErased" from member where id = ${id}`
  return row
}
const pointsOf = async ({ id }: Person) => {
  const [row] = await world.database.sql`
    select balance::int from account where kind = 'wallet' and owner_id = ${id}`
  return row?.balance
}

/** The texts of own reports stay for operators. */
const leftOnPurpose = ['report.text']

const leave = async (known: KnownPerson) => {
  expect(
    await quit(known.person, { comment: known.strings.comment ?? '', leavesEarnings: true }),
  ).toMatchObject({
    type: 'success',
  })
}

describe.each(['caller', 'broadcaster'] as const)('a %s who left 30 days ago', (role) => {
  it('has left no trace', async () => {
    const known = role === 'caller' ? await knownCaller() : await knownBroadcaster()
    expect((await placesNaming(known)).length).toBeGreaterThan(5)
    await leave(known)
    passDays(29)
    expect(await eraseQuitMembers(world.context)).toEqual({ erased: 0 })
    passDays(30)
    expect(await eraseQuitMembers(world.context)).toEqual({ erased: 1 })
    expect(await eraseQuitMembers(world.context)).toEqual({ erased: 0 })
    await deleteExpiredImages(world.context, isEvidence)

    const left = (await placesNaming(known)).filter(({ place }) => !leftOnPurpose.includes(place))
    expect(left).toEqual([])
    for (const key of known.files) expect(await world.context.storage.get(key)).toBeNull()
    expect(await memberRow(known.person)).toMatchObject({ name: leftMemberName, email: null, isErased: true })
    expect(await world.context.sessions.ofCookies(known.person.cookie)).toBeNull()
  })
})

it('leaves the conversation to the partner, without own texts and images', async () => {
  const known = await knownCaller()
  const { person: caller, partner: broadcaster } = known
  await send(broadcaster, caller, 'お元気ですか')
  expect(await unreadOf(broadcaster)).toBeGreaterThan(0)
  await leave(known)
  passDays(31)
  await eraseQuitMembers(world.context)
  const { partner, messages } = await history(broadcaster, caller)
  expect(partner).toMatchObject({ name: leftMemberName, avatarId: null, hasLeft: true })
  const kinds = messages.filter(({ senderId }) => senderId === caller.id).map(({ body }) => body.kind)
  expect(new Set(kinds)).toEqual(new Set(['unsent']))
  expect(JSON.stringify(messages)).toContain('お元気ですか')
  expect(await unreadOf(broadcaster)).toBe(0)
})

it('leaves the score of a review, without its text', async () => {
  const known = await knownCaller()
  const profile = () =>
    world.caller(0).then((any) => any.request('getUserInfForWeb', { userId: known.partner.id }))
  const before = await profile()
  await leave(known)
  passDays(31)
  await eraseQuitMembers(world.context)
  const after = await profile()
  expect(before).toMatchObject({ user: { rating: { average: 5, count: 1 } } })
  expect(after).toMatchObject({ user: { rating: { average: 5, count: 1 } } })
})

it('forfeits the remaining points, once, in the books', async () => {
  const caller = await world.caller(1_500)
  await quit(caller)
  expect(await pointsOf(caller)).toBe(1_500)
  passDays(31)
  await eraseQuitMembers(world.context)
  expect(await pointsOf(caller)).toBe(0)
  const posted = await world.database.sql`
    select t.kind, t.amount::int from transfer t join account a on a.id = t.debit where a.owner_id = ${caller.id}`
  expect(posted).toEqual([{ kind: 'forfeiture', amount: 1_500 }])
})

it('leaves earnings in the books, and alerts the operators', async () => {
  const broadcaster = await world.broadcaster()
  const caller = await world.caller(2_000)
  await world.database
    .sql`select * from spend_many(array[${randomUUID()}::text], array[${caller.id}], array[${broadcaster.id}],
    array[1000]::bigint[], array[600]::bigint[], array['present'], array[null]::text[])`
  expect(await quit(broadcaster)).toMatchObject({ code: 'quitEarningsLeft' })
  await quit(broadcaster, { leavesEarnings: true })
  passDays(31)
  await eraseQuitMembers(world.context)
  const notices = await world.database.sql`select text from operator_notice where subject = ${broadcaster.id}`
  expect(notices).toMatchObject([{ text: expect.stringContaining('400pt') }])
  const [{ balance } = { balance: 0 }] = await world.database.sql`
    select balance::int from account where kind = 'earnings' and owner_id = ${broadcaster.id}`
  expect(balance).toBe(400)
})

it('has the saved card deleted by the payment service', async () => {
  const caller = await world.caller(0)
  await world.context.db.transaction().execute((tx) =>
    storeCard(tx, { memberId: caller.id, gateway: 'sandbox' }, {
      customerId: 'c',
      cardId: randomUUID(),
      brand: 'VISA',
      last4: '1111',
      expiryMonth: 1,
      expiryYear: 2031,
    } as never),
  )
  await quit(caller)
  passDays(31)
  await eraseQuitMembers(world.context)
  expect(await world.database.sql`select from saved_card where member_id = ${caller.id}`).toEqual([])
  expect(await world.database.sql`select from card_removal where customer_id = 'c'`).toHaveLength(1)
})

it('is erased a few conversations at a time, so that partners never wait for the rest', async () => {
  const broadcaster = await world.broadcaster()
  const partners = [await world.caller(), await world.caller(), await world.caller()]
  for (const caller of partners) await send(caller, broadcaster, 'こんばんは')
  for (const caller of partners) await send(broadcaster, caller, 'おやすみなさい')
  const written = () =>
    world.database.sql`select from chat_message where sender_id = ${broadcaster.id} and kind = 'text'`
  const part = (after: number) =>
    world.context.db.transaction().execute((tx) => eraseMessages(tx, broadcaster.id, after, 2))
  const next = await part(0)
  expect(next).toBeGreaterThan(0)
  expect(await written()).toHaveLength(1)
  expect(await part(next ?? 0)).toBeNull()
  expect(await written()).toEqual([])
  expect(await part(0)).toBeGreaterThan(0)
})

it('is erased from where a process died, at any of its commits', async () => {
  const whole = crashingDb(world.database.sql)
  const context = (db: typeof whole.db) => ({ ...world.context, db, log: createLog('silent') })
  const model = await knownCaller()
  await leave(model)
  passDays(31)
  await eraseMember(context(whole.db), model.person.id)
  const commits = [...whole.statements.entries()].filter(([, text]) => text === 'commit').map(([nth]) => nth)
  expect(commits.length).toBeGreaterThan(8)
  for (const statement of commits) {
    const known = await knownCaller()
    passDays(0)
    await leave(known)
    passDays(31)
    const dying = crashingDb(world.database.sql, { cut: { statement, when: 'unsent' } })
    await eraseQuitMembers(context(dying.db))
    expect(dying.isDead()).toBe(true)
    expect(await memberRow(known.person)).toMatchObject({ isErased: false })
    expect(await eraseQuitMembers(world.context)).toEqual({ erased: 1 })
    expect(await pointsOf(known.person)).toBe(0)
    if (statement !== commits.at(-2)) continue
    await deleteExpiredImages(world.context, isEvidence)
    expect((await placesNaming(known)).filter(({ place }) => !leftOnPurpose.includes(place))).toEqual([])
  }
}, 60_000)

it('cannot return once the erasure has begun, and others are left alone', async () => {
  const [caller, other] = [await world.caller(), await world.caller()]
  await quit(caller)
  const again = await signInClosed(caller)
  await world.database.sql`update account_closure set erasing_since = now() where member_id = ${caller.id}`
  expect(await again.request('cancelDeactivation', {})).toMatchObject({ code: 'quitFinal' })
  passDays(31)
  expect(await eraseMember(world.context, other.id)).toBe(false)
  expect(await again.request('getDeactivation', {})).toMatchObject({ type: 'success' })
  await eraseQuitMembers(world.context)
  expect(await again.request('getDeactivation', {})).toMatchObject({ code: 'notLoggedIn' })
})

it('and reactivation at the last moment: one of the two happens', async () => {
  for (let round = 0; round < 4; round += 1) {
    const caller = await world.caller(100)
    await quit(caller)
    const again = await signInClosed(caller)
    // By the member's clock the 30th day isn't over, by the job's it is.
    const [back, erased] = await Promise.all([
      again.request('cancelDeactivation', {}),
      eraseMember({ ...world.context, now: () => Date.now() + 30 * 24 * 3_600_000 }, caller.id),
    ])
    expect(back.type === 'success').toBe(!erased)
    expect(await memberRow(caller)).toMatchObject({ isErased: erased })
  }
})

describe('every table that refers to a member', () => {
  /** What stays, under the id, which is all that is left of the member. */
  const kept: Record<string, string> = {
    account: 'the ledger',
    account_closure: 'when and why, without name and comment',
    call: 'receipts',
    call_seat: 'who is in a call can not leave',
    campaign_grant: 'the ledger',
    chat_message: 'cards of calls, and that something was said',
    chat_side: 'the partner’s conversation',
    conversation: 'the partner’s conversation',
    market_item: 'the title of what was sold, replaced; drafts and unsold items are deleted',
    market_review: 'the score, without words',
    market_transaction: 'the books',
    live_entry: 'the numbers of a room have no gaps; without author and words',
    live_menu_order: 'the books',
    live_room: 'the earnings of a broadcaster; a moderator is removed from it',
    gallery_item: 'what was sold, without words',
    gallery_purchase: 'the ledger',
    member_agreement: 'insert only: what was agreed to and when',
    phone_grant: 'a number gets its points once; a keyed hash',
    purchase_order: 'the books',
    registration_grant: 'a browser gets its points once; its mark is a keyed hash',
    report: 'evidence for operators',
    review: 'the score, without words',
  }
  /** Emptied by the erasure. */
  const erased = [
    'availability_request',
    'booking',
    'booking_setting',
    'board_flag',
    'board_hidden_mark',
    'board_post',
    'board_subscription',
    'board_thread',
    'bookmark',
    'broadcaster',
    'broadcaster_application',
    'call_pair',
    'call_tally',
    'caller_profile',
    'follower_announcement',
    'gallery_claim',
    'gallery_favourite',
    'gallery_request',
    'google_account',
    'image',
    'video',
    'conversion_postback',
    'data_export',
    'known_device',
    'live_ban',
    'live_stream_key',
    'live_announced',
    'live_goal_part',
    'live_menu_item',
    'live_mute',
    'mail_confirmation',
    'market_address',
    'market_favourite',
    'market_offer',
    'market_question',
    'member_block',
    'member_notice',
    'member_notice_once',
    'member_phone',
    'mission_bonus',
    'notification_setting',
    'outgoing_mail',
    'outgoing_sms',
    'own_purchase_limit',
    'passkey_user',
    'password_reset',
    'payout_account',
    'phone_code',
    'presence',
    'purchase_step',
    'push_address',
    'random_place',
    'recovery_code',
    'saved_card',
    'session',
    'standby_announced',
    'timeline_comment',
    'timeline_like',
    'timeline_post',
    'timeline_visit',
    'timeline_vote',
    'video_test',
  ]
  it('is either emptied by the erasure or has a reason to stay', async () => {
    const rows = await world.database.sql<{ name: string }[]>`
      select distinct k.conrelid::regclass::text as name from pg_constraint k
      where k.contype = 'f' and k.confrelid = 'member'::regclass order by 1`
    const known = [...Object.keys(kept), ...erased]
    expect(rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
  })
})
