import { crc32, inflateRawSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { dataExportPath } from '#contract/privacy/data-export.ts'
import { deleteExpiredExports } from '#server/privacy/data-export/exports.ts'
import { makeDataExports } from '#server/privacy/data-export/make-exports.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { knownPersonSteps } from '../account/known-person.ts'
import { callSteps } from '../calls/call-steps.ts'
import { quitSteps } from './deactivation-steps.ts'

let world: TestWorld
const { connectedCall, ring, endOf } = callSteps(() => world)
const { passDays, quit } = quitSteps(() => world)
const { knownCaller, knownBroadcaster } = knownPersonSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterEach(() => passDays(0))
afterAll(() => world.close())

const statusOf = async (person: Person) => {
  const answer = await person.request('getDataExport', {})
  if (answer.type === 'error') throw new Error(answer.code)
  return answer
}
const linkFor = async (person: Person): Promise<string> => {
  const answer = await person.request('getDataExportLink', {})
  if (answer.type === 'error') throw new Error(answer.code)
  return answer.link
}
const fetchLink = (link: string, person: Person | null) =>
  world.request(link, { headers: person ? { cookie: person.cookie } : {} })

/**
 * The contents of a zip, by its central directory (APPNOTE 4.3.12): texts by name, each with the right
 * checksum.
 */
const unzipped = (zip: Buffer): Record<string, string> => {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'))
  const files: Record<string, string> = {}
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const method = zip.readUInt16LE(at + 10)
    const [checksum, size] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20)]
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const local = zip.readUInt32LE(at + 42)
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.subarray(begin, begin + size)
    const bytes = method === 0 ? packed : inflateRawSync(packed)
    expect(crc32(bytes)).toBe(checksum)
    files[zip.toString('utf8', at + 46, at + 46 + name)] = bytes.toString('utf8')
    at += 46 + name + extra + comment
  }
  return files
}

const exportOf = async (person: Person): Promise<Record<string, string>> => {
  expect(await person.request('requestDataExport', {})).toMatchObject({ dataExport: { state: 'making' } })
  expect(await makeDataExports(world.context)).toEqual({ made: 1 })
  const answer = await fetchLink(await linkFor(person), person)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="koyoi-\d{8}\.zip"$/)
  return unzipped(Buffer.from(await answer.arrayBuffer()))
}

it.each(['caller', 'broadcaster'] as const)('a %s gets all own data, and nothing of others', async (role) => {
  const known = role === 'caller' ? await knownCaller() : await knownBroadcaster()
  const { person, partner, strings } = known
  const callId = await (role === 'caller' ? connectedCall(person, partner) : connectedCall(partner, person))
  await person.request('endCall', { callId })
  const secret = `秘密${Date.now()}`
  await world.database.sql`
    update member set email = ${`${secret}@example.jp`}, region = ${secret}, password_hash = ${secret} where id = ${partner.id}`
  const files = await exportOf(person)
  const all = Object.values(files).join('\n')
  for (const what of ['name', 'email', 'region', 'bio', 'job', 'tag', 'text', 'review', 'report'])
    expect(all, what).toContain(strings[what])
  expect(Object.keys(files).filter((name) => name.startsWith('images/'))).toHaveLength(2)
  expect(JSON.parse(files['calls.json'] ?? '')).toContainEqual(
    expect.objectContaining({
      role,
      partnerName: `${partner.viewer.role}${partner.id}`,
      endReason: expect.any(String),
    }),
  )
  expect(JSON.parse(files['points.json'] ?? '')).toHaveProperty('movements')
  const broadcasters = {
    rates: { video: 200, voice: 140 },
    isShared: false,
    pushStandby: expect.any(Boolean),
  }
  expect(JSON.parse(files['profile.json'] ?? '')).toMatchObject({
    calls: role === 'broadcaster' ? broadcasters : null,
  })
  // The README names every file.
  for (const name of Object.keys(files).filter((each) => each.endsWith('.json')))
    expect(files['README.txt']).toContain(name)
  expect(all).not.toContain(secret)
  expect(all).not.toContain('そうですね')
  expect(all).not.toContain(strings.device)
  expect(all).not.toContain(person.viewer.token)
})

it('is announced in the app and by mail, once a day, and is deleted after a week', async () => {
  const caller = await world.caller(0)
  await exportOf(caller)
  expect(await caller.request('getNotifications', {})).toMatchObject({
    notifications: [{ about: { kind: 'dataExportReady' } }],
  })
  const { dataExport } = await statusOf(caller)
  expect(dataExport).toMatchObject({ state: 'ready', bytes: expect.any(Number) })
  expect(await caller.request('requestDataExport', {})).toMatchObject({ code: 'exportTooSoon' })
  expect(await makeDataExports(world.context)).toEqual({ made: 0 })
  const link = await linkFor(caller)
  const [row] = await world.database.sql`select file_id from data_export where member_id = ${caller.id}`
  passDays(7)
  expect((await statusOf(caller)).dataExport).toBeNull()
  expect((await fetchLink(link, caller)).status).toBe(410)
  await deleteExpiredExports(world.context)
  expect(await world.context.storage.get(`exports/${caller.id}-${row?.file_id}.zip`)).toBeNull()
  expect(await world.database.sql`select from data_export where member_id = ${caller.id}`).toEqual([])
})

