import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestWorld, newCallId, type Person, type TestWorld } from '#test/helpers/test-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

const publish = (key: string, link = 'whip', id = 'live') =>
  world.request(`/api/media/${link}/${id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/sdp' },
    body: 'v=0',
  })

const keyOf = async (broadcaster: Person): Promise<string> => {
  const answer = await broadcaster.request('replaceStreamKey', {})
  if (answer.type === 'error') throw new Error(answer.code)
  expect(answer.url).toMatch(/\/api\/media\/whip\/live$/)
  return answer.streamKey
}

const startWith = async (broadcaster: Person, source: 'browser' | 'encoder') => {
  const roomId = newCallId()
  const rates = { watch: 200, call: null }
  await broadcaster.request('startLive', { roomId, title: '配信', tags: [], rates, source })
  return roomId
}

it('opens the publication of a room that waits for an encoder, and nothing else', async () => {
  const broadcaster = await world.broadcaster()
  expect(await broadcaster.request('getStreamKey', {})).toMatchObject({ madeAt: null })
  const key = await keyOf(broadcaster)
  expect(await broadcaster.request('getStreamKey', {})).not.toMatchObject({ madeAt: null })
  expect((await publish(key)).status).toBe(401)
  const browser = await startWith(broadcaster, 'browser')
  expect((await publish(key)).status).toBe(401)
  await broadcaster.request('endLive', { roomId: browser })

  const roomId = await startWith(broadcaster, 'encoder')
  const published = await publish(key)
  expect(published.status).toBe(201)
  expect(published.headers.get('location')).toBe('/api/media/resource/live/fake')
  expect((await publish(key, 'whep')).status).toBe(403)
  expect((await publish(key, 'whip', roomId)).status).toBe(401)
  const stored = await world.database.sql`
    select * from live_stream_key where position(${Buffer.from(key)}::bytea in key_hash) > 0`
  expect(stored).toHaveLength(0)
  expect(await (await world.caller()).request('replaceStreamKey', {})).toMatchObject({ code: 'forbidden' })
  await broadcaster.request('endLive', { roomId })
  expect((await publish(key)).status).toBe(401)
})

it.each(['replaceStreamKey', 'revokeStreamKey'] as const)(
  'is void after %s, which disconnects its encoder',
  async (name) => {
    const broadcaster = await world.broadcaster()
    const key = await keyOf(broadcaster)
    const roomId = await startWith(broadcaster, 'encoder')
    // Answers to several publications may be worked on in any order: all of them end.
    await Promise.all([publish(key), publish(key)])
    const closed: (string | null)[][] = []
    world.media.closeResource = async (...link) => {
      closed.push(link)
    }
    expect(await broadcaster.request(name, {})).toMatchObject({ type: 'success' })
    expect(closed).toEqual([[roomId, broadcaster.id, null]])
    expect((await publish(key)).status).toBe(401)
  },
)
