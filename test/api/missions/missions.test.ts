import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MissionState } from '#contract/missions/missions.ts'
import { noticeReachedMissions } from '#server/missions/jobs.ts'
import { deleteOldNotices } from '#server/notifications/jobs.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

const code = (name: string) => expect.objectContaining({ code: name })
const sql = () => world.database.sql

const statesOf = async (person: Person): Promise<Record<string, MissionState>> => {
  const answer = await person.request('getMissionProgress', {})
  if (answer.type === 'error') throw new Error(answer.code)
  return Object.fromEntries(answer.missions.map(({ missionId, state }) => [missionId, state]))
}
const pointOf = async (person: Person): Promise<number> => {
  const answer = await person.request('getMyPoint', {})
  return 'point' in answer ? answer.point : Number.NaN
}
/** A caller whose registration brought points, as that of a first account of a browser. */
const firstAccount = async (): Promise<Person> => {
  const person = await world.caller()
  await sql()`insert into registration_grant (device_key, member_id) values (${`device ${person.id}`}, ${person.id})`
  return person
}
const withPhone = async (person: Person): Promise<Person> => {
  await sql()`insert into member_phone (member_id, number_key, number_encrypted, verified_at)
    values (${person.id}, ${`number ${person.id}`}, '\\x00', now())`
  return person
}
const receive = (person: Person, missionId: string) => person.request('receiveMissionBonus', { missionId })

it('counts what happened, and grants each mission once however often it is asked', async () => {
  const person = await firstAccount()
  const broadcaster = await world.broadcaster()
  expect(await statesOf(person)).toMatchObject({ favourite: 'open', profile: 'open' })
  expect(await receive(person, 'favourite')).toEqual(code('missionOpen'))
  await person.request('addBookmark', { token: person.viewer.token, partnerId: broadcaster.id })
  expect(await statesOf(person)).toMatchObject({ favourite: 'ready' })
  const before = await pointOf(person)
  const answers = await Promise.all(Array.from({ length: 20 }, () => receive(person, 'favourite')))
  expect(new Set(answers.map(({ type }) => type))).toEqual(new Set(['success']))
  expect(await pointOf(person)).toBe(before + 50)
  await person.request('deleteBookmark', { token: person.viewer.token, partnerId: broadcaster.id })
  expect(await statesOf(person)).toMatchObject({ favourite: 'received' })
  expect(await world.ledgerDefects()).toEqual([])
})

it('counts calls of a minute, and no visit of a live room', async () => {
  const [person, broadcaster] = [await withPhone(await firstAccount()), await world.broadcaster()]
  const [room] = await sql()<{ id: string }[]>`
    insert into live_room (id, broadcaster_id, title, source, watch_points_per_min, call_points_per_min, ended_at, end_reason)
    values (gen_random_uuid(), ${broadcaster.id}, '夜のおしゃべり', 'browser', 200, 200, now(), 'byBroadcaster')
    returning id`
  const ended = (origin: 'sideWatch' | 'live') => sql()`
    insert into call (id, kind, caller_id, broadcaster_id, dialler_id, rate_points_per_min, phase, connected_at, ended_at,
      end_reason, connected_ms, origin, live_room_id)
    values (gen_random_uuid(), 'video', ${person.id}, ${broadcaster.id}, ${person.id}, 200, 'ended', now(), now(),
      'byCaller', 61000, ${origin}, ${room?.id ?? null})`
  const calls = async () =>
    (await sql()`select id from mission where event = 'call'`).map(({ id }) => id as string)
  const states = async () => {
    const all = await statesOf(person)
    return new Set((await calls()).map((id) => all[id]))
  }
  await ended('sideWatch')
  expect(await states()).toEqual(new Set(['open']))
  await ended('live')
  expect(await states()).toEqual(new Set(['ready']))
})

const rowsOf = async (person: Person) => {
  const answer = await person.request('getNotifications', {})
  if (answer.type === 'error') throw new Error(answer.code)
  return answer.notifications.flatMap(({ about, isUnread }) =>
    about.kind === 'missionReached' ? [{ missionId: about.missionId, isUnread }] : [],
  )
}

it('tells once of a reached mission in the inbox, to who is here, until its bonus is received', async () => {
  const [person, away] = [await withPhone(await firstAccount()), await withPhone(await firstAccount())]
  await sql()`delete from presence where member_id in (${person.id}, ${away.id})`
  await sql()`insert into presence (member_id, node_id, here_until, is_open)
    values (${person.id}, gen_random_uuid(), now() + interval '1 minute', true)`
  await Promise.all([1, 2].map(() => noticeReachedMissions(world.context)))
  await noticeReachedMissions(world.context)
  expect(await sql()`select from member_notice where member_id = ${away.id}`).toHaveLength(0)
  // The check-in waits every day and isn't told.
  expect(await rowsOf(person)).toEqual([{ missionId: 'phone', isUnread: true }])
  await receive(person, 'phone')
  await noticeReachedMissions(world.context)
  expect(await rowsOf(person)).toEqual([{ missionId: 'phone', isUnread: false }])
})

