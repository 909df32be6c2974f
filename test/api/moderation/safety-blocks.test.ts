import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { chatSteps } from '../chat/chat-steps.ts'
import { behindBlock, type Case, type MemberEndpoint } from './behind-block.ts'

let world: TestWorld
const { send } = chatSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

/** A pair with favourites, messages, and a call that the caller may review. */
const acquainted = async (): Promise<{ caller: Person; broadcaster: Person }> => {
  const caller = await world.caller()
  const broadcaster = await world.broadcaster()
  await caller.request('addBookmark', { token: caller.viewer.token, partnerId: broadcaster.id })
  await broadcaster.request('addBookmark', { token: broadcaster.viewer.token, partnerId: caller.id })
  await send(caller, broadcaster, 'こんばんは')
  await send(broadcaster, caller, 'こんばんは！')
  for (const person of [caller, broadcaster])
    await person.request('postTimeline', { postId: randomUUID(), text: 'こんばんは' })
  const { sql } = world.database
  await sql`
    insert into call (id, kind, caller_id, broadcaster_id, dialler_id, rate_points_per_min, phase, connected_at, ended_at,
      end_reason, connected_ms)
    values (${randomUUID()}, 'voice', ${caller.id}, ${broadcaster.id}, ${caller.id}, 140, 'ended', now(), now(), 'byCaller', 90000)`
  for (let count = 0; count < 5; count += 1) {
    await sql`insert into review (author_id, author_label, target_id, score, description)
      values (${(await world.caller(0)).id}, '東京・20代', ${broadcaster.id}, 5, '')`
  }
  return { caller, broadcaster }
}

const nobody = '1'
const questions = Object.entries(behindBlock) as [MemberEndpoint, Case][]

describe.each(['the caller', 'the broadcaster'] as const)('behind a block by %s', (who) => {
  let pair: { caller: Person; broadcaster: Person }
  const sides = (): [Person, Person][] => [
    [pair.caller, pair.broadcaster],
    [pair.broadcaster, pair.caller],
  ]
  const [blocker, blocked] =
    who === 'the caller' ? (['caller', 'broadcaster'] as const) : (['broadcaster', 'caller'] as const)
  const shownBefore = new Map<string, string>()
  beforeAll(async () => {
    pair = await acquainted()
    for (const [viewer, partner] of sides()) {
      for (const [name, { hides }] of questions) {
        for (const [asked, input] of hides?.(viewer) ?? []) {
          const answer = JSON.stringify(await viewer.request(asked, input as never))
          shownBefore.set(`${viewer.id} ${name}`, answer.includes(partner.id) ? 'shown' : answer)
        }
      }
    }
    expect(await pair[blocker].request('addBlock', { partnerId: pair[blocked].id })).toEqual({
      type: 'success',
    })
  })

  it.each(questions.filter(([, { hides }]) => hides))(
    '%s shows neither to the other',
    async (name, { hides }) => {
      for (const [viewer, partner] of sides()) {
        const asking = hides?.(viewer) ?? []
        if (asking.length > 0) expect(shownBefore.get(`${viewer.id} ${name}`)).toBe('shown')
        for (const [asked, input] of asking) {
          const answer = await viewer.request(asked, input as never)
          expect(answer).toMatchObject({ type: 'success' })
          expect(JSON.stringify(answer)).not.toContain(partner.id)
        }
      }
    },
  )

  it.each(questions.filter(([, { asNobody }]) => asNobody))(
    '%s answers as for an unknown member',
    async (_name, { asNobody }) => {
      for (const [viewer, partner] of sides()) {
        const [behind, without] = [asNobody?.(partner.id, viewer) ?? [], asNobody?.(nobody, viewer) ?? []]
        for (const [index, [asked, input]] of behind.entries()) {
          const answer = await viewer.request(asked, input as never)
          expect(answer).toMatchObject({ type: 'error' })
          expect(answer).toEqual(await viewer.request(asked, without[index]?.[1] as never))
        }
      }
    },
  )

  it('no unread message of the other is counted', async () => {
    for (const [viewer] of sides())
      expect(await viewer.request('getUnreadCount', {})).toMatchObject({ unread: 0 })
  })

  it('the list of blocks shows it to its owner alone, and blocking again changes nothing', async () => {
    const list = await pair[blocker].request('getBlocks', {})
    expect(list).toMatchObject({ people: [{ id: pair[blocked].id }] })
    expect(await pair[blocker].request('addBlock', { partnerId: pair[blocked].id })).toEqual({
      type: 'success',
    })
    expect(await pair[blocker].request('getBlocks', {})).toEqual(list)
    expect(await pair[blocked].request('getBlocks', {})).toMatchObject({ people: [] })
    expect(await pair[blocked].request('removeBlock', { partnerId: pair[blocker].id })).toMatchObject({
      code: 'notFound',
    })
  })

  it('lifting it restores everything, favourites and messages too', async () => {
    expect(await pair[blocker].request('removeBlock', { partnerId: pair[blocked].id })).toEqual({
      type: 'success',
    })
    for (const [viewer, partner] of sides()) {
      for (const [asked, input] of questions.flatMap(([, { hides }]) => hides?.(viewer) ?? []))
        expect(JSON.stringify(await viewer.request(asked, input as never))).toContain(partner.id)
      expect(await viewer.request('getUserInfForWeb', { userId: partner.id })).toMatchObject({
        user: { bookmark: true },
      })
      expect(
        await viewer.request('getMoreMessages', { partnerId: partner.id, from: { at: 'newest' } }),
      ).toMatchObject({
        messages: [{}, { body: { text: 'こんばんは' } }, { body: { text: 'こんばんは！' } }],
      })
    }
  })
})

describe('a block', () => {
  it('applies while either member’s block exists, and lifting one leaves the other', async () => {
    const { caller, broadcaster } = await acquainted()
    await caller.request('addBlock', { partnerId: broadcaster.id })
    expect(await broadcaster.request('addBlock', { partnerId: caller.id })).toEqual({ type: 'success' })
    await caller.request('removeBlock', { partnerId: broadcaster.id })
    expect(await caller.request('getUserInfForWeb', { userId: broadcaster.id })).toMatchObject({
      code: 'partnerUnavailable',
    })
    await broadcaster.request('removeBlock', { partnerId: caller.id })
    expect(await caller.request('getUserInfForWeb', { userId: broadcaster.id })).toMatchObject({
      type: 'success',
    })
  })

  it('is refused for the own account, for an unknown member and for a role that one never meets', async () => {
    const caller = await world.caller()
    const other = await world.caller()
    expect(await caller.request('addBlock', { partnerId: caller.id })).toMatchObject({ code: 'blockSelf' })
    expect(await caller.request('addBlock', { partnerId: nobody })).toMatchObject({ code: 'notFound' })
    expect(await caller.request('addBlock', { partnerId: other.id })).toMatchObject({ code: 'notFound' })
  })
})
