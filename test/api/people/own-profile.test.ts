import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RequestOf } from '#contract/core/endpoint.ts'
import type { ownProfileEndpoints } from '#contract/people/own-profile.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { chatSteps } from '../chat/chat-steps.ts'

let world: TestWorld
const { send } = chatSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

type Changes = RequestOf<typeof ownProfileEndpoints.updateUserInfo>

const change = (person: Person, changes: Changes) => person.request('updateUserInfo', changes)
const profileOf = async (person: Person) => {
  const answer = await person.request('getMyProfile', {})
  if (answer.type === 'error') throw new Error(answer.code)
  return answer.profile
}
const seenBy = (viewer: Person, person: Person) => viewer.request('getUserInfForWeb', { userId: person.id })
const search = async (viewer: Person, filters: object) => {
  const answer = await viewer.request('searchUsers', { limit: 60, ...filters })
  if (answer.type === 'error') throw new Error(answer.code)
  return answer.users.map(({ id }) => id)
}
const setGuard = (guard: string) => world.database.sql`update safety_setting set contact_guard = ${guard}`

describe('a member’s own profile', () => {
  it('of a new member is only the name: age and region are empty until they are given, and again when taken back', async () => {
    const caller = await world.caller(0)
    const empty = {
      name: caller.viewer.name,
      region: null,
      age: null,
      isAgeChecked: false,
      isAgeShown: true,
      job: null,
      bio: '',
      tags: [],
    }
    expect(await profileOf(caller)).toEqual(empty)
    await change(caller, { region: '福岡', age: 41 })
    await change(caller, { region: null, age: null })
    expect(await profileOf(caller)).toEqual(empty)
  })

  it('changes field by field: fields that are not sent stay', async () => {
    const caller = await world.caller(0)
    const words = { job: '会社員', bio: 'よろしくお願いします。', tags: ['#映画', '散歩'] }
    expect(await change(caller, words)).toMatchObject({ profile: { ...words, tags: ['映画', '散歩'] } })
    expect(await change(caller, { region: '福岡', age: 41 })).toMatchObject({
      profile: { region: '福岡', age: 41, name: caller.viewer.name, job: '会社員' },
    })
    const [one, other] = [caller, await world.onAnotherDevice(caller)]
    await Promise.all([change(one, { bio: 'こちらから' }), change(other, { job: '' })])
    expect(await profileOf(caller)).toMatchObject({ bio: 'こちらから', job: null, tags: ['映画', '散歩'] })
  })

  it('is on a caller’s profile for broadcasters, and on a broadcaster’s for everybody', async () => {
    const [caller, broadcaster] = [await world.caller(0), await world.broadcaster()]
    await change(caller, { job: '料理人', bio: '夜に話しましょう。', tags: ['料理'] })
    expect(await seenBy(broadcaster, caller)).toMatchObject({
      user: { job: '料理人', bio: '夜に話しましょう。', tags: ['料理'] },
    })
    await change(broadcaster, { name: 'しおり', job: '図書館', bio: '本の話が好きです。', tags: ['読書'] })
    expect(await seenBy(caller, broadcaster)).toMatchObject({
      user: { name: 'しおり', job: '図書館', bio: '本の話が好きです。', tags: ['読書'] },
    })
    expect(await search(caller, { text: 'しおり 図書館' })).toEqual([broadcaster.id])
    expect(await search(caller, { tags: ['読書'] })).toEqual([broadcaster.id])
  })
})

describe('a new name', () => {
  it('is in every session at once', async () => {
    const caller = await world.caller(0)
    const elsewhere = await world.onAnotherDevice(caller)
    const nameIn = async ({ cookie }: Person) => {
      const response = await world.request('/api/auth/session', { headers: { cookie } })
      return ((await response.json()) as { user: { name: string } }).user.name
    }
    expect(await nameIn(elsewhere)).toBe(caller.viewer.name)
    await change(caller, { name: ' 夜ふかし ' })
    expect(await nameIn(caller)).toBe('夜ふかし')
    expect(await nameIn(elsewhere)).toBe('夜ふかし')
  })

  it('is shown with the member’s unread messages, in every process', async () => {
    const [caller, broadcaster] = [await world.caller(), await world.broadcaster()]
    const nearby = await createTestWorld({ beside: world })
    await send(caller, broadcaster, 'こんばんは')
    const answerOf = async (serving: TestWorld) => {
      const response = await serving.request('/api/get-new-chat', {
        method: 'POST',
        headers: { cookie: broadcaster.cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ latestTimeStamp: 0 }),
      })
      return ((await response.json()) as { newChatList: { partnerName: string }[] }).newChatList
    }
    for (const serving of [world, nearby])
      expect(await answerOf(serving)).toMatchObject([{ partnerName: caller.viewer.name }])
    await change(caller, { name: '改名' })
    for (const serving of [world, nearby])
      await expect.poll(() => answerOf(serving), { timeout: 10_000 }).toMatchObject([{ partnerName: '改名' }])
    await nearby.close()
  })
})

describe('a hidden age', () => {
  it('is shown to its owner alone, and no search finds the member by it', async () => {
    const [caller, broadcaster] = [await world.caller(0), await world.broadcaster()]
    await change(broadcaster, { age: 77 })
    expect(await search(caller, { ageFrom: 77, ageTo: 77 })).toEqual([broadcaster.id])
    await change(broadcaster, { isAgeShown: false })
    expect(await search(caller, { ageFrom: 77, ageTo: 77 })).toEqual([])
    expect(await search(caller, { ageFrom: 18 })).not.toContain(broadcaster.id)
    expect(await search(caller, { ageTo: 99 })).not.toContain(broadcaster.id)
    expect(await search(caller, {})).toContain(broadcaster.id)
    expect(await seenBy(caller, broadcaster)).toMatchObject({ user: { age: null } })
    expect(await profileOf(broadcaster)).toMatchObject({ age: 77, isAgeShown: false })
    const home = await caller.request('getRecommendedUsers', { list: 'standby', limit: 60 })
    expect(home).toMatchObject({
      users: expect.arrayContaining([expect.objectContaining({ id: broadcaster.id, age: null })]),
    })
    await change(broadcaster, { isAgeShown: true })
    expect(await search(caller, { ageFrom: 77, ageTo: 77 })).toEqual([broadcaster.id])
  })
})

