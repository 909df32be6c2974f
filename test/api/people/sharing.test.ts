import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttpApp } from '#server/app/app.ts'
import { findSharedPerson } from '#server/people/sharing/shared-people.ts'
import { deactivateAccount } from '#server/privacy/actions/deactivate-account.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

const card = ({ id }: Pick<Person, 'id'>, headers: Record<string, string> = {}) =>
  world.request(`/cards/${id}.jpg`, { headers })

const share = (broadcaster: Person, isShared = true) => broadcaster.request('updateSharing', { isShared })

const shared = async (): Promise<Person> => {
  const broadcaster = await world.broadcaster()
  expect(await share(broadcaster)).toMatchObject({ type: 'success', settings: { isShared: true } })
  return broadcaster
}

it('is off until the broadcaster switches it on, and is no caller’s', async () => {
  const [caller, broadcaster] = [await world.caller(), await world.broadcaster()]
  expect(await share(caller)).toMatchObject({ code: 'forbidden' })
  expect(await broadcaster.request('getStudioSettings', {})).toMatchObject({ settings: { isShared: false } })
  expect((await card(broadcaster)).status).toBe(404)
  await share(broadcaster)
  expect((await card(broadcaster)).status).toBe(200)
  await share(broadcaster, false)
  expect((await card(broadcaster)).status).toBe(404)
})

describe('the card of a broadcaster', () => {
  it('is a picture in the shape that other services show, kept for minutes and by no search engine', async () => {
    const broadcaster = await shared()
    const answer = await card(broadcaster)
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
    const picture = Buffer.from(await answer.arrayBuffer())
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 1_200, height: 630 })
    const again = await card(broadcaster, { 'if-none-match': answer.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  })

  it('has another version as soon as it looks different', async () => {
    const broadcaster = await shared()
    const version = async () => (await findSharedPerson(world.context.db, broadcaster.id, null))?.version
    const before = await version()
    expect(await version()).toBe(before)
    await broadcaster.request('updateUserInfo', { bio: '夜更かしです。' })
    expect(await version()).not.toBe(before)
  })

  it('is drawn whatever a name contains', async () => {
    const broadcaster = await shared()
    await world.database.sql`UPDATE member SET name = ${'<span>&🏮'} WHERE id = ${broadcaster.id}`
    expect((await card(broadcaster)).status).toBe(200)
    await world.database.sql`UPDATE member SET name = '🏮' WHERE id = ${broadcaster.id}`
    expect((await card(broadcaster)).status).toBe(200)
  })

  it('does not exist for either side of a block', async () => {
    const [one, other] = [await world.caller(), await world.caller()]
    const broadcaster = await shared()
    await one.request('addBlock', { partnerId: broadcaster.id })
    await broadcaster.request('addBlock', { partnerId: other.id })
    for (const { cookie } of [one, other]) expect((await card(broadcaster, { cookie })).status).toBe(404)
    const { cookie } = await world.caller()
    expect((await card(broadcaster, { cookie })).status).toBe(200)
  })

  it('does not exist while operators look into a report', async () => {
    const [caller, broadcaster] = [await world.caller(), await shared()]
    expect((await card(broadcaster)).status).toBe(200)
    await world.database.sql`
      INSERT INTO report (command_id, reporter_id, member_id, surface, reason, text, evidence, created_at)
      VALUES (${randomUUID()}, ${caller.id}, ${broadcaster.id}, 'profile', 'other', '', '{}', now())`
    expect((await card(broadcaster)).status).toBe(404)
    await world.database.sql`DELETE FROM report WHERE member_id = ${broadcaster.id}`
    expect((await card(broadcaster)).status).toBe(200)
  })

  it('is gone with an account that was closed', async () => {
    const broadcaster = await shared()
    expect((await card(broadcaster)).status).toBe(200)
    await deactivateAccount(world.context, broadcaster.id, { reason: 'other', leavesEarnings: true })
    expect((await card(broadcaster)).status).toBe(404)
  })

  it.each(['1.jpg', 'x.jpg', '1', '1.png', '%2e%2e'])('answers as nothing at %s', async (file) => {
    expect((await world.request(`/cards/${file}`)).status).toBe(404)
  })

  it('does not exist behind the age gate', async () => {
    const broadcaster = await shared()
    const { config } = world.context
    const gated = { ...world.context, config: { ...config, audience: { ...config.audience, ageGate: true } } }
    const app = createHttpApp(gated, null)
    const env = { incoming: { socket: { remoteAddress: '203.0.113.7' } } }
    expect((await app.request(`http://localhost/cards/${broadcaster.id}.jpg`, {}, env)).status).toBe(404)
  })

  it('is drawn once, and thirty times a minute for all broadcasters together', async () => {
    const broadcaster = await shared()
    const app = createHttpApp(world.context, null)
    const env = { incoming: { socket: { remoteAddress: '203.0.113.7' } } }
    const status = async () =>
      (await app.request(`http://localhost/cards/${broadcaster.id}.jpg`, {}, env)).status
    const draw = async (number: number) => {
      await world.database
        .sql`UPDATE broadcaster SET bio = ${`${number}`} WHERE member_id = ${broadcaster.id}`
      return status()
    }
    const drawn = []
    for (let number = 0; number < 31; number += 1) drawn.push(await draw(number))
    expect(drawn).toEqual([...Array.from({ length: 30 }, () => 200), 429])
    expect(await draw(29)).toBe(200)
  }, 60_000)
})
