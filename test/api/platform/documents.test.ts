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

it('keeps the page of a member out of every store', async () => {
  expect((await got('/', { cookie: caller.cookie })).headers.get('cache-control')).toBe('no-store')
  expect((await got('/')).headers.get('cache-control')).toBe('private, no-cache')
})
