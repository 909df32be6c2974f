import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildWeb, webOutput } from '#scripts/build-web.ts'

interface Chunk {
  file: string
  name?: string
  src?: string
  imports?: string[]
  css?: string[]
}
type Manifest = Record<string, Chunk>

/** Paths below web/, as Vite's manifest names them, and names of vite.config.ts's groups. */
const entry = 'index.html'
/** The routes of all screens but home. */
const routes = 'app/screens.tsx'
const visitorHome = [entry, 'home']
/** With what is around every screen of a member. */
const memberPage = [entry, routes, 'member']
/** What a member's page loads once it is idle. */
const whenIdle = [
  'calls/after-call/post-call-modals.tsx',
  'chat/member/open-member-chat.ts',
  'chat/new-chat/new-chat-center.tsx',
  'legal/consent-gate.tsx',
  'notifications/notification-toast.tsx',
  'push/push-center.tsx',
]

interface Budget {
  modules: string[]
  /** Of JavaScript, after gzip -9. */
  bytes: number
  scripts: number
  styleSheets: number
}

/** What a route loads at once and right after its first picture. */
const budgets: Record<string, Budget> = {
  'the first page, to a visitor': { modules: visitorHome, bytes: 113_200, scripts: 3, styleSheets: 2 },
  'the first page, to a member': {
    modules: [...visitorHome, ...memberPage],
    bytes: 125_000,
    scripts: 6,
    styleSheets: 2,
  },
  'the first page, to a member, with what waits until it is idle': {
    modules: [...visitorHome, ...memberPage, ...whenIdle],
    bytes: 186_300,
    scripts: 24,
    styleSheets: 6,
  },
  'a profile, to a visitor': {
    modules: [entry, routes, 'profile/profile-page.tsx'],
    bytes: 172_100,
    scripts: 12,
    styleSheets: 4,
  },
  'a profile, to a member': {
    modules: [...memberPage, 'profile/profile-page.tsx'],
    bytes: 175_200,
    scripts: 13,
    styleSheets: 4,
  },
  'a chat, to a member': {
    modules: [...memberPage, 'chat/list/chat-layout.tsx'],
    bytes: 191_500,
    scripts: 22,
    styleSheets: 6,
  },
  'a call, to a member': {
    modules: [...memberPage, 'calls/screens/outgoing-screen.tsx'],
    bytes: 213_600,
    scripts: 23,
    styleSheets: 7,
  },
  'a purchase, to a member': {
    modules: [...memberPage, 'points/purchase/purchase-page.tsx'],
    bytes: 177_300,
    scripts: 21,
    styleSheets: 5,
  },
  "the operators' console": {
    modules: [entry, routes, 'operator/operator-app.tsx'],
    bytes: 179_700,
    scripts: 22,
    styleSheets: 6,
  },
}

interface Files {
  scripts: string[]
  styleSheets: string[]
}

/** The files of some modules and of everything that they import at once. */
const filesOf = (manifest: Manifest, modules: readonly string[]): Files => {
  const scripts = new Set<string>()
  const styleSheets = new Set<string>()
  const grouped = (name: string) =>
    Object.values(manifest).find((chunk) => chunk.name === name && chunk.src === undefined)
  const add = (name: string) => {
    const chunk = manifest[name] ?? grouped(name)
    if (!chunk) throw new Error(`The build has no chunk of ${name}`)
    if (scripts.has(chunk.file)) return
    scripts.add(chunk.file)
    for (const sheet of chunk.css ?? []) styleSheets.add(sheet)
    chunk.imports?.forEach(add)
  }
  modules.forEach(add)
  return { scripts: [...scripts], styleSheets: [...styleSheets] }
}

const gzipBytes = async (files: readonly string[]): Promise<number> => {
  const contents = await Promise.all(files.map((file) => readFile(join(webOutput, file))))
  return contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0)
}

describe('what the browser loads', () => {
  let manifest: Manifest
  beforeAll(async () => {
    await buildWeb()
    manifest = JSON.parse(await readFile(join(webOutput, '.vite', 'manifest.json'), 'utf8')) as Manifest
  }, 300_000)

  it.each(Object.entries(budgets))('for %s stays within its budget', async (_route, budget) => {
    const { scripts, styleSheets } = filesOf(manifest, budget.modules)
    const weight = await gzipBytes(scripts)
    expect(weight).toBeLessThanOrEqual(budget.bytes)
    // A page that became lighter has its budget lowered with it, so that the gain stays.
    expect(weight).toBeGreaterThan(budget.bytes * 0.95)
    expect(scripts.length).toBeLessThanOrEqual(budget.scripts)
    expect(styleSheets.length).toBeLessThanOrEqual(budget.styleSheets)
  })

  it('has no zod on the first page', async () => {
    const hasZod = async (modules: readonly string[]) => {
      const { scripts } = filesOf(manifest, modules)
      const texts = await Promise.all(scripts.map((file) => readFile(join(webOutput, file), 'utf8')))
      return texts.some((text) => text.includes('invalid_type'))
    }
    expect(await hasZod(visitorHome)).toBe(false)
    // This page checks a schema in the browser, so the mark would be noticed.
    expect(await hasZod([entry, 'receipts/verify-page.tsx'])).toBe(true)
  })
})
