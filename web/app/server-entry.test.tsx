import { afterEach, describe, expect, it } from 'vitest'
import type { AskAsVisitor } from '#contract/core/rendered-page.ts'
import { answerQueriesBy } from '#web/shell/query.ts'
import { createPageRenderer } from './server-entry.tsx'

const settings = { hasGoogle: false, supportMail: 'support@koyoi.example', ipLookupUrl: null }
const phone = { isMobile: true }

/** Renders with a server that answers at some paths and refuses at all others. */
const rendererWith = (answers: Record<string, unknown>) => {
  const asked: string[] = []
  const ask = (async ({ path }) => {
    asked.push(path)
    if (!(path in answers)) throw new Error(`${path} refuses`)
    return answers[path]
  }) as AskAsVisitor
  return { asked, renderer: createPageRenderer({ ask, now: () => 5_000, settings }) }
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

describe('a page rendered on the server', () => {
  it('comes with what its queries answer, and with no script that its policy would refuse', async () => {
    expect(typeof window).toBe('undefined')
    const live = { type: 'success', users: [] }
    const { renderer, asked } = rendererWith({ '/api/koyoi-get-recommended-live-users': live })
    const { html, answers } = await renderer.render('/', phone)
    expect(html).toContain('今宵、だれと話そう。')
    expect(html).not.toContain('<script')
    expect(answers).toEqual({ atMs: 5_000, entries: [[['people', 'list', 'live', null], live]] })
    // What refused is asked once, and left to the browser.
    expect(asked.filter((path) => path === '/api/koyoi-get-recommended-live-users')).toHaveLength(1)
    expect(new Set(asked).size).toBeLessThanOrEqual(asked.length)
  })

  it('has the frame of its device', async () => {
    const { renderer } = rendererWith({})
    expect((await renderer.render('/', { isMobile: false })).html).toContain('名前・タグでさがす')
    expect((await renderer.render('/', phone)).html).not.toContain('名前・タグでさがす')
  })

  it('shows two pages at once, each with its own address', async () => {
    const { renderer } = rendererWith({ '/api/get-legal-document': terms })
    const [tutorial, home] = await Promise.all([renderer.render('/tuto', phone), renderer.render('/', phone)])
    expect(tutorial?.html).not.toContain('今宵、だれと話そう。')
    expect(home?.html).toContain('今宵、だれと話そう。')
  })

  it('is rendered at every path that it names, with nobody to ask', async () => {
    const { renderer } = rendererWith({})
    for (const path of Object.keys(renderer.screens))
      expect((await renderer.render(path, phone)).html, path).toContain('<main')
  })
})
