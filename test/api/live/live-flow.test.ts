import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { RequestOf } from '#contract/core/endpoint.ts'
import type { Endpoints } from '#contract/index.ts'
import { lockCall } from '#server/calls/call-record.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { clearOldComments } from '#server/live/flow/jobs.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { flowSteps, times } from './flow-world.ts'

let world: TestWorld
const { aliasOf, watch, watched, endRoom, comment, give, entries, pointsOf, earnedBy, flowDefects } =
  flowSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterEach(async () => {
  expect(await flowDefects()).toEqual([])
  expect(await world.ledgerDefects()).toEqual([])
})
afterAll(() => world.close())

describe('a comment', () => {
  it('waits for no event of its visit, whose end waits for the meter that a comment has locked', async () => {
    const { caller, roomId, callId } = await watched()
    await inTransaction(world.context.db, async (tx) => {
      await lockCall(tx, callId)
      expect(await comment(caller, roomId)).toMatchObject({ type: 'success' })
    })
  })

  it('is paid and posted once, however often its id comes at the same time', async () => {
    const { broadcaster, caller, roomId, callId } = await watched()
    const commentId = randomUUID()
    const answers = await times(20, () => comment(caller, roomId, { commentId }))
    expect(new Set(answers.map((answer) => answer.type))).toEqual(new Set(['success']))
    expect(await entries(broadcaster, roomId)).toMatchObject([
      {
        seq: 1,
        id: commentId,
        kind: 'comment',
        text: 'こんばんは',
        member: { alias: aliasOf(roomId, caller) },
      },
    ])
    expect([await pointsOf(caller), await earnedBy(broadcaster)]).toEqual([980, 8])
    const paid = await world.database.sql`
      select purpose, reference from transfer where reference = ${callId}`
    expect(paid).toEqual([{ purpose: 'liveComment', reference: callId }])
  })

  it('of another text, room or member under the same id is refused', async () => {
    const { caller, roomId } = await watched()
    const other = await watched()
    const commentId = randomUUID()
    await comment(caller, roomId, { commentId })
    expect(await comment(other.caller, other.roomId, { commentId })).toMatchObject({
      code: 'idempotencyMismatch',
    })
    expect(await give(caller, roomId, { giftId: commentId })).toMatchObject({ code: 'idempotencyMismatch' })
    const changed = await comment(caller, roomId, { commentId, text: 'べつの話' })
    expect(changed).toMatchObject({ code: 'idempotencyMismatch' })
    expect([await pointsOf(caller), await pointsOf(other.caller)]).toEqual([980, 1_000])
  })

  it('has one order without gaps for everybody, and what was missed comes by its number', async () => {
    const { broadcaster, caller, roomId } = await watched(5_000)
    const second = await world.caller(5_000)
    await watch(roomId, second)
    await Promise.all([...Array(30)].map((_, n) => comment(n % 2 ? caller : second, roomId)))
    for (let n = 0; n < 25; n += 1) await comment(caller, roomId)
    const newest = await entries(broadcaster, roomId)
    expect(newest.map(({ seq }) => seq)).toEqual([...Array(50)].map((_, n) => n + 6))
    const missed = await second.request('getLiveFlow', { roomId, after: 52 })
    expect(missed).toMatchObject({ newest: 55, entries: [{ seq: 53 }, { seq: 54 }, { seq: 55 }] })
  })

  it('that is refused costs nothing', async () => {
    const { caller, roomId } = await watched(1_000, 30)
    const stranger = await world.caller()
    const poor = await world.caller(10)
    await watch(roomId, poor)
    const { sql } = world.database
    await sql`insert into live_refused_word (word, folded) values ('ばか', 'ばか')`
    const asks: [Promise<unknown>, string][] = [
      [comment(stranger, roomId), 'liveNotWatching'],
      [comment(poor, roomId), 'insufficientPoints'],
      [comment(caller, randomUUID()), 'notFound'],
      [comment(caller, roomId, { text: '09012345678に電話して' }), 'contactRefused'],
      [comment(caller, roomId, { text: 'バ カ' }), 'liveWordRefused'],
      [comment(caller, roomId, { text: '\u200e' }), 'liveCommentEmpty'],
      [comment(caller, roomId, { text: 'あ'.repeat(101) }), 'liveCommentTooLong'],
      [
        caller.request('paySecondSideWatchChatPoint', {
          ...{ roomId, commentId: randomUUID(), text: 'こんばんは', expectedPoints: 10 },
        }),
        'livePriceChanged',
      ],
    ]
    for (const [answer, code] of asks) expect(await answer).toMatchObject({ code })
    await sql`delete from live_refused_word`
    await comment(caller, roomId)
    expect(await comment(caller, roomId)).toMatchObject({ code: 'liveSpendCap' })
    await endRoom(roomId)
    expect(await comment(caller, roomId)).toMatchObject({ code: 'liveOver' })
    expect([await pointsOf(caller), await pointsOf(poor), await pointsOf(stranger)]).toEqual([980, 10, 3_000])
  })

  it('stays within the visit’s own limit, also when payments race', async () => {
    const { caller, roomId } = await watched(5_000, 110)
    const answers = await times(12, () => comment(caller, roomId))
    expect(answers.filter(({ type }) => type === 'success')).toHaveLength(5)
    expect(await pointsOf(caller)).toBe(4_900)
  })

  it('waits for slow mode and for the end of a mute, without a charge', async () => {
    const { broadcaster, caller, roomId } = await watched()
    const moderate = (action: Parameters<typeof moderated>[2]) => moderated(broadcaster, roomId, action)
    expect(await moderate({ type: 'slowMode', seconds: 60 })).toEqual({ type: 'success' })
    expect(await moderate({ type: 'slowMode', seconds: 7 })).toMatchObject({ code: 'forbidden' })
    const answers = await times(5, () => comment(caller, roomId))
    expect(answers.filter(({ type }) => type === 'success')).toHaveLength(1)
    expect(await comment(caller, roomId)).toMatchObject({ code: 'liveSlowMode' })
    await moderate({ type: 'slowMode', seconds: 0 })
    const alias = aliasOf(roomId, caller)
    await moderate({ type: 'mute', alias, isMuted: true })
    expect(await comment(caller, roomId)).toMatchObject({ code: 'liveMuted' })
    expect(await give(caller, roomId)).toMatchObject({ code: 'liveMuted' })
    await moderate({ type: 'mute', alias, isMuted: false })
    expect(await comment(caller, roomId)).toMatchObject({ type: 'success' })
    expect(await pointsOf(caller)).toBe(960)
  })

  it('is free for the broadcaster and the moderator, and for nobody else', async () => {
    const { broadcaster, caller, roomId } = await watched()
    const free = (person: Person) =>
      person.request('postLiveComment', { roomId, commentId: randomUUID(), text: 'ようこそ' })
    expect(await free(caller)).toMatchObject({ code: 'forbidden' })
    expect(await free(broadcaster)).toMatchObject({ entry: { member: { isBroadcaster: true } } })
    const moderator = { type: 'moderator', memberId: caller.id } as const
    expect(await moderated(broadcaster, roomId, moderator)).toMatchObject({ code: 'notFound' })
    await caller.request('addBookmark', { token: caller.viewer.token, partnerId: broadcaster.id })
    expect(await broadcaster.request('getModeratorChoices', { roomId })).toMatchObject({
      people: [{ id: caller.id }],
    })
    expect(await caller.request('getModeratorChoices', { roomId })).toMatchObject({ code: 'notFound' })
    expect(await moderated(broadcaster, roomId, moderator)).toEqual({ type: 'success' })
    expect(await free(caller)).toMatchObject({ entry: { member: { isModerator: true } } })
    expect(await caller.request('getLiveFlow', { roomId })).toMatchObject({
      role: 'moderator',
      commentPoints: 0,
    })
    expect(await pointsOf(caller)).toBe(1_000)
  })
})

