import { expect, test } from 'vitest'
import type { Session } from '#contract/account/account.ts'
import { createAuthClient } from '#web/session/auth-client.ts'
import { currentChat, followMember } from '../member/current-chat.ts'
import type { MemberChat } from '../member/member-chat.ts'
import { clearOthers, type KeyValues, MemberStorage } from '../member/member-storage.ts'
import { FakeClock, settled } from '../testing/fake-clock.ts'
import { Drafts } from './drafts.ts'

const partnerId = '20000002'
const draft = { text: 'こんばん', replyTo: null }

const fakeStorage = (isFull = false): KeyValues & { keys: () => string[] } => {
  const values = new Map<string, string>()
  return {
    get length() {
      return values.size
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      values.set(key, value)
    },
    removeItem: (key) => void values.delete(key),
    keys: () => [...values.keys()],
  }
}
const draftsOf = (storage: KeyValues | null, clock = new FakeClock(), memberId = '10000001') =>
  new Drafts(new MemberStorage(storage, memberId, 'draft'), clock)

test('shows a draft at once, and after a reload', async () => {
  const storage = fakeStorage()
  const clock = new FakeClock()
  const drafts = draftsOf(storage, clock)
  drafts.write(partnerId, draft)
  expect([drafts.read(partnerId), draftsOf(storage).read(partnerId).text]).toEqual([draft, ''])
  await clock.pass(300)
  expect(draftsOf(storage).read(partnerId)).toEqual(draft)
})

test('writes the draft when the page closes, and drops it at once when it was sent', () => {
  const storage = fakeStorage()
  const drafts = draftsOf(storage)
  const replyTo = { messageId: 'a', seq: 1, senderId: partnerId, preview: 'ねえ' }
  drafts.write(partnerId, { text: '', replyTo })
  drafts.flush()
  expect(draftsOf(storage).read(partnerId)).toEqual({ text: '', replyTo })
  drafts.clear(partnerId)
  expect([draftsOf(storage).read(partnerId), storage.keys()]).toEqual([{ text: '', replyTo: null }, []])
})

test.each([
  ['full', fakeStorage(true)],
  ['switched off', null],
])('stores drafts for the life of the page with a storage that is %s', (_, storage) => {
  const drafts = draftsOf(storage)
  drafts.write(partnerId, draft)
  drafts.flush()
  expect(drafts.read(partnerId)).toEqual(draft)
})

test('ignores another program’s value under the same key', () => {
  const storage = fakeStorage()
  for (const junk of ['null', '{', '3', '{"text":5}', '[]']) {
    storage.setItem(`koyoi-chat:10000001:draft:${partnerId}`, junk)
    expect(draftsOf(storage).read(partnerId)).toEqual({ text: '', replyTo: null })
  }
})

test('clears only what belongs to chat and to other members', () => {
  const storage = fakeStorage()
  for (const memberId of ['10000001', '100000010']) {
    const drafts = draftsOf(storage, undefined, memberId)
    drafts.write(partnerId, draft)
    drafts.flush()
  }
  storage.setItem('latestTimeStamp', '5')
  expect(clearOthers(() => storage, '10000001')).toBe(true)
  expect(storage.keys()).toEqual([`koyoi-chat:10000001:draft:${partnerId}`, 'latestTimeStamp'])
  expect(clearOthers(() => storage, null)).toBe(true)
  expect(storage.keys()).toEqual(['latestTimeStamp'])
})

const sessionOf = (id: string): Session => ({
  user: { id, token: 'token', name: '太郎', isFirstRegister: false },
  expires: '2026-12-20T12:00:00.000Z',
})

/** A browser with a draft of member 10000001, and a page that loads in it. */
const pageWith = async (boot: Session | null | undefined, storage = fakeStorage()) => {
  const stored = draftsOf(storage)
  stored.write(partnerId, draft)
  stored.flush()
  const client = createAuthClient(() => undefined)
  const closed: string[] = []
  const picturesOfOthers: (string | null)[] = []
  followMember({
    client,
    boot,
    storage: () => storage,
    open: async (memberId) => ({ chat: { memberId } as MemberChat, close: () => closed.push(memberId) }),
    clearPictures: (memberId) => picturesOfOthers.push(memberId),
  })
  client.seed(boot)
  await settled()
  return { client, closed, picturesOfOthers, hasDraft: () => storage.keys().length > 0 }
}

test('opens chat for the signed-in member, and clears the stored data with the sign-out', async () => {
  const { client, closed, hasDraft } = await pageWith(sessionOf('10000001'))
  expect([currentChat.get()?.memberId, hasDraft()]).toEqual(['10000001', true])
  client.seed({ ...sessionOf('10000001') })
  await settled()
  expect([closed, hasDraft()]).toEqual([[], true])
  client.seed(null)
  await settled()
  expect([currentChat.get(), closed, hasDraft()]).toEqual([null, ['10000001'], false])
})

test('clears a member’s pictures, also where storage could hold nothing else', async () => {
  const { client, picturesOfOthers } = await pageWith(sessionOf('10000001'), fakeStorage(true))
  expect(picturesOfOthers).toEqual([])
  client.seed(null)
  await settled()
  expect(picturesOfOthers).toEqual([null])
})

test.each([
  ['nobody', null, false],
  ['somebody else', sessionOf('10000003'), false],
  ['the same member', sessionOf('10000001'), true],
  ['a member whom the server can’t name', undefined, true],
])('keeps or clears a member’s draft on a page used by %s', async (_, boot, isStored) => {
  const { client, hasDraft } = await pageWith(boot)
  if (boot === undefined) client.seed(null)
  await settled()
  expect(hasDraft()).toBe(isStored)
})
