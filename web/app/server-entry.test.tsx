import { AsyncLocalStorage } from 'node:async_hooks'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointRequest, PageReader } from '#contract/core/rendered-page.ts'
import { answerQueriesBy } from '#web/shell/query.ts'
import { createPageRenderer } from './server-entry.tsx'

const settings = { hasGoogle: false, supportMail: 'support@koyoi.example', ipLookupUrl: null }
const phone = { isMobile: true }
/** Here the code of a screen is made when it is first asked for. */
const testTimeoutMs = 60_000

/** A server that answers at some paths and refuses at all others. */
const answering = (answers: Record<string, unknown>) => {
  const requested: string[] = []
  const request = (async ({ path }) => {
    requested.push(path)
    if (!(path in answers)) throw new Error(`${path} refuses`)
    return answers[path]
  }) as EndpointRequest
  return { requested, request }
}

/** Renders with such a server. */
const rendererWith = (answers: Record<string, unknown>) => {
  const { requested, request } = answering(answers)
  const renderer = createPageRenderer({
    request,
    now: () => 5_000,
    reader: new AsyncLocalStorage<PageReader>(),
    timeoutMs: testTimeoutMs,
    settings,
  })
  const rendered = async (path: string, reader: PageReader = phone) => {
    const page = await renderer.render(path, reader)
    if (!page) throw new Error(`${path} isn't rendered`)
    return page
  }
  return { requested, renderer, rendered }
}

afterEach(() => answerQueriesBy(null))

const terms = {
  type: 'success',
  document: 'terms',
  version: 1,
  publishedAt: '2026-04-01T00:00:00.000Z',
  html: '<h2>第1条</h2>',
  versions: [],
}

const profile = {
  id: '10482736',
  role: 'broadcaster',
  name: 'みお',
  age: 27,
  region: '東京',
  avatarId: null,
  state: 'standby',
  rates: { video: 200, voice: 140 },
  rating: { average: null, count: 0 },
  tags: [],
  bookmark: false,
  isNew: false,
  nextStandbyAt: null,
  job: null,
  bio: '夜更かしです。',
  standbySince: null,
  schedule: [{ weekday: 5, fromMinute: 1_320, toMinute: 1_500 }],
  bookmarkCount: 3,
  answerRatePercent: null,
  callFigures: { calls: null, repeatCallers: null },
  scoreCounts: [0, 0, 0, 0, 0],
  callable: true,
}

describe('a page rendered on the server', () => {
  it('comes with what its queries answer, and with no script that its policy would refuse', async () => {
    expect(typeof window).toBe('undefined')
    const live = { type: 'success', users: [] }
    const { rendered, requested } = rendererWith({ '/api/koyoi-get-recommended-live-users': live })
    const { html, answers } = await rendered('/')
    expect(html).toContain('今宵、だれと話そう。')
    expect(html).not.toContain('<script')
    expect(answers).toEqual({ atMs: 5_000, entries: [[['people', 'list', 'live', null], live]] })
    // What refused is asked once, and left to the browser.
    expect(requested.filter((path) => path === '/api/koyoi-get-recommended-live-users')).toHaveLength(1)
    expect(new Set(requested).size).toBeLessThanOrEqual(requested.length)
  })

  it('has the frame of its device', async () => {
    const { rendered } = rendererWith({})
    expect((await rendered('/', { isMobile: false })).html).toContain('名前・タグでさがす')
    expect((await rendered('/')).html).not.toContain('名前・タグでさがす')
  })

  it('shows two pages at once, each with its own address', async () => {
    const { rendered } = rendererWith({ '/api/get-legal-document': terms })
    const [tutorial, home] = await Promise.all([rendered('/tuto'), rendered('/')])
    expect(tutorial.html).not.toContain('今宵、だれと話そう。')
    expect(home.html).toContain('今宵、だれと話そう。')
  })

  it('is rendered at every path that it names, with nobody to ask', async () => {
    const { renderer, rendered } = rendererWith({})
    for (const path of Object.keys(renderer.screens))
      expect((await rendered(path)).html, path).toContain('<main')
  })

  it('leads to the pages of its device', async () => {
    const users = [profile]
    const { rendered } = rendererWith({
      '/api/get-recommended-users': { type: 'success', users, total: 1 },
    })
    const [onPhone, onDesktop] = await Promise.all([rendered('/'), rendered('/', { isMobile: false })])
    expect(onPhone.html).toContain('/profile/unbroadcaster/10482736"')
    expect(onPhone.html).not.toContain('/profile/unbroadcaster/pc/')
    expect(onDesktop.html).toContain('/profile/unbroadcaster/pc/10482736"')
  })
})

const member = (
  id: string,
  answers: Record<string, unknown>,
  user: { isBroadcaster?: true } = {},
): PageReader['member'] & { requested: string[] } => ({
  ...answering(answers),
  session: {
    user: { id, token: `token-${id}`, name: `member ${id}`, isFirstRegister: false, ...user },
    expires: '2026-12-24T00:00:00.000Z',
  },
  signal: new AbortController().signal,
})

const me = { id: '20148357', role: 'caller', name: '太郎', avatarId: null }

