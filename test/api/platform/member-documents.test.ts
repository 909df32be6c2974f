import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttpApp } from '#server/app/app.ts'
import { memberReads } from '#server/app/document/member-reads.ts'
import { createRequestAs } from '#server/app/document/request-endpoints.ts'
import { builtPages } from '#server/app/web-pages.ts'
import type { Config } from '#server/config/config.ts'
import { openDatabase } from '#server/db/database.ts'
import type { ServerEnv } from '#server/http/client-of.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'

/**
 * A stand-in for the code of the screens. Home shows the favourites, who waits, and the balance; /live waits for the test,
 * /search tries to mark notifications as read, and a profile shows its person.
 */
const screens = `
  const inputs = {
    favourites: [{ path: '/api/get-recommended-users' }, { list: 'favourites', limit: 20 }],
    standby: [{ path: '/api/get-recommended-users' }, { list: 'standby', limit: 60 }],
    point: [{ path: '/api/get-my-point' }, {}],
    read: [{ path: '/api/mark-notifications-read' }, {}],
  }
  export const createPageRenderer = ({ request, now }) => ({
    screens: { '/': null },
    namedPage: () => null,
    memberPage: (path) => (path === '/terms' ? null : { path, screen: null }),
    render: async (path, { member }) => {
      const get = member?.request ?? request
      const names = { '/': member ? ['favourites', 'standby', 'point'] : ['standby'], '/live': ['point'], '/search': ['read'] }[path]
      const profile = [{ path: '/api/get-user-inf-for-web' }, { userId: path.split('/').at(-1) }]
      const entries = await Promise.all(
        (names ?? ['profile']).map(async (name) => [[name], await get(...(inputs[name] ?? profile)).catch(() => null)]),
      )
      if (path === '/live') await globalThis.atWork()
      if (path === '/gallery') throw new Error('This screen fails')
      return { html: '<p>' + path + ' ' + (member?.session.user.name ?? 'nobody') + '</p>', answers: { atMs: now(), entries } }
    },
  })
`

/** What /live does while it is rendered. */
const work = globalThis as { atWork?: () => Promise<void> }

let folder: string
let world: TestWorld

