import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notifyWaiting } from '#server/boards/actions/notify-subscribers.ts'
import { eraseQuitMembers } from '#server/privacy/erase-members.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { quitSteps } from '../privacy/deactivation-steps.ts'
import { boardSteps } from './board-steps.ts'

let world: TestWorld
const { later, open, answer, read, numbers, list, titles } = boardSteps(() => world)
const { quit, signInClosed, passDays } = quitSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

const code = (name: string) => expect.objectContaining({ code: name })

const noticesOf = async (person: Person): Promise<string[]> => {
  const answered = await person.request('getNotifications', {})
  if (answered.type === 'error') throw new Error(answered.code)
  return answered.notifications.flatMap(({ about }) =>
    about.kind === 'boardAnswered' ? [about.threadId] : [],
  )
}

describe('threads', () => {
  it('show posts in one order, by marks that name nobody', async () => {
    const [opener, other] = [await world.caller(), await world.broadcaster()]
    const threadId = await open(opener)
    await answer(other, threadId)
    await answer(opener, threadId)
    const { thread, opening, posts } = await read(other, threadId)
    expect(thread).toMatchObject({ posts: 3, isOwn: false, isClosed: false })
    expect([opening, ...posts].map((post) => [post?.number, post?.isOpener, post?.isOwn])).toEqual([
      [1, true, false],
      [2, false, true],
      [3, true, false],
    ])
    expect(posts[1]?.mark).toBe(opening?.mark)
    expect(posts[0]?.mark).not.toBe(opening?.mark)
    const shown = JSON.stringify(await read(await world.caller(), threadId))
    for (const person of [opener, other]) {
      expect(shown).not.toContain(person.id)
      expect(shown).not.toContain(person.viewer.name)
    }
  })

  it('give an author another mark in another thread', async () => {
    const opener = await world.caller()
    const marks = []
    for (const threadId of [await open(opener), await open(opener)])
      marks.push((await read(opener, threadId)).opening?.mark)
    expect(new Set(marks).size).toBe(2)
  })

  it('number concurrent answers without gap or double, and repeat nothing', async () => {
    const threadId = await open(await world.caller())
    const people = await Promise.all(Array.from({ length: 8 }, () => world.caller()))
    await Promise.all(
      people.map(async (person) => {
        const command = { threadId, postId: randomUUID(), text: '同時に' }
        const both = await Promise.all([
          person.request('answerBoard', command),
          person.request('answerBoard', command),
        ])
        expect(both[0]).toEqual(both[1])
      }),
    )
    expect(await numbers(people[0] as Person, threadId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('come in pages, forwards and backwards, without gap or double', async () => {
    const opener = await world.caller()
    const threadId = await open(opener)
    const { sql } = world.database
    await sql`insert into board_post (id, thread_id, number, author_id, mark, text)
      select gen_random_uuid(), ${threadId}, n, ${opener.id}, 'm', 'x' from generate_series(2, 75) n`
    await sql`update board_thread set posts = 75 where id = ${threadId}`
    const seen = (await read(opener, threadId)).posts.map(({ number }) => number)
    for (let more = true; more; ) {
      const page = await opener.request('getMoreBoardPosts', { threadId, after: seen.at(-1) ?? 0 })
      if (page.type === 'error') throw new Error(page.code)
      seen.push(...page.posts.map(({ number }) => number))
      more = page.more
    }
    expect(seen).toEqual(Array.from({ length: 74 }, (_, index) => index + 2))
    const back = await opener.request('getMoreBoardPosts', { threadId, before: 76 })
    expect(back).toMatchObject({ more: true })
    if (back.type !== 'error') expect(back.posts.map(({ number }) => number)).toEqual(seen.slice(-30))
  })

  it('take no more than 1,000 posts', async () => {
    const person = await world.caller()
    const threadId = await open(person)
    await world.database.sql`update board_thread set posts = 1000 where id = ${threadId}`
    await later()
    expect(await person.request('answerBoard', { threadId, postId: randomUUID(), text: 'まだ' })).toEqual(
      code('boardThreadClosed'),
    )
    expect((await read(person, threadId)).thread.isClosed).toBe(true)
  })

  it('refuse haste, contact details and what can not be read', async () => {
    const person = await world.caller()
    const threadId = await open(person)
    const command = () => ({ threadId, postId: randomUUID(), text: 'もう一度' })
    expect(await person.request('answerBoard', command())).toEqual(code('boardTooOften'))
    await later()
    expect(await person.request('answerBoard', { ...command(), text: ' \n' })).toEqual(code('boardTextWrong'))
    expect(await person.request('answerBoard', { ...command(), text: 'LINEのIDは koyoi_1234 です' })).toEqual(
      code('contactWarning'),
    )
    expect(await person.request('answerBoard', { ...command(), threadId: randomUUID() })).toEqual(
      code('notFound'),
    )
    const known = { ...command(), postId: threadId }
    expect(await person.request('answerBoard', known)).toEqual(code('idempotencyMismatch'))
  })
})

describe('the list', () => {
  it('finds words of title and first post, whatever their width and kana', async () => {
    const person = await world.caller()
    const threadId = await open(person, { title: 'ﾗｼﾞｵの話', text: 'ジャズ喫茶にて' })
    const found = async (words: string) =>
      (await list(person, { words })).some((each) => each.threadId === threadId)
    for (const words of ['らじお', 'ラジオ', 'ジャズ', 'らじお じゃず', '話'])
      expect(await found(words)).toBe(true)
    for (const words of ['ラジコ', 'らじお ロック']) expect(await found(words)).toBe(false)
  })

  it('has the newest post first, or the newest thread, page by page', async () => {
    const person = await world.caller()
    const other = await world.caller()
    await world.database.sql`update board_thread set removed_at = now()`
    const [first, second, third] = [await open(person), await open(other), await open(await world.caller())]
    await answer(other, first)
    const ids = async (wanted: object) => (await list(person, wanted)).map(({ threadId }) => threadId)
    expect(await ids({})).toEqual([first, third, second])
    expect(await ids({ order: 'new' })).toEqual([third, second, first])
    expect(await ids({ isMine: true })).toEqual([first])
    const page = await person.request('getBoardThreads', { limit: 2 })
    if (page.type === 'error' || !page.next) throw new Error('no next page')
    expect(await ids({ before: page.next })).toEqual([second])
  })
})

describe('safety', () => {
  it('hides a post after flags of three people until an operator has looked', async () => {
    const [opener, author] = [await world.caller(), await world.caller()]
    const threadId = await open(opener)
    const { postId } = await answer(author, threadId)
    const flag = (person: Person) => person.request('flagBoardPost', { postId, reason: 'harassment' })
    const [one, two, three] = [await world.caller(), await world.caller(), await world.caller()]
    for (let times = 0; times < 3; times += 1) await flag(one)
    await flag(two)
    expect(await numbers(opener, threadId)).toEqual([1, 2])
    await flag(three)
    expect(await numbers(opener, threadId)).toEqual([1])
    const { sql } = world.database
    expect(await sql`select kind from operator_notice where subject = ${`board:${postId}`}`).toEqual([
      { kind: 'boardFlagged' },
    ])
    await sql`update board_post set decided_at = now(), hidden_at = null where id = ${postId}`
    await flag(await world.caller())
    expect(await numbers(opener, threadId)).toEqual([1, 2])
  })

  it('refuses a flag of an own post', async () => {
    const author = await world.caller()
    const threadId = await open(author)
    expect(await author.request('flagBoardPost', { postId: threadId, reason: 'other' })).toEqual(
      code('reportSelf'),
    )
  })

  it('shows the same with and without a block, which would otherwise tell who wrote', async () => {
    const [one, other, third] = [await world.caller(), await world.broadcaster(), await world.caller()]
    const own = await open(one, { title: '片方' })
    const shared = await open(third, { title: '両方' })
    await answer(one, shared)
    await answer(other, shared)
    const before = await titles(other)
    await other.request('addBlock', { partnerId: one.id })
    expect(await titles(other)).toEqual(before)
    expect(await numbers(other, own)).toEqual([1])
    expect(await numbers(other, shared)).toEqual([1, 2, 3])
    expect(await numbers(one, shared)).toEqual([1, 2, 3])
    await one.request('subscribeBoardThread', { threadId: shared, isSubscribed: true })
    await answer(other, shared)
    expect(await noticesOf(one)).toHaveLength(1)
  })

  it('hides the mark of a post from one reader, and nothing else of its author', async () => {
    const [author, reader, third] = [await world.caller(), await world.caller(), await world.caller()]
    const threadId = await open(author)
    const another = await open(author)
    const shared = await open(third)
    await answer(author, shared)
    const post = await answer(author, shared)
    expect(await reader.request('hideBoardAuthor', { postId: threadId })).toEqual({ type: 'success' })
    expect(await reader.request('getBoardThread', { threadId })).toEqual(code('notFound'))
    expect(await numbers(reader, another)).toEqual([1])
    expect(await numbers(reader, shared)).toEqual([1, 2, 3])
    expect(await reader.request('hideBoardAuthor', { postId: post.postId })).toEqual({ type: 'success' })
    expect(await numbers(reader, shared)).toEqual([1])
    expect(await reader.request('getBlocks', {})).toMatchObject({ people: [] })
    expect(await reader.request('showBoardAuthors', {})).toEqual({ type: 'success', authors: 2 })
    expect(await numbers(reader, threadId)).toEqual([1])
    expect(await numbers(reader, shared)).toEqual([1, 2, 3])
  })

  it('answers a retry of a post that was hidden or deleted meanwhile', async () => {
    const author = await world.caller()
    const threadId = await open(author)
    const [hidden, deleted] = [
      await answer(author, threadId, 'ひとつめ'),
      await answer(author, threadId, 'ふたつめ'),
    ]
    await world.database.sql`update board_post set hidden_at = now() where id = ${hidden.postId}`
    await author.request('deleteBoardPost', { postId: deleted.postId })
    const retry = { threadId, postId: hidden.postId, text: 'ひとつめ' }
    expect(await author.request('answerBoard', retry)).toMatchObject({ type: 'success' })
    expect(
      await author.request('answerBoard', { ...retry, postId: deleted.postId, text: 'ふたつめ' }),
    ).toEqual(code('idempotencyMismatch'))
  })

  it('lets only the author delete, and keeps the answers', async () => {
    const [opener, other] = [await world.caller(), await world.caller()]
    const threadId = await open(opener, { title: '消す話' })
    await answer(other, threadId)
    expect(await other.request('deleteBoardPost', { postId: threadId })).toEqual(code('notFound'))
    expect(await opener.request('deleteBoardPost', { postId: threadId })).toEqual({ type: 'success' })
    const { thread, opening } = await read(other, threadId)
    expect(thread).toMatchObject({ title: '（削除されたスレッド）', isClosed: true, preview: '' })
    expect(opening).toBeNull()
    const alone = await open(opener)
    await opener.request('deleteBoardPost', { postId: alone })
    expect(await opener.request('getBoardThread', { threadId: alone })).toEqual(code('notFound'))
  })
})

describe('an account that is closed', () => {
  it('takes no post along, which would tell whose they were, until the erasure', async () => {
    const [leaving, other, reader] = [await world.caller(), await world.caller(), await world.caller()]
    const own = await open(leaving, { title: '去る人の話' })
    await answer(other, own)
    const theirs = await open(other, { title: '残る人の話' })
    await answer(leaving, theirs)
    const marksOf = async (threadId: string) => {
      const { opening, posts } = await read(reader, threadId)
      return [opening?.mark, ...posts.map(({ mark }) => mark)]
    }
    const before = [await marksOf(own), await marksOf(theirs), await titles(reader)]
    expect(await quit(leaving)).toMatchObject({ type: 'success' })
    expect([await marksOf(own), await marksOf(theirs), await titles(reader)]).toEqual(before)
    expect(await reader.request('flagBoardPost', { postId: own, reason: 'other' })).toEqual({
      type: 'success',
    })
    passDays(31)
    expect(await eraseQuitMembers(world.context)).toEqual({ erased: 1 })
    passDays(0)
    expect(await numbers(reader, own)).toEqual([2])
    expect(await numbers(reader, theirs)).toEqual([1])
    expect(await titles(reader)).not.toContain('去る人の話')
  })

  it('finds its posts as they were when its owner returns', async () => {
    const leaving = await world.caller()
    const threadId = await open(leaving)
    await quit(leaving)
    const again = await (await signInClosed(leaving)).comeBack()
    expect((await read(again, threadId)).opening).toMatchObject({ isOwn: true, isOpener: true })
  })
})

it('notifies a subscriber once until the thread was read', async () => {
  const [opener, other] = [await world.caller(), await world.caller()]
  const threadId = await open(opener)
  await answer(other, threadId)
  await answer(other, threadId)
  expect(await noticesOf(opener)).toEqual([threadId])
  expect((await list(opener, { isMine: true }))[0]).toMatchObject({ unseen: 2, isSubscribed: true })
  await read(opener, threadId)
  expect((await list(opener, { isMine: true }))[0]).toMatchObject({ unseen: 0 })
  await answer(other, threadId)
  // An unread notification of the same thread becomes the newest.
  expect(await noticesOf(opener)).toEqual([threadId])
  await opener.request('subscribeBoardThread', { threadId, isSubscribed: false })
  await answer(other, threadId)
  expect(await noticesOf(opener)).toHaveLength(1)
})

it('notifies by the next minute whom an answer left out, and nobody of an own answer or a hidden author', async () => {
  const [opener, other, hider] = [await world.caller(), await world.caller(), await world.caller()]
  const threadId = await open(opener)
  await hider.request('subscribeBoardThread', { threadId, isSubscribed: true })
  const { postId } = await answer(other, threadId)
  await read(opener, threadId)
  await hider.request('hideBoardAuthor', { postId })
  await answer(opener, threadId)
  await read(hider, threadId)
  const counts = async () => [(await noticesOf(opener)).length, (await noticesOf(hider)).length]
  const before = await counts()
  await notifyWaiting(world.context)
  expect(await counts()).toEqual(before)
  await answer(other, threadId)
  // As if the answer's transaction had reached its bound before it came to the opener.
  const { sql } = world.database
  await sql`update board_subscription set is_notified = false where thread_id = ${threadId} and member_id = ${opener.id}`
  await sql`delete from member_notice where member_id = ${opener.id}`
  await sql`delete from member_notice_once where member_id = ${opener.id}`
  expect(await counts()).toEqual([0, before[1]])
  await notifyWaiting(world.context)
  await notifyWaiting(world.context)
  expect(await counts()).toEqual([1, before[1]])
})