describe("a member's page", () => {
  it("is rendered with the member's session and what the member's own requests are answered", async () => {
    const { rendered, requested } = rendererWith({ '/api/get-my-point': { type: 'success', point: 1 } })
    const taro = member(me.id, {
      '/api/get-my-point': { type: 'success', point: 4_321 },
      '/api/get-my-user-info': { type: 'success', user: me },
    })
    const { html, answers } = await rendered('/', { ...phone, member: taro })
    expect(html).toContain('4,321')
    expect(html).not.toContain('無料ではじめる')
    expect(answers.entries).toContainEqual([['points', 'balance'], 4_321])
    expect(taro.requested).toContain('/api/get-my-point')
    // Nobody else is asked, not even for what is public.
    expect(requested).toEqual([])
  })

  it('has nothing of a page that is rendered beside it', async () => {
    const { rendered } = rendererWith({})
    const readers = ['1111', '2222', '3333'].map((digits) =>
      member(`${digits}0000`, {
        '/api/get-my-point': { type: 'success', point: Number(digits) },
        '/api/get-my-user-info': { type: 'success', user: { ...me, id: `${digits}0000`, name: digits } },
      }),
    )
    const pages = await Promise.all([
      ...readers.map((reader) => rendered('/', { isMobile: false, member: reader })),
      rendered('/', { isMobile: false }),
    ])
    for (const [index, { html, answers }] of pages.entries()) {
      const text = html + JSON.stringify(answers)
      const shown = ['1111', '2222', '3333'].filter((digits) => text.includes(digits))
      expect(shown).toEqual(['1111', '2222', '3333'].slice(index, index + 1))
      const balances = ['1,111', '2,222', '3,333'].filter((points) => html.includes(points))
      expect(balances).toEqual(['1,111', '2,222', '3,333'].slice(index, index + 1))
    }
  })

  it("is the broadcaster's day on a broadcaster's home", async () => {
    const { renderer, rendered } = rendererWith({})
    const { session } = member('10482736', {}, { isBroadcaster: true })
    expect(renderer.memberPage('/', phone, session)).toEqual({
      path: '/',
      screen: 'home/broadcaster/broadcaster-home.tsx',
    })
    await import('#web/home/broadcaster/broadcaster-home.tsx')
    const { html } = await rendered('/', {
      ...phone,
      member: member('10482736', {}, { isBroadcaster: true }),
    })
    expect(html).not.toContain('今宵、だれと話そう。')
  }, 60_000)

  it('is rendered where members come often, and filled by its scripts elsewhere', () => {
    const { renderer } = rendererWith({})
    const { session } = member(me.id, {})
    for (const path of ['/', '/search', '/live', '/gallery', '/profile/unbroadcaster/10482736'])
      expect(renderer.memberPage(path, phone, session)?.path, path).toBe(path)
    for (const path of ['/login', '/signup', '/terms', '/message/first-night', '/mypage', '/chat/1'])
      expect(renderer.memberPage(path, phone, session), path).toBeNull()
  })

  it('is given up when nobody waits for it any longer', async () => {
    const { renderer } = rendererWith({})
    const patience = new AbortController()
    const late = {
      ...member(me.id, { '/api/get-my-point': { type: 'success', point: 1 } }),
      signal: patience.signal,
    }
    patience.abort()
    await expect(renderer.render('/', { ...phone, member: late })).rejects.toThrow()
  })
})

describe('a page with a name in its address', () => {
  // The code of a screen is made when it is first asked for, which may take longer than a test has.
  beforeAll(async () => {
    await Promise.all([
      import('#web/profile/profile-page.tsx'),
      import('#web/gallery/profile-gallery.tsx'),
      import('#web/legal/message-page.tsx'),
    ])
  }, 60_000)

  it('has one markup for both addresses of a profile, that of the device', () => {
    const { renderer } = rendererWith({})
    const screen = 'profile/profile-page.tsx'
    for (const path of ['/profile/unbroadcaster/10482736', '/profile/unbroadcaster/pc/10482736']) {
      expect(renderer.namedPage(path, phone)).toEqual({ path: '/profile/unbroadcaster/10482736', screen })
      expect(renderer.namedPage(path, { isMobile: false })).toEqual({
        path: '/profile/unbroadcaster/pc/10482736',
        screen,
      })
    }
    for (const path of [
      '/profile/unbroadcaster/a',
      '/profile/channel/10482736',
      '/message/',
      '/chat/10482736',
    ])
      expect(renderer.namedPage(path, phone), path).toBeNull()
  })

  it('tells of a broadcaster as of the moment of its answers', async () => {
    const standbySince = new Date(5_000 - 60_000).toISOString()
    const { rendered } = rendererWith({
      '/api/get-user-inf-for-web': { type: 'success', user: { ...profile, standbySince } },
      '/api/get-gallery-items': { type: 'success', items: [], next: null },
    })
    const { html, answers } = await rendered('/profile/unbroadcaster/10482736')
    expect(html).toContain('<h1>みお</h1>')
    expect(html).toContain('から待機しています')
    // 1 January 1970 was a Thursday.
    expect(html.indexOf('>木<')).toBeLessThan(html.indexOf('>金<'))
    expect(html).not.toContain('読み込み中')
    expect(answers.entries).toHaveLength(2)
  })

  it('is not rendered where nothing has the name, or a part is missing', async () => {
    expect(await rendererWith({}).renderer.render('/profile/unbroadcaster/10482736', phone)).toBeNull()
    expect(await rendererWith({}).renderer.render('/message/none', phone)).toBeNull()
    const { renderer } = rendererWith({ '/api/get-user-inf-for-web': { type: 'success', user: profile } })
    expect(await renderer.render('/profile/unbroadcaster/10482736', phone)).toBeNull()
  })
})
