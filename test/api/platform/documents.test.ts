import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttpApp } from '#server/app/app.ts'
import { builtPages } from '#server/app/web-pages.ts'
import type { ServerEnv } from '#server/http/client-of.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'

const origin = 'http://koyoi.example'

/** Stands for the code of the screens: a home that shows who waits, a page of words, one that fails, and profiles. */
const screens = `
  const standby = { path: '/api/get-recommended-users' }
  export const createPageRenderer = ({ request, now }) => ({
    screens: { '/': null, '/terms': null, '/privacy': null, '/search': null },
    namedPage: (path) => (path.startsWith('/profile/') ? { path, screen: 'profile' } : null),
    memberPage: () => null,
    render: async (path, { isMobile }) => {
      if (path.endsWith('/0')) return null
      if (path === '/privacy') throw new Error('This screen fails')
      const home = await request(standby, { list: 'standby', limit: 60, isApart: false })
      const address = path === '/search' ? '/api/img/api=get-img&amp;id=portrait&amp;kind=1&amp;size=480' : '/first'
      const picture = '<link rel="preload" as="image" href="' + address + '"/>'
      const html = picture + '<p>' + path + (isMobile ? ' phone' : ' desktop') + '</p><img src="' + address + '"/>'
      return { html, answers: { atMs: now(), entries: path === '/' ? [[['standby'], home]] : [] } }
    },
  })
`

const manifest = JSON.stringify({ 'index.html': { file: 'assets/all.js', css: ['assets/all.css'] } })

let folder: string
let world: TestWorld
let app: Hono<ServerEnv>
let caller: Person

/** The app as it starts now, with nothing kept yet. */
const started = async ({ context }: TestWorld) => createHttpApp(context, await builtPages(context, folder))

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'koyoi-documents-'))
  const template = await readFile('web/index.html', 'utf8')
  const built = template
    .replace('src="/app/', 'crossorigin src="/app/')
    .replace('</head>', '<link rel="stylesheet" crossorigin href="/assets/all.css"></head>')
  await writeFile(path.join(folder, 'index.html'), built)
  await mkdir(path.join(folder, '.server'))
  await writeFile(path.join(folder, '.server', 'server-entry.js'), screens)
  await mkdir(path.join(folder, '.vite'))
  await writeFile(path.join(folder, '.vite', 'manifest.json'), manifest)
  await mkdir(path.join(folder, 'assets'))
  await writeFile(path.join(folder, 'assets', 'all.css'), 'p{margin:0}')
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

