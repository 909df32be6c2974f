import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMemberNotices, type NewMemberNotice } from '#server/notifications/add-notifications.ts'
import { deleteOldNotices } from '#server/notifications/jobs.ts'
import { newest } from '#server/notifications/queries.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

const add = (...notices: NewMemberNotice[]) => addMemberNotices(world.context.db, notices)

const inboxOf = async (person: Person, page: { before?: number; limit?: number } = {}) => {
  const answer = await person.request('getNotifications', page)
  if (answer.type === 'error') throw new Error(answer.code)
  return answer
}
const kindsOf = async (person: Person) => (await inboxOf(person)).notifications.map(({ about }) => about.kind)

const commentOn = (
  postId: string,
  reader: Person,
  actor: Person,
  commentId: string = randomUUID(),
): NewMemberNotice => ({
  memberId: reader.id,
  actorId: actor.id,
  once: `${commentId}:comment:${actor.id}`,
  about: { kind: 'timeline', moment: 'comment', postId, commentId },
})
const question = (seller: Person, asker: Person): NewMemberNotice => ({
  memberId: seller.id,
  actorId: asker.id,
  once: randomUUID(),
  about: { kind: 'market', moment: 'question', itemId: randomUUID(), transactionId: null },
})
const warning = (person: Person): NewMemberNotice => ({
  memberId: person.id,
  once: null,
  about: { kind: 'safetyWarning', reason: 'fraud' },
})

describe('who is behind a notification', () => {
  it('is hidden with every kind of it by a block in either direction, and comes back with its end', async () => {
    const [reader, actor] = [await world.broadcaster(), await world.caller(0)]
    await add(
      commentOn(randomUUID(), reader, actor),
      question(reader, actor),
      {
        ...{ memberId: reader.id, actorId: actor.id, once: randomUUID() },
        about: { kind: 'gallerySold', itemId: randomUUID(), title: '夜景', points: 300 },
      },
      warning(reader),
    )
    expect(await kindsOf(reader)).toEqual(['safetyWarning', 'gallerySold', 'market', 'timeline'])
    expect((await inboxOf(reader)).unread).toBe(4)
    for (const [one, other] of [
      [reader, actor],
      [actor, reader],
    ] as const) {
      await one.request('addBlock', { partnerId: other.id })
      expect(await kindsOf(reader)).toEqual(['safetyWarning'])
      expect((await inboxOf(reader)).unread).toBe(1)
      await one.request('removeBlock', { partnerId: other.id })
      expect(await kindsOf(reader)).toHaveLength(4)
    }
  })

  it('is hidden when the account is closed', async () => {
    const [reader, actor] = [await world.broadcaster(), await world.caller(0)]
    await add(question(reader, actor), warning(reader))
    await world.database.sql`
      update member set role = 'closed', name = '退会したユーザー', avatar_id = null, quit_at = now()
      where id = ${actor.id}`
    expect(await kindsOf(reader)).toEqual(['safetyWarning'])
  })

  it('of several is the newest who is seen, and only those who are seen are counted', async () => {
    const [reader, ...actors] = [
      await world.broadcaster(),
      await world.caller(0),
      await world.caller(0),
      await world.caller(0),
    ]
    const postId = randomUUID()
    for (const actor of actors) await add(commentOn(postId, reader, actor))
    const [, second, newest] = actors as [Person, Person, Person]
    expect((await inboxOf(reader)).notifications.map(({ about }) => about)).toMatchObject([
      { kind: 'timeline', partnerName: newest.viewer.name, others: 2 },
    ])
    await reader.request('addBlock', { partnerId: newest.id })
    expect((await inboxOf(reader)).notifications.map(({ about }) => about)).toMatchObject([
      { kind: 'timeline', partnerName: second.viewer.name, others: 1 },
    ])
  })

  it('is not named to a caller when a caller did it', async () => {
    const [reader, actor] = [await world.caller(0), await world.caller(0)]
    await add(commentOn(randomUUID(), reader, actor))
    expect((await inboxOf(reader)).notifications[0]?.about).toMatchObject({
      partnerId: null,
      partnerName: null,
    })
  })
})