it('opens for nobody else, with no other ticket, and for ten minutes', async () => {
  const [caller, other] = [await world.caller(0), await world.caller(0)]
  await exportOf(caller)
  await exportOf(other)
  const link = await linkFor(caller)
  expect((await fetchLink(link, null)).status).toBe(401)
  expect((await fetchLink(link, other)).status).toBe(410)
  expect((await fetchLink(dataExportPath, caller)).status).toBe(410)
  expect((await fetchLink(`${link.slice(0, -2)}AA`, caller)).status).toBe(410)
  const theirs = new URL(await linkFor(other), 'http://x').searchParams.get('ticket')?.split('.') ?? []
  expect(
    (await fetchLink(`${dataExportPath}?ticket=${[caller.id, ...theirs.slice(1)].join('.')}`, caller)).status,
  ).toBe(410)
  expect((await fetchLink(link, caller)).status).toBe(200)
  world.context.now = () => Date.now() + 10 * 60_000
  expect((await fetchLink(link, caller)).status).toBe(410)
  passDays(0)
  expect(await quit(caller)).toMatchObject({ type: 'success' })
  expect((await fetchLink(link, caller)).status).toBe(401)
})

it('two requests at once are one; a failure is notified, and another may be requested', async () => {
  const caller = await world.caller(0)
  const answers = await Promise.all([
    caller.request('requestDataExport', {}),
    caller.request('requestDataExport', {}),
  ])
  expect(answers.map(({ type }) => type).sort()).toEqual(['error', 'success'])
  const { storage } = world.context
  world.context.storage = { ...storage, putFile: () => Promise.reject(new Error('full')) }
  for (const state of ['making', 'making', 'failed']) {
    expect(await makeDataExports(world.context)).toEqual({ made: 0 })
    expect((await statusOf(caller)).dataExport).toMatchObject({ state })
  }
  world.context.storage = storage
  expect(await caller.request('getDataExportLink', {})).toMatchObject({ code: 'exportGone' })
  await exportOf(caller)
})

it('is given up after three attempts also when none of them came to its end, and stops no other', async () => {
  const [caller, other] = [await world.caller(0), await world.caller(0)]
  for (const person of [caller, other]) await person.request('requestDataExport', {})
  // Three processes died with it.
  await world.database.sql`
    update data_export set tries = 3, requested_at = requested_at - interval '3 minutes' where member_id = ${caller.id}`
  expect(await makeDataExports(world.context)).toEqual({ made: 1 })
  expect((await statusOf(caller)).dataExport).toMatchObject({ state: 'failed' })
  expect((await statusOf(other)).dataExport).toMatchObject({ state: 'ready' })
  await exportOf(caller)
})

it('that was given up while its last attempt still ran is there when that attempt ends', async () => {
  const caller = await world.caller(0)
  await caller.request('requestDataExport', {})
  await world.database.sql`update data_export set tries = 2 where member_id = ${caller.id}`
  const { storage } = world.context
  const slow = {
    ...world.context,
    storage: {
      ...storage,
      putFile: async (...[key, file]: Parameters<typeof storage.putFile>) => {
        expect(await makeDataExports(world.context)).toEqual({ made: 0 })
        expect((await statusOf(caller)).dataExport).toMatchObject({ state: 'failed' })
        await storage.putFile(key, file)
      },
    },
  }
  expect(await makeDataExports(slow)).toEqual({ made: 1 })
  expect((await statusOf(caller)).dataExport).toMatchObject({ state: 'ready' })
})

it('shows no more of others than the app: neither why a caller did not answer, nor who blocks the member', async () => {
  const [caller, broadcaster] = [await world.caller(3_000), await world.broadcaster()]
  await broadcaster.request('endCall', { callId: await connectedCall(caller, broadcaster) })
  const { callId } = await ring(broadcaster, caller)
  await caller.request('declineCall', { callId })
  expect(await endOf(broadcaster, callId)).toBe('failed')
  const calls = JSON.parse((await exportOf(broadcaster))['calls.json'] ?? '') as object[]
  expect(calls.at(-1)).toMatchObject({ dialled: true, endReason: 'failed' })

  await caller.request('addBookmark', { token: caller.viewer.token, partnerId: broadcaster.id })
  expect(await broadcaster.request('addBlock', { partnerId: caller.id })).toMatchObject({ type: 'success' })
  expect(await caller.request('getBookmarks', {})).toMatchObject({ users: [] })
  expect(JSON.parse((await exportOf(caller))['favourites.json'] ?? '')).toEqual([])
})

it('when two processes make the same one at once, the later one leaves no file', async () => {
  const caller = await world.caller(0)
  await caller.request('requestDataExport', {})
  const { storage } = world.context
  const kept = new Set<string>()
  const overtaken = {
    ...world.context,
    storage: {
      ...storage,
      putFile: async (...[key, file]: Parameters<typeof storage.putFile>) => {
        // While this one writes, the other begins and ends.
        expect(await makeDataExports(world.context)).toEqual({ made: 1 })
        await storage.putFile(key, file)
        kept.add(key)
      },
      delete: async (key: Parameters<typeof storage.delete>[0]) => {
        kept.delete(key)
        await storage.delete(key)
      },
    },
  }
  await makeDataExports(overtaken)
  expect([...kept]).toEqual([])
  expect((await fetchLink(await linkFor(caller), caller)).status).toBe(200)
})