it('tells of an onboarding mission once for ever, also when the row was deleted meanwhile', async () => {
  const person = await withPhone(await firstAccount())
  await sql()`delete from presence`
  await sql()`insert into presence (member_id, node_id, here_until, is_open)
    values (${person.id}, gen_random_uuid(), now() + interval '1 minute', true)`
  await noticeReachedMissions(world.context)
  expect(await rowsOf(person)).toEqual([{ missionId: 'phone', isUnread: true }])
  for (const table of ['member_notice', 'member_notice_once'])
    await sql()`
      update ${sql()(table)} set created_at = created_at - interval '91 days' where member_id = ${person.id}`
  await deleteOldNotices(world.context)
  expect(await rowsOf(person)).toEqual([])
  await noticeReachedMissions(world.context)
  expect(await rowsOf(person)).toEqual([])
})

it('asks as often for many members as for one', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, async () => withPhone(await firstAccount())))
  const queriesOf = async () => {
    let queries = 0
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        queries += 1
        return node
      },
      transformResult: async ({ result }) => result,
    }
    await noticeReachedMissions({ db: world.context.db.withPlugin(counting) })
    return queries
  }
  const comes = ({ id }: Person) => sql()`
    insert into presence (member_id, node_id, here_until, is_open)
    values (${id}, gen_random_uuid(), now() + interval '1 minute', true)`
  await sql()`delete from presence`
  await Promise.all(people.slice(0, 1).map(comes))
  const forOne = await queriesOf()
  await Promise.all(people.slice(1).map(comes))
  expect(await queriesOf()).toBe(forOne)
  for (const person of people) expect(await rowsOf(person)).toEqual([{ missionId: 'phone', isUnread: true }])
})

it('gives onboarding missions of 500 points in all', async () => {
  const answer = await (await firstAccount()).request('getMissionProgress', {})
  if (answer.type === 'error') throw new Error(answer.code)
  const onboarding = answer.missions.filter(({ kind }) => kind === 'onboarding')
  expect(onboarding.reduce((sum, { points }) => sum + points, 0)).toBe(500)
})

it('gives none of them to a further account of a browser', async () => {
  const person = await world.caller()
  const broadcaster = await world.broadcaster()
  await person.request('addBookmark', { token: person.viewer.token, partnerId: broadcaster.id })
  expect(await statesOf(person)).toMatchObject({ favourite: 'locked' })
  expect(await receive(person, 'favourite')).toEqual(code('missionLocked'))
})

it('asks for a phone number before the points of every day', async () => {
  const person = await firstAccount()
  expect(await receive(person, 'check-in')).toEqual(code('missionLocked'))
  await withPhone(person)
  expect(await receive(person, 'check-in')).toMatchObject({ points: 2 })
  expect(await statesOf(person)).toMatchObject({ 'check-in': 'received', phone: 'ready' })
})

it('counts days in a row, and begins anew after the bonus', async () => {
  const person = await withPhone(await world.caller())
  await sql()`insert into mission_bonus (mission_id, member_id, day, points)
    select 'check-in', ${person.id}, (now() at time zone 'Asia/Tokyo')::date - n, 2 from generate_series(1, 6) n`
  expect(await statesOf(person)).toMatchObject({ 'seven-days': 'open' })
  await receive(person, 'check-in')
  expect(await statesOf(person)).toMatchObject({ 'seven-days': 'ready' })
  expect(await receive(person, 'seven-days')).toMatchObject({ points: 30 })
  expect(await statesOf(person)).toMatchObject({ 'seven-days': 'received' })
  await sql()`update mission_bonus set day = day - 10 where member_id = ${person.id}`
  const answer = await person.request('getMissionProgress', {})
  expect(answer).toMatchObject({
    missions: expect.arrayContaining([
      expect.objectContaining({ missionId: 'seven-days', done: 0, state: 'open' }),
    ]),
  })
})

it('knows no mission that is closed or was never there', async () => {
  const person = await firstAccount()
  expect(await receive(person, 'nothing')).toEqual(code('notFound'))
  await sql()`update mission set is_open = false where id = 'push'`
  expect(await receive(person, 'push')).toEqual(code('notFound'))
  expect(await statesOf(person)).not.toHaveProperty('push')
})