const moderated = (by: Person, roomId: string, action: RequestOf<Endpoints['moderateLive']>['action']) =>
  by.request('moderateLive', { roomId, action })

describe('moderation', () => {
  it('pins, and removes a comment with its pin', async () => {
    const { broadcaster, caller, roomId } = await watched()
    await comment(caller, roomId)
    expect(await moderated(caller, roomId, { type: 'pin', seq: 1 })).toMatchObject({ code: 'forbidden' })
    expect(await moderated(broadcaster, roomId, { type: 'pin', seq: 9 })).toMatchObject({ code: 'notFound' })
    await moderated(broadcaster, roomId, { type: 'pin', seq: 1 })
    expect(await caller.request('getLiveFlow', { roomId })).toMatchObject({ state: { pinned: { seq: 1 } } })
    await moderated(broadcaster, roomId, { type: 'remove', seq: 1 })
    expect(await caller.request('getLiveFlow', { roomId })).toMatchObject({
      state: { pinned: null },
      entries: [{ seq: 1, text: '' }],
    })
  })

  it('a kick ends the visit, bars from this room, and releases what waited', async () => {
    const { broadcaster, caller, roomId, callId } = await watched()
    const stranger = await world.caller()
    const kick = (person: Person) =>
      moderated(broadcaster, roomId, { type: 'kick', alias: aliasOf(roomId, person) })
    const invented = { type: 'kick', alias: 'A'.repeat(22) } as const
    expect(await moderated(broadcaster, roomId, invented)).toMatchObject({ code: 'notFound' })
    expect(await kick(stranger)).toMatchObject({ code: 'notFound' })
    expect(await kick(broadcaster)).toMatchObject({ code: 'forbidden' })
    expect(await kick(caller)).toEqual({ type: 'success' })
    const [call] = await world.database.sql`select phase, end_reason from call where id = ${callId}`
    expect(call).toEqual({ phase: 'ended', end_reason: 'byBroadcaster' })
    expect(await world.database.sql`select member_id from live_ban where room_id = ${roomId}`).toEqual([
      { member_id: caller.id },
    ])
    expect(await comment(caller, roomId)).toMatchObject({ code: 'liveNotWatching' })
    expect(await caller.request('getLiveFlow', { roomId })).toMatchObject({ code: 'liveNotWatching' })
  })

  it('leaves no role to who is barred, although the visit still runs', async () => {
    const { caller, roomId } = await watched()
    await world.database.sql`insert into live_ban (room_id, member_id) values (${roomId}, ${caller.id})`
    expect(await comment(caller, roomId)).toMatchObject({ code: 'liveNotWatching' })
  })

  it('of a moderator reaches neither the broadcaster nor who moderates', async () => {
    const { broadcaster, caller, roomId } = await watched()
    const watcher = await world.caller()
    await watch(roomId, watcher)
    await caller.request('addBookmark', { token: caller.viewer.token, partnerId: broadcaster.id })
    await moderated(broadcaster, roomId, { type: 'moderator', memberId: caller.id })
    await broadcaster.request('postLiveComment', { roomId, commentId: randomUUID(), text: 'ようこそ' })
    for (const action of [
      { type: 'remove', seq: 1 },
      { type: 'kick', alias: aliasOf(roomId, broadcaster) },
      { type: 'kick', alias: aliasOf(roomId, caller) },
      { type: 'moderator', memberId: watcher.id },
    ] as const)
      expect(await moderated(caller, roomId, action)).toMatchObject({ code: 'forbidden' })
    expect(await moderated(caller, roomId, { type: 'kick', alias: aliasOf(roomId, watcher) })).toEqual({
      type: 'success',
    })
  })

  it('names accounts to the broadcaster and the moderator alone; watchers have aliases of this room', async () => {
    const { broadcaster, caller, roomId } = await watched()
    const [watcher, stranger, elsewhere] = [await world.caller(), await world.caller(), await watched()]
    await watch(roomId, watcher)
    await comment(caller, roomId)
    await moderated(broadcaster, roomId, { type: 'pin', seq: 1 })
    const flow = await watcher.request('getLiveFlow', { roomId })
    expect(JSON.stringify(flow)).not.toContain(JSON.stringify(caller.id))
    expect(flow).toMatchObject({
      entries: [{ member: { alias: aliasOf(roomId, caller) } }],
      state: { pinned: { member: { alias: aliasOf(roomId, caller) } } },
      ownAlias: aliasOf(roomId, watcher),
    })
    const find = (by: Person, person: Person, room = roomId) =>
      by.request('getLiveMember', { roomId, alias: aliasOf(room, person) })
    const named = { type: 'success', member: { id: caller.id, name: caller.viewer.name } }
    expect(await find(broadcaster, caller)).toEqual(named)
    expect(await find(caller, caller)).toEqual(named)
    expect(await find(watcher, broadcaster)).toMatchObject({ member: { id: broadcaster.id } })
    expect(await find(watcher, caller)).toMatchObject({ code: 'forbidden' })
    expect(await find(stranger, caller)).toMatchObject({ code: 'liveNotWatching' })
    expect(await find(broadcaster, stranger)).toMatchObject({ code: 'notFound' })
    expect(await find(broadcaster, caller, elsewhere.roomId)).toMatchObject({ code: 'notFound' })
    await watcher.request('addBookmark', { token: watcher.viewer.token, partnerId: broadcaster.id })
    await moderated(broadcaster, roomId, { type: 'moderator', memberId: watcher.id })
    expect(await find(watcher, caller)).toEqual(named)
    await broadcaster.request('addBlock', { partnerId: caller.id })
    expect(await find(watcher, caller)).toMatchObject({ code: 'notFound' })
  })

  it('a report takes the last two minutes along, also what was removed', async () => {
    const { broadcaster, caller, roomId } = await watched()
    await comment(caller, roomId, { text: 'むかしの話' })
    await world.database
      .sql`update live_entry set at = now() - interval '3 minutes' where room_id = ${roomId}`
    await comment(caller, roomId, { text: 'ひとこと目' })
    await comment(caller, roomId, { text: 'ひどい言葉' })
    await moderated(broadcaster, roomId, { type: 'remove', seq: 3 })
    const report = (by: Person, seq: number) =>
      by.request('reportLiveComment', { roomId, seq, reportId: randomUUID(), reason: 'harassment' })
    expect(await report(broadcaster, 9)).toMatchObject({ code: 'notFound' })
    expect(await report(caller, 3)).toMatchObject({ code: 'reportSelf' })
    expect(await report(broadcaster, 3)).toEqual({ type: 'success' })
    const [row] = await world.database.sql`select member_id, surface, evidence from report`
    expect(row).toMatchObject({
      member_id: caller.id,
      surface: 'live',
      evidence: { live: [{ text: 'ひとこと目' }, { text: 'ひどい言葉', wasRemoved: true }] },
    })
  })

  it('a block hides the room from one and name and words from everybody', async () => {
    const { broadcaster, caller, roomId } = await watched()
    const watcher = await world.caller()
    await watch(roomId, watcher)
    await comment(caller, roomId, { text: '秘密の言葉' })
    await give(caller, roomId)
    await broadcaster.request('addBlock', { partnerId: caller.id })
    const unknown = await caller.request('getLiveFlow', { roomId: randomUUID() })
    expect(await caller.request('getLiveFlow', { roomId })).toEqual(unknown)
    expect(await comment(caller, roomId)).toMatchObject({ code: 'notFound' })
    for (const viewer of [broadcaster, watcher]) {
      const shown = await entries(viewer, roomId)
      expect(shown.map(({ seq, member, text }) => [seq, member, text])).toEqual([
        [1, null, ''],
        [2, null, ''],
      ])
    }
  })

  it('comments are emptied after 30 days', async () => {
    const { broadcaster, caller, roomId } = await watched()
    await comment(caller, roomId)
    await world.database.sql`update live_entry set at = now() - interval '31 days' where room_id = ${roomId}`
    expect(await clearOldComments(world.context.db)).toBe(1)
    expect(await entries(broadcaster, roomId)).toMatchObject([{ text: '' }])
  })
})

