import { describe, expect, it } from 'vitest'
import type { FlaggedBoardPost } from '#contract/boards/operator.ts'
import { eraseQuitMembers } from '#server/privacy/erase-members.ts'
import type { Person, TestWorld } from '#test/helpers/test-world.ts'
import { type OperatedWorld, withOperators } from '../operators/operated-world.ts'
import { granted } from '../operators/operator-world.ts'
import { quitSteps } from '../privacy/deactivation-steps.ts'
import { boardSteps } from './board-steps.ts'

let world: TestWorld
let operator: OperatedWorld['at']
withOperators((made) => {
  world = made.world
  operator = made.at
})
const { open, answer, read, numbers, titles } = boardSteps(() => world)
const { quit, passDays } = quitSteps(() => world)

const code = (name: string) => expect.objectContaining({ code: name })

const flag = async (person: Person, postId: string) =>
  expect(await person.request('flagBoardPost', { postId, reason: 'harassment' })).toEqual({
    type: 'success',
  })
const remove = async (person: Person, postId: string) =>
  expect(await person.request('deleteBoardPost', { postId })).toEqual({ type: 'success' })
const flagged = async (postId: string): Promise<FlaggedBoardPost | undefined> =>
  granted(await operator.request('operatorBoardFlags', {})).posts.find((post) => post.postId === postId)
const stored = async (postId: string) => {
  const [row] = await world.database.sql`
    select text, evidence, decided_at is not null as "isDecided" from board_post where id = ${postId}`
  return row
}

/** A post of the author under an own thread, or under another member's, flagged by a reader. */
const flaggedPosts = async () => {
  const [author, other, reader] = [await world.caller(), await world.caller(), await world.caller()]
  const own = await open(author, { title: '会いませんか', text: '駅で待っています' })
  await answer(other, own, 'やめてください')
  const theirs = await open(other)
  const { postId } = await answer(author, theirs, '家まで行きます')
  for (const id of [own, postId]) await flag(reader, id)
  return { author, other, reader, own, theirs, postId }
}

describe('a flagged post that its author deletes', () => {
  it('is gone for members and stays readable for operators', async () => {
    const { author, reader, own, theirs, postId } = await flaggedPosts()
    expect(await flagged(postId)).toMatchObject({ text: '家まで行きます', isDeleted: false })
    for (const id of [own, postId]) await remove(author, id)

    expect(await flagged(postId)).toMatchObject({
      text: '家まで行きます',
      isDeleted: true,
      author: { id: author.id },
      flags: [{ reason: 'harassment', count: 1 }],
    })
    expect(await flagged(own)).toMatchObject({ text: '会いませんか\n駅で待っています', isDeleted: true })

    for (const person of [author, reader]) {
      expect(await numbers(person, own)).toEqual([2])
      expect(await numbers(person, theirs)).toEqual([1])
      const shown = JSON.stringify([
        ...[await read(person, own), await read(person, theirs)],
        ...[
          await person.request('getBoardThreads', {}),
          await person.request('getBoardThreads', { isMine: true }),
        ],
      ])
      for (const text of ['会いませんか', '駅で待っています', '家まで行きます'])
        expect(shown).not.toContain(text)
      expect(await titles(person, { words: '会いませんか' })).toEqual([])
      expect(await titles(person, { words: '駅で待って' })).toEqual([])
      expect(await person.request('flagBoardPost', { postId, reason: 'other' })).toEqual(code('notFound'))
    }
  })

  it.each(['keep', 'remove', 'removeAndCloseThread'] as const)(
    'is emptied by a decision to %s, which the audit log keeps with what was said',
    async (decision) => {
      const { author, other, theirs, postId } = await flaggedPosts()
      await remove(author, postId)
      const decided = { postId, decision, reason: '会う約束のため' }
      expect(await operator.request('operatorDecideBoardPost', decided)).toEqual({ type: 'success' })
      expect(await stored(postId)).toEqual({ text: '', evidence: null, isDecided: true })
      expect(await flagged(postId)).toBeUndefined()
      expect(await operator.request('operatorDecideBoardPost', decided)).toEqual(code('notFound'))
      const [line] = await world.database.sql`
        select before, after from operator_audit where subject = ${`member:${author.id}`} order by id desc limit 1`
      expect(line).toMatchObject({ before: { postId, text: '家まで行きます' }, after: { decision } })
      const { thread } = await read(other, theirs)
      expect(thread.isClosed).toBe(decision === 'removeAndCloseThread')
      expect(await numbers(other, theirs)).toEqual([1])
    },
  )

  it('is emptied by the erasure of its author', async () => {
    const { author, own, postId } = await flaggedPosts()
    for (const id of [own, postId]) await remove(author, id)
    await quit(author)
    expect(await flagged(postId)).toMatchObject({ text: '家まで行きます' })
    passDays(31)
    expect(await eraseQuitMembers(world.context)).toEqual({ erased: 1 })
    passDays(0)
    for (const id of [own, postId]) {
      expect(await stored(id)).toEqual({ text: '', evidence: null, isDecided: false })
      expect(await flagged(id)).toBeUndefined()
    }
  })

  it('leaves nothing behind when nobody flagged it, or an operator had decided', async () => {
    const { author, theirs, postId } = await flaggedPosts()
    const plain = await answer(author, theirs, 'まちがえました')
    await operator.request('operatorDecideBoardPost', { postId, decision: 'keep' })
    for (const id of [plain.postId, postId]) {
      await remove(author, id)
      expect(await stored(id)).toMatchObject({ text: '', evidence: null })
      expect(await flagged(id)).toBeUndefined()
    }
  })
})