/** The app as it starts now: nothing has been rendered yet, and nothing counted. */
const started = async (loopShare = 0, memberPages: Config['memberPages'] = 'idle') => {
  const context = { ...world.context, config: { ...world.context.config, memberPages } }
  return createHttpApp(context, await builtPages(context, folder, () => loopShare))
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'koyoi-documents-'))
  await writeFile(path.join(folder, 'index.html'), await readFile('web/index.html', 'utf8'))
  await mkdir(path.join(folder, '.server'))
  await writeFile(path.join(folder, '.server', 'server-entry.js'), screens)
  await mkdir(path.join(folder, '.vite'))
  await writeFile(path.join(folder, '.vite', 'manifest.json'), '{}')
  world = await createTestWorld()
})
afterAll(async () => {
  delete work.atWork
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

const got = async (from: Hono<ServerEnv>, requested: string, { cookie }: Pick<Person, 'cookie'>) =>
  from.request(
    `http://koyoi.example${requested}`,
    { headers: { host: 'koyoi.example', cookie } },
    { incoming: { socket: { remoteAddress: '203.0.113.7' } } },
  )
const htmlOf = async (from: Hono<ServerEnv>, requested: string, person: Pick<Person, 'cookie'>) =>
  (await got(from, requested, person)).text()

/** What a document was rendered with, by name; null where its scripts fill it. */
const answersOf = (html: string): Record<string, Record<string, unknown>> | null => {
  const [, json] = /<script id="answers" type="application\/json">(.*?)<\/script>/s.exec(html) ?? []
  if (json === undefined) return null
  const entries = JSON.parse(json).entries as [[string], Record<string, unknown>][]
  return Object.fromEntries(entries.map(([[name], data]) => [name, data]))
}

/** Each try is another member's: a page waits only briefly for its markup, and a member has few tries. */
const untilRendered = (from: Hono<ServerEnv>) =>
  expect
    .poll(async () => answersOf(await htmlOf(from, '/', await world.caller(0))), { timeout: 20_000 })
    .not.toBeNull()

/** The app when it renders. */
const ready = async () => {
  const from = await started()
  await untilRendered(from)
  return from
}

/** On a busy machine the page of another app is in time. */
const rendered = async (requested: string, person: Pick<Person, 'cookie'>) => {
  let html = ''
  const request = async () => {
    html = await htmlOf(await ready(), requested, person)
    return answersOf(html)
  }
  await expect.poll(request, { timeout: 20_000 }).not.toBeNull()
  return { html, answers: answersOf(html) ?? {} }
}

const end = async (person: Person) => {
  await world.database.sql`UPDATE session SET revoked_at = now() WHERE member_id = ${person.id}`
  world.context.sessions.evictAll()
}

describe("a member's document", () => {
  it("comes with the member's own answers, and is stored nowhere", async () => {
    const caller = await world.caller(4_321)
    const favourite = await world.broadcaster()
    await caller.request('addBookmark', { token: caller.viewer.token, partnerId: favourite.id })
    const { html, answers } = await rendered('/', caller)
    expect(answers.point).toMatchObject({ point: 4_321 })
    expect(JSON.stringify(answers.favourites)).toContain(favourite.id)
    expect(html).toContain(`<div id="root"><p>/ ${caller.viewer.name}</p></div>`)
    const { headers } = await got(await started(), '/', caller)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.has('etag')).toBe(false)
  })

  it('has nothing of other members and visitors who ask at the same time', async () => {
    // Of pages without a limit of time one is rendered on any machine.
    const from = await started(0, 'always')
    await untilRendered(from)
    const people = await Promise.all([1_111, 2_222, 3_333].map((points) => world.caller(points)))
    const readers = [...people, { id: null, cookie: '' }]
    const documents = await Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        const reader = readers[index % readers.length] ?? people[0]
        return { id: reader?.id, html: await htmlOf(from, '/', { cookie: reader?.cookie ?? '' }) }
      }),
    )
    const pages = documents.filter(({ html }) => answersOf(html) !== null)
    expect(pages.some(({ id }) => id !== null)).toBe(true)
    for (const { id, html } of documents)
      for (const other of people.filter((person) => person.id !== id)) {
        expect(html).not.toContain(other.id)
        expect(html).not.toContain(other.viewer.token)
      }
    for (const { id, html } of pages)
      expect(answersOf(html)?.point?.point).toBe(
        id === null ? undefined : [1_111, 2_222, 3_333][people.findIndex((person) => person.id === id)],
      )
  })

  it('names nobody behind a block', async () => {
    const [blocked, other] = [await world.caller(), await world.caller()]
    const broadcaster = await world.broadcaster()
    await broadcaster.request('addBlock', { partnerId: blocked.id })
    expect((await rendered('/', blocked)).html).not.toContain(broadcaster.id)
    expect((await rendered('/', other)).html).toContain(broadcaster.id)
  })

  it('is filled by its scripts where an answer is refused, or a part fails', async () => {
    const from = await ready()
    const caller = await world.caller()
    const broadcaster = await world.broadcaster()
    await broadcaster.request('addBlock', { partnerId: caller.id })
    for (const requested of [`/profile/unbroadcaster/${broadcaster.id}`, '/gallery', '/terms']) {
      const answer = await got(from, requested, caller)
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain('<div id="root"></div>')
    }
  })

  it('is a visitor’s once the session has ended, also while it is rendered', async () => {
    const person = await world.caller(4_321)
    await rendered('/', person)
    await end(person)
    const { html, answers } = await rendered('/', person)
    expect(html).toContain('"session":null')
    expect(html).toContain('<p>/ nobody</p>')
    expect(answers.point).toBeUndefined()
    const leaving = await world.caller(4_321)
    const from = await ready()
    let hasEnded = false
    work.atWork = async () => {
      await end(leaving)
      hasEnded = true
    }
    expect(answersOf(await htmlOf(from, '/live', leaving))).toBeNull()
    expect(hasEnded).toBe(true)
  })

  it('is filled by its scripts while another one is rendered, even if nobody waits for that any longer', async () => {
    const from = await ready()
    const [first, second] = [await world.caller(), await world.caller()]
    const begun = Promise.withResolvers<void>()
    const open = Promise.withResolvers<void>()
    work.atWork = () => {
      begun.resolve()
      return open.promise
    }
    const waiting = htmlOf(from, '/live', first)
    await begun.promise
    expect(answersOf(await htmlOf(from, '/', second))).toBeNull()
    // The first page waits no longer, but its work isn't over.
    expect(answersOf(await waiting)).toBeNull()
    expect(answersOf(await htmlOf(from, '/', second))).toBeNull()
    open.resolve()
    await untilRendered(from)
  })

  it('is filled by its scripts while the process has enough to do', async () => {
    const from = await started(0.9)
    // A visitor's page is kept for all of them, and is rendered all the same.
    await expect
      .poll(async () => answersOf(await htmlOf(from, '/', { cookie: '' })), { timeout: 20_000 })
      .not.toBeNull()
    expect(answersOf(await htmlOf(from, '/', await world.caller()))).toBeNull()
  })

  it('is filled by its scripts for a member who loads it again and again', async () => {
    const from = await ready()
    const restless = await world.caller()
    const pages: string[] = []
    for (let load = 0; load < 10; load += 1) pages.push(await htmlOf(from, '/', restless))
    expect(pages.filter((html) => answersOf(html) !== null).length).toBeLessThanOrEqual(6)
    expect(answersOf(pages.at(-1) ?? '')).toBeNull()
  })
})

describe('what is asked while a member’s page is rendered', () => {
  it('marks nothing as read', async () => {
    const caller = await world.caller()
    await world.database.sql`
      INSERT INTO member_notice (member_id, kind, details) VALUES (${caller.id}, 'pointsGranted', '{}')`
    const { answers } = await rendered('/search', caller)
    expect(answers).toEqual({ read: null })
    const [row] = await world.database.sql`SELECT read_at FROM member_notice WHERE member_id = ${caller.id}`
    expect(row?.read_at).toBeNull()
  })

  it('writes nothing', async () => {
    const [caller, broadcaster] = [await world.caller(), await world.broadcaster()]
    const readOnly = new URL(world.database.url)
    readOnly.searchParams.set('default_transaction_read_only', 'on')
    const { db, sql, close } = openDatabase(readOnly.href, { maxConnections: 2 })
    await expect(sql`UPDATE member SET name = name`).rejects.toThrow('read-only')
    const requestAs = createRequestAs({ ...world.context, db, sql })
    const client = () => ({ address: '203.0.113.7', userAgent: '', isMobile: false, host: '' })
    const given = new Set<string>()
    for (const { cookie } of [caller, broadcaster])
      for (const endpoint of memberReads) {
        const named = { userId: broadcaster.id, partnerId: broadcaster.id }
        const answer = requestAs({ cookie, client })(endpoint, named).then(() => given.add(endpoint.path))
        await answer.catch((error: Error) => expect(error.message).toMatch(/answered 4\d\d$/))
      }
    expect([...given].toSorted()).toEqual(memberReads.map((endpoint) => endpoint.path).toSorted())
    await close()
  })
})