describe('a present', () => {
  it('is final, paid once, and counts on within ten seconds', async () => {
    const { broadcaster, caller, roomId } = await watched()
    const giftId = randomUUID()
    const answers = await times(8, () => give(caller, roomId, { giftId, quantity: 3, expectedPoints: 150 }))
    expect(answers.every(({ type }) => type === 'success')).toBe(true)
    await give(caller, roomId)
    await give(caller, roomId, { presentId: 'tea', expectedPoints: 100 })
    expect((await entries(broadcaster, roomId)).map(({ present }) => present)).toMatchObject([
      { presentId: 'flower', quantity: 3, combo: 3, points: 150 },
      { presentId: 'flower', quantity: 1, combo: 4 },
      { presentId: 'tea', quantity: 1, combo: 1 },
    ])
    expect([await pointsOf(caller), await earnedBy(broadcaster)]).toEqual([700, 120])
  })

  it('off sale, at another price or beyond the points is refused', async () => {
    const { caller, roomId } = await watched(60)
    expect(await give(caller, roomId, { presentId: 'none' })).toMatchObject({ code: 'livePriceChanged' })
    expect(await give(caller, roomId, { quantity: 2 })).toMatchObject({ code: 'livePriceChanged' })
    expect(await give(caller, roomId, { quantity: 2, expectedPoints: 100 })).toMatchObject({
      code: 'insufficientPoints',
    })
    expect(await pointsOf(caller)).toBe(60)
  })
})