it('the same thing is added once, also by two at the same time and after it was read and merged', async () => {
  const [reader, actor] = [await world.broadcaster(), await world.caller(0)]
  const [postId, first, second] = [randomUUID(), randomUUID(), randomUUID()]
  await Promise.all([1, 2, 3].map(() => add(commentOn(postId, reader, actor, first))))
  await add(commentOn(postId, reader, actor, first), commentOn(postId, reader, actor, first))
  await add(commentOn(postId, reader, actor, second))
  await add(commentOn(postId, reader, actor, first))
  const { notifications } = await inboxOf(reader)
  expect(notifications).toHaveLength(1)
  await reader.request('markNotificationsRead', { upTo: notifications[0]?.id ?? 0 })
  await add(commentOn(postId, reader, actor, first), commentOn(postId, reader, actor, second))
  expect(await inboxOf(reader)).toMatchObject({ notifications: [{ isUnread: false }], unread: 0 })
})

describe('the unread', () => {
  it('are counted by the server up to a hundred, and marked one by one or all, on every device', async () => {
    const [reader, stranger] = [await world.caller(0), await world.caller(0)]
    const elsewhere = await world.onAnotherDevice(reader)
    await add(...Array.from({ length: 120 }, () => warning(reader)))
    const { notifications, unread } = await inboxOf(reader)
    expect(unread).toBe(100)
    const ids = notifications.map(({ id }) => id)
    await stranger.request('markNotificationsRead', { ids, upTo: ids[0] ?? 0 })
    expect((await inboxOf(reader)).unread).toBe(100)
    await reader.request('markNotificationsRead', { ids: ids.slice(0, 2) })
    expect((await inboxOf(elsewhere)).notifications.map(({ isUnread }) => isUnread).slice(0, 3)).toEqual([
      false,
      false,
      true,
    ])
    await reader.request('markNotificationsRead', { upTo: ids[0] ?? 0 })
    expect((await inboxOf(elsewhere)).unread).toBe(0)
  })
})

it('rows and guards of more than 90 days are deleted, younger ones stay', async () => {
  const [reader, actor] = [await world.broadcaster(), await world.caller(0)]
  await add(question(reader, actor), question(reader, actor))
  const { database } = world
  await database.sql`
    update member_notice set created_at = now() - interval '91 days'
    where id = (select min(id) from member_notice where member_id = ${reader.id})`
  await database.sql`
    update member_notice_once set created_at = now() - interval '91 days' where member_id = ${reader.id}
      and subject = (select min(subject) from member_notice_once where member_id = ${reader.id})`
  expect(await deleteOldNotices(world.context)).toBe(2)
  expect(await kindsOf(reader)).toEqual(['market'])
  expect(await deleteOldNotices(world.context)).toBe(0)
})

describe('a member with very many rows', () => {
  it('gets pages that look at a bounded number of rows, and is led past those about blocked people', async () => {
    const [reader, actor] = [await world.broadcaster(), await world.caller(0)]
    await add(warning(reader))
    await world.database.sql`
      insert into member_notice (member_id, actor_id, kind, details)
      select ${reader.id}, ${actor.id}, 'reviewAnswered', '{}' from generate_series(1, 450)`
    await reader.request('addBlock', { partnerId: actor.id })
    let [before, pages, seen]: [number | null, number, string[]] = [null, 0, []]
    do {
      const page = await inboxOf(reader, before === null ? {} : { before })
      seen = [...seen, ...page.notifications.map(({ about }) => about.kind)]
      before = page.next
      pages += 1
    } while (before !== null)
    expect([seen, pages]).toEqual([['safetyWarning'], 3])
  })

  it('is served by the indexes of the member and of what is unread', async () => {
    const [reader, other] = [await world.broadcaster(), await world.broadcaster()]
    const { database, context } = world
    await database.sql`
      insert into member_notice (member_id, kind, details, read_at)
      select case when n % 4 = 0 then ${reader.id} else ${other.id} end, 'dataExportReady',
        '{"expiresAt": "2027-01-01T00:00:00.000Z"}', now()
      from generate_series(1, 20000) n`
    await database.sql`analyze member_notice`
    const planOf = async (page: Parameters<typeof newest>[1]) => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${newest(reader.id, page)}`.execute(
        context.db,
      )
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    expect(await planOf({ before: null, isUnread: false })).toMatch(
      /Index Scan( Backward)? using member_notice_pkey on member_notice r.*\n.*Index Cond: \(\(?member_id/,
    )
    expect(await planOf({ before: 2_000_000, isUnread: false })).toMatch(
      /Index Scan( Backward)? using member_notice_pkey on member_notice r.*\n.*Index Cond: \(\(?member_id/,
    )
    expect(await planOf({ before: null, isUnread: true })).toMatch(
      /Index Scan (on|using) member_notice_unread/,
    )
  })
})
