import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttpApp } from '#server/app/app.ts'
import { builtPages } from '#server/app/web-pages.ts'
import type { ServerEnv } from '#server/http/client-of.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'

const origin = 'http://koyoi.example'

let folder: string
let world: TestWorld
let app: Hono<ServerEnv>
let caller: Person

/** The app as it starts now, with nothing kept yet. */
const started = async ({ context }: TestWorld) => createHttpApp(context, await builtPages(context, folder))

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'koyoi-documents-'))
  await copyFile('web/index.html', path.join(folder, 'index.html'))
  world = await createTestWorld({ env: { PUBLIC_URL: origin } })
  await world.database.sql`
    INSERT INTO message_page (name, title, lead, markdown, published_from, is_listed, revision)
    VALUES ('summer', '夏の夜 <b>', '7日まで', '…', now() - interval '1 day', true, 1),
      ('secret', 'まだ内緒', '', '…', now() - interval '1 day', false, 1),
      ('later', 'あした', '', '…', now() + interval '1 day', true, 1)`
  caller = await world.caller()
  app = await started(world)
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

const got = async (asked: string, headers: Record<string, string> = {}, from = app) =>
  from.request(
    `http://elsewhere.example${asked}`,
    { headers: { host: 'elsewhere.example', ...headers } },
    { incoming: { socket: { remoteAddress: '203.0.113.7' } } },
  )

describe('the head of a document', () => {
  it('names the page at the configured origin, whatever host was asked', async () => {
    const html = await (await got('/search?q=1')).text()
    expect(html).toContain('<title>さがす｜今宵 Koyoi</title>')
    expect(html).toContain(`<link rel="canonical" href="${origin}/search" />`)
    expect(html).not.toContain('elsewhere.example')
  })

  it('describes a listed message page, and no other one', async () => {
    const listed = await (await got('/message/summer')).text()
    expect(listed).toContain('<title>夏の夜 &lt;b&gt;｜今宵 Koyoi</title>')
    expect(listed).toContain('content="7日まで"')
    for (const hidden of ['/message/secret', '/message/later', '/message/none']) {
      const html = await (await got(hidden)).text()
      expect(html).toContain('noindex')
      expect(html).not.toMatch(/まだ内緒|あした/)
    }
  })

  it("names nobody on a broadcaster's page", async () => {
    const broadcaster = await world.broadcaster()
    const html = await (await got(`/profile/unbroadcaster/${broadcaster.id}`)).text()
    expect(html).toContain('noindex')
    expect(html).not.toContain(broadcaster.id)
  })
})

describe('what crawlers ask for', () => {
  it('lists public pages in the sitemap, and names it in robots.txt', async () => {
    const robots = await (await got('/robots.txt')).text()
    expect(robots).toBe(`User-agent: *\nDisallow: /api/\nSitemap: ${origin}/sitemap.xml\n`)
    const answer = await got('/sitemap.xml')
    expect(answer.headers.get('content-type')).toContain('application/xml')
    const sitemap = await answer.text()
    expect(sitemap).toContain(`<loc>${origin}/terms</loc>`)
    expect(sitemap).toContain(`<loc>${origin}/message/summer</loc>`)
    expect(sitemap).not.toMatch(/secret|later|profile|boards/)
  })
})

/** The lists in a document; null without them. */
const listsOf = (html: string) => {
  const [, json] = /<script id="first-lists" type="application\/json">(.*?)<\/script>/s.exec(html) ?? []
  return json === undefined ? null : JSON.parse(json)
}

/** A page waits only briefly for its lists: on a busy machine a later one has them. */
const homeWithLists = async (from: Hono<ServerEnv>, headers: Record<string, string> = {}) => {
  let html = ''
  const asked = async () => {
    html = await (await got('/', headers, from)).text()
    return listsOf(html)
  }
  await expect.poll(asked, { timeout: 20_000 }).not.toBeNull()
  return html
}

describe("a visitor's home", () => {
  it('comes with what the endpoints answer a visitor, whatever a name contains', async () => {
    const broadcaster = await world.broadcaster({ standby: true })
    const name = '</script><b>\u2028'
    await world.database.sql`UPDATE member SET name = ${name} WHERE id = ${broadcaster.id}`
    const visitors = await world.request('/api/get-recommended-users', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ list: 'standby', limit: 60 }),
    })
    const { users, total } = (await visitors.json()) as { users: { name: string }[]; total: number }
    expect(users.map((user) => user.name)).toContain(name)
    const html = await homeWithLists(await started(world))
    expect(listsOf(html)).toMatchObject({ standby: { users, total }, live: [] })
  })

  it('is for visitors and for home alone', async () => {
    expect(listsOf(await (await got('/', { cookie: caller.cookie })).text())).toBeNull()
    expect(listsOf(await (await got('/terms')).text())).toBeNull()
  })

  it('is the same for a visitor whose cookie is worth nothing', async () => {
    const html = await homeWithLists(app, { cookie: 'next-auth.session-token=none' })
    expect(listsOf(html)).toMatchObject({ standby: {} })
  })

  it('names nobody behind the age gate', async () => {
    const { reach } = world.context.config
    const gated = {
      ...world.context,
      config: { ...world.context.config, reach: { ...reach, ageGate: true } },
    }
    const app = createHttpApp(gated, await builtPages(gated, folder))
    const html = await (await got('/', {}, app)).text()
    expect(html).toContain('"isGated":true')
    expect(listsOf(html)).toBeNull()
  })

  it('has its first pictures fetched before any script', async () => {
    const broadcaster = await world.broadcaster({ standby: true })
    const imageId = 'a'.repeat(32)
    await world.database.sql`
      INSERT INTO image (id, owner_id, kind, path, purpose) VALUES (${imageId}, ${broadcaster.id}, 1, 'x', 'avatar')`
    await world.database.sql`UPDATE member SET avatar_id = ${imageId} WHERE id = ${broadcaster.id}`
    const html = await homeWithLists(await started(world))
    expect(html).toContain(
      `<link rel="preload" as="image" href="/api/img/api=get-img&amp;id=${imageId}&amp;kind=1&amp;size=480" fetchpriority="high" />`,
    )
  })
})

it("keeps a member's page out of every store, and validates a visitor's", async () => {
  const members = await got('/terms', { cookie: caller.cookie })
  expect(members.headers.get('cache-control')).toBe('no-store')
  expect(members.headers.has('etag')).toBe(false)
  const visitors = await got('/terms')
  expect(visitors.headers.get('cache-control')).toBe('private, no-cache')
  const cookie = visitors.headers.get('set-cookie')?.split(';')[0] ?? ''
  const validator = visitors.headers.get('etag') ?? ''
  const again = await got('/terms', { cookie, 'if-none-match': validator })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const signedIn = await got('/terms', { cookie: caller.cookie, 'if-none-match': validator })
  expect(signedIn.status).toBe(200)
})
