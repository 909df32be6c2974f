import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { BoardPost, BoardThread } from '#contract/boards/boards.ts'
import type { Person, TestWorld } from '#test/helpers/test-world.ts'

/** What members do on the boards, over HTTP. */
export const boardSteps = (world: () => TestWorld) => {
  /** Moves what everybody wrote an hour into the past, so that the pace of writing allows the next post. */
  const later = () => world().database.sql`update board_post set posted_at = posted_at - interval '1 hour'`

  const open = async (person: Person, more: object = {}): Promise<string> => {
    await later()
    const threadId = randomUUID()
    const thread = { threadId, categoryId: 'talk', title: '眠れない夜に', text: '何を聴いていますか？' }
    expect(await person.request('postBoard', { ...thread, ...more })).toMatchObject({ type: 'success' })
    return threadId
  }
  const answer = async (person: Person, threadId: string, text = 'ラジオです'): Promise<BoardPost> => {
    await later()
    const answered = await person.request('answerBoard', { threadId, postId: randomUUID(), text })
    if (answered.type === 'error') throw new Error(answered.code)
    return answered.post
  }
  const read = async (person: Person, threadId: string, after = 0) => {
    const answered = await person.request('getBoardThread', { threadId, after })
    if (answered.type === 'error') throw new Error(answered.code)
    return answered
  }
  const numbers = async (person: Person, threadId: string): Promise<number[]> => {
    const { opening, posts } = await read(person, threadId)
    return [...(opening ? [opening] : []), ...posts].map(({ number }) => number)
  }
  const list = async (person: Person, wanted: object = {}): Promise<BoardThread[]> => {
    const answered = await person.request('getBoardThreads', wanted)
    if (answered.type === 'error') throw new Error(answered.code)
    return answered.threads
  }
  const titles = async (person: Person, wanted: object = {}): Promise<string[]> =>
    (await list(person, wanted)).map(({ title }) => title)
  return { later, open, answer, read, numbers, list, titles }
}