it.each([
  // The stated birth date decides, not the age that the profile gives.
  ['the region and the birth date', { region: '福岡', age: 20 }, '1980-01-01', '福岡・40代'],
  ['the region, where the birth date isn’t stated', { region: '福岡', age: 20 }, null, '福岡'],
  ['the region, where the age is hidden', { region: '福岡', isAgeShown: false }, '1980-01-01', '福岡'],
  ['nothing, where nothing was given', {}, null, ''],
] as const)('a review keeps for its author’s label %s', async (_, given, bornOn, authorLabel) => {
  const [caller, reader, broadcaster] = [
    await world.caller(),
    await world.caller(0),
    await world.broadcaster(),
  ]
  await change(caller, given)
  if (bornOn) await caller.request('stateBirthDate', { birthDate: bornOn })
  await world.database.sql`
    insert into call (id, kind, caller_id, broadcaster_id, dialler_id, rate_points_per_min, phase, connected_at, ended_at,
      end_reason, connected_ms)
    values (gen_random_uuid(), 'voice', ${caller.id}, ${broadcaster.id}, ${caller.id}, 140, 'ended', now(), now(), 'byCaller', 90000)`
  const description = 'とても楽しい時間でした。'
  const { memberId, token } = caller.viewer
  const review = { target_user_id: broadcaster.id, user_id: memberId, token, score: 5, description }
  expect(await caller.request('postUserReview', review)).toMatchObject({ type: 'success' })
  await change(caller, { region: '大阪', age: 60, isAgeShown: false })
  expect(await reader.request('getUserReviews', { userId: broadcaster.id })).toMatchObject({
    reviews: [{ authorLabel, description }],
  })
})

describe('a change is refused', () => {
  it.each([
    [{ name: '　' }, 'nameTooShort', '名前は1文字以上で入力してください。'],
    [{ name: 'あ'.repeat(21) }, 'nameTooLong', '名前は20文字以内で入力してください。'],
    [{ name: 'シ ス テ ム' }, 'nameReserved', '運営とまぎらわしい名前は使えません。別の名前にしてください。'],
    [{ name: 'a\u200bb' }, 'nameNotShown', '名前に使えない文字が含まれています。'],
    [{ region: 'パリ' }, 'regionUnknown', '地域を一覧から選んでください。'],
    [{ age: 17 }, 'profileAgeWrong', '年齢は18〜99歳で選んでください。'],
    [{ job: 'あ'.repeat(21) }, 'jobTooLong', '職業は20文字以内で入力してください。'],
    [{ bio: 'あ'.repeat(301) }, 'bioTooLong', '自己紹介は300文字以内で入力してください。'],
    [{ tags: [...'123456789'] }, 'tagsTooMany', 'タグは8個までにしてください。'],
    [{ tags: ['ふたつ の語'] }, 'tagWrong', 'タグは空白を入れずに、12文字以内で入力してください。'],
    [{ bio: '\u0000' }, 'badInput', '入力内容を確認してください。'],
  ] as [Changes, string, string][])('as a whole: %j', async (changes, code, message) => {
    const caller = await world.caller(0)
    const before = await profileOf(caller)
    expect(await change(caller, { isAgeShown: false, ...changes })).toEqual({ type: 'error', code, message })
    expect(await profileOf(caller)).toEqual(before)
  })

  it('or warned about when it contains an address, as operators set it', async () => {
    const caller = await world.caller(0)
    const contact = { bio: 'LINEのIDは koyoi-tarou1990 です。' }
    expect(await change(caller, contact)).toMatchObject({ code: 'contactWarning' })
    expect(await change(caller, { name: '09012345678' })).toMatchObject({ code: 'contactWarning' })
    expect(await change(caller, { tags: ['09012345678'] })).toMatchObject({ code: 'contactWarning' })
    expect(await change(caller, { ...contact, isWarned: true })).toMatchObject({ type: 'success' })
    await setGuard('refuse')
    // A text from before isn't checked again.
    expect(await change(caller, { ...contact, region: '大阪' })).toMatchObject({
      profile: { region: '大阪' },
    })
    const another = { bio: '連絡は 090-1234-5678 まで。', isWarned: true }
    expect(await change(caller, another)).toMatchObject({ code: 'contactRefused' })
    await setGuard('warn')
  })

  it('but a reserved name that a member has already stays when other fields change', async () => {
    const member = await world.caller(0)
    await world.database.sql`UPDATE member SET name = '運営さん' WHERE id = ${member.id}`
    expect(await change(member, { name: '運営さん', age: 40 })).toMatchObject({
      profile: { name: '運営さん', age: 40 },
    })
    expect(await change(member, { name: '運営' })).toMatchObject({ code: 'nameReserved' })
  })

  it('after twenty within ten minutes', async () => {
    const caller = await world.caller(0)
    for (let count = 0; count < 20; count += 1)
      expect(await change(caller, { age: 30 + count })).toMatchObject({ type: 'success' })
    expect(await change(caller, { age: 60 })).toMatchObject({ code: 'tooManyRequests' })
    expect(await profileOf(caller)).toMatchObject({ age: 49 })
  })
})