const got = async (requested: string, headers: Record<string, string> = {}, from = app) =>
  from.request(
    `http://elsewhere.example${requested}`,
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
    let listed = ''
    // A page waits only briefly for its own title, and the next one has it.
    await expect
      .poll(async () => (listed = await (await got('/message/summer')).text()))
      .toContain('<title>夏の夜 &lt;b&gt;｜今宵 Koyoi</title>')
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
    const head = html.slice(0, html.indexOf('<script'))
    expect(head).toContain('noindex')
    expect(head).not.toContain(broadcaster.id)
    expect(head).toContain(`<meta property="og:image" content="${origin}/card.png" />`)
  })

  it('shows a broadcaster who allows being shared to visitors alone, and to no search engine', async () => {
    const broadcaster = await world.broadcaster()
    await broadcaster.request('updateSharing', { isShared: true })
    await broadcaster.request('updateUserInfo', { bio: '夜更かしの "ラジオ" です。映画も。' })
    await world.database.sql`UPDATE member SET name = 'みお<b>' WHERE id = ${broadcaster.id}`
    const path = `/profile/unbroadcaster/${broadcaster.id}`
    for (const requested of [path, `/profile/unbroadcaster/pc/${broadcaster.id}`]) {
      const html = await (await got(requested)).text()
      expect(html).toContain('<title>みお&lt;b&gt;さん｜今宵 Koyoi</title>')
      expect(html).toContain('<meta name="robots" content="noindex" />')
      expect(html).not.toContain('rel="canonical"')
      expect(html).toContain(`<meta property="og:url" content="${origin}${path}" />`)
      expect(html).toContain('content="夜更かしの &quot;ラジオ&quot; です。"')
      const [, card = ''] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? []
      expect(card).toMatch(new RegExp(`^${origin}/cards/${broadcaster.id}\\.jpg\\?v=[0-9a-f]{12}$`))
      expect((await got(card.slice(origin.length))).headers.get('content-type')).toBe('image/jpeg')
    }
    const members = await (await got(path, { cookie: caller.cookie })).text()
    expect(members).not.toContain('/cards/')
    await broadcaster.request('updateSharing', { isShared: false })
    expect(await (await got(path, {}, await started(world))).text()).not.toMatch(/\/cards\/|みお/)
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

interface Answered {
  users: { name: string }[]
  total: number
}

/** What a document was rendered with; null where it wasn't. */
const answersOf = (html: string): [key: string[], data: Answered][] | null => {
  const [, json] = /<script id="answers" type="application\/json">(.*?)<\/script>/s.exec(html) ?? []
  return json === undefined ? null : JSON.parse(json).entries
}

/** A page waits only briefly for its markup: on a busy machine a later one has it. */
const rendered = async (requested: string, headers: Record<string, string> = {}, from = app) => {
  let html = ''
  const request = async () => {
    html = await (await got(requested, headers, from)).text()
    return answersOf(html)
  }
  await expect.poll(request, { timeout: 20_000 }).not.toBeNull()
  return html
}

describe("a visitor's page", () => {
  it('comes with its markup and what the endpoints answer a visitor, whatever a name contains', async () => {
    const broadcaster = await world.broadcaster({ standby: true })
    const name = '</script><b>\u2028'
    await world.database.sql`UPDATE member SET name = ${name} WHERE id = ${broadcaster.id}`
    const html = await rendered('/', {}, await started(world))
    expect(html).toContain('<div id="root"><p>/ desktop</p><img src="/first"/></div>')
    const [[, { users }] = [[], { users: [] }]] = answersOf(html) ?? []
    expect(users.map((user) => user.name)).toContain(name)
  })

  it('is rendered for the device, and its first pictures are fetched before any script', async () => {
    const phone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148' }
    const html = await rendered('/terms', phone)
    expect(html).toContain('<div id="root"><p>/terms phone</p><img src="/first"/></div>')
    expect(html).toMatch(/<link rel="preload" as="image" href="\/first"\/>.*<\/head>/s)
  })

  it('is painted when all its markup is there, and starts its scripts after that', async () => {
    const html = await rendered('/terms')
    expect(html).toMatch(/<link rel="expect" href="#root-end" blocking="render">.*<\/head>/s)
    expect(html).toContain('<p>/terms desktop</p><img src="/first"/></div><template id="root-end">')
    expect(html).not.toContain('<script type="module"')
    expect(html).toMatch(/<link rel="modulepreload" crossorigin href="[^"]+" fetchpriority="low" data-entry>/)
  })

  it('brings its style sheets along to a browser without cookies, and links them for all others', async () => {
    const first = await rendered('/terms')
    expect(first).toContain('<style>p{margin:0}</style>')
    expect(first.match(/<link rel="stylesheet"[^>]*>/g)).toEqual([
      '<link rel="stylesheet" crossorigin media="not all" href="/assets/all.css">',
    ])
    const later = await rendered('/terms', { cookie: 'cm_code=Organic' })
    expect(later).not.toContain('<style>')
    expect(later.match(/<link rel="stylesheet"[^>]*>/g)).toEqual([
      '<link rel="stylesheet" crossorigin href="/assets/all.css">',
    ])
  })

  it('brings its first portraits along to a browser without cookies that shows their formats', async () => {
    const { id } = await world.broadcaster()
    await world.database.sql`
      INSERT INTO image (id, owner_id, kind, purpose, path) VALUES ('portrait', ${id}, 1, 'avatar', 'portrait.svg')`
    const images = path.join(world.context.config.dataDir, 'images')
    await mkdir(images, { recursive: true })
    await writeFile(
      path.join(images, 'portrait.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="500"><path fill="#f00" d="M0 0h400v500H0z"/></svg>',
    )
    const address = '/api/img/api=get-img&amp;id=portrait&amp;kind=1&amp;size=480'
    const accept = 'text/html,image/avif,image/webp,*/*;q=0.8'
    // What this machine hasn't rendered yet is left to the browser.
    expect(await rendered('/search', { accept })).toContain(`<img src="${address}"/>`)
    const picture = await got(address.replaceAll('&amp;', '&'), { accept })
    const data = Buffer.from(await picture.arrayBuffer()).toString('base64')

    const own = await started(world)
    const first = await rendered('/search', { accept }, own)
    expect(first).toContain(`<img src="data:image/webp;base64,${data}"/>`)
    expect(first).not.toContain(address)
    for (const other of [{ accept, cookie: 'cm_code=Organic' }, { accept: 'text/html,*/*;q=0.8' }]) {
      const html = await rendered('/search', other, own)
      expect(html).toContain(`<link rel="preload" as="image" href="${address}"/>`)
      expect(html).toContain(`<img src="${address}"/>`)
    }
  })

  it('comes compressed to a browser that takes it so, each to its own', async () => {
    for (const headers of [{ cookie: 'cm_code=Organic' }, {}, { cookie: 'cm_code=Organic' }]) {
      const plain = await rendered('/terms', headers)
      const answer = await got('/terms', { ...headers, 'accept-encoding': 'gzip, br' })
      expect(answer.headers.get('content-encoding')).toBe('gzip')
      expect(answer.headers.get('vary')).toMatch(/cookie.*accept-encoding/i)
      expect(gunzipSync(Buffer.from(await answer.arrayBuffer())).toString()).toBe(plain)
    }
    const refused = await got('/terms', { 'accept-encoding': 'gzip;q=0, br' })
    expect(refused.headers.has('content-encoding')).toBe(false)
  })

  it('keeps its markup where a campaign is named, and leaves every other address to the scripts', async () => {
    await rendered('/terms?utm_source=mail')
    for (const other of ['/terms?version=1', '/terms/', '/live', '/profile/unbroadcaster/0'])
      expect(answersOf(await (await got(other)).text())).toBeNull()
  })

  it('is never what a member gets', async () => {
    await rendered('/')
    expect(answersOf(await (await got('/', { cookie: caller.cookie })).text())).toBeNull()
  })

  it('is the same for a visitor whose cookie is worth nothing', async () => {
    expect(await rendered('/', { cookie: 'next-auth.session-token=none' })).toContain('<p>/ desktop</p>')
  })

  it('is rendered for ten people in five seconds, and left to the scripts for more', async () => {
    const own = await started(world)
    const profile = (number: number) => `/profile/unbroadcaster/${number}`
    expect(await rendered(profile(1), {}, own)).toContain(`<p>${profile(1)} desktop</p>`)
    const others = Array.from({ length: 15 }, (_, number) => profile(number + 2))
    const pages = await Promise.all(others.map(async (path) => (await got(path, {}, own)).text()))
    expect(pages.filter((html) => answersOf(html) !== null).length).toBeLessThan(10)
    // What is rendered already costs nothing.
    expect(await rendered('/terms', {}, own)).toContain('<p>/terms desktop</p>')
  })

  it('is filled by its scripts where rendering fails', async () => {
    const answer = await got('/privacy')
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('<div id="root"></div>')
  })

  it('names nobody behind the age gate', async () => {
    const { audience } = world.context.config
    const gated = {
      ...world.context,
      config: { ...world.context.config, audience: { ...audience, ageGate: true } },
    }
    const behind = createHttpApp(gated, await builtPages(gated, folder))
    const broadcaster = await world.broadcaster()
    await broadcaster.request('updateSharing', { isShared: true })
    for (const requested of ['/', `/profile/unbroadcaster/${broadcaster.id}`]) {
      const html = await (await got(requested, {}, behind)).text()
      expect(html).toContain('"isGated":true')
      expect(html).not.toContain('/cards/')
      expect(answersOf(html)).toBeNull()
    }
  })
})

it("keeps a member's page out of every store, and validates a visitor's", async () => {
  const members = await got('/terms', { cookie: caller.cookie })
  expect(members.headers.get('cache-control')).toBe('no-store')
  expect(members.headers.has('etag')).toBe(false)
  const first = await got('/terms')
  const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? ''
  // The first page brings its style sheets along, the ones after it don't.
  const visitors = await got('/terms', { cookie })
  expect(visitors.headers.get('cache-control')).toBe('private, no-cache')
  const validator = visitors.headers.get('etag') ?? ''
  const again = await got('/terms', { cookie, 'if-none-match': validator })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const signedIn = await got('/terms', { cookie: caller.cookie, 'if-none-match': validator })
  expect(signedIn.status).toBe(200)
})
