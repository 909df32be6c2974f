import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildWeb, webOutput } from '#scripts/build-web.ts'

interface Chunk {
  file: string
  imports?: string[]
}
type Manifest = Record<string, Chunk>

/** Paths below web/, as Vite's manifest names them. */
const entry = 'index.html'
/** The routes of all screens but home. */
const routes = 'app/screens.tsx'
const visitorHome = [entry, 'home/home-more.tsx', 'home/home-aside.tsx']
/** With what stands around every screen of a member. */
const memberPage = [
  entry,
  routes,
  'calls/screens/call-center.tsx',
  'chat/new-chat/new-chat-center.tsx',
  'notifications/notification-toast.tsx',
  'legal/consent-gate.tsx',
]

/** Bytes of JavaScript (gzip -9) that a route loads at once and right after its first picture. */
const budgets: Record<string, { modules: string[]; bytes: number }> = {
  'the first page, to a visitor': { modules: visitorHome, bytes: 155_500 },
  'a profile, to a member': { modules: [...memberPage, 'profile/profile-page.tsx'], bytes: 205_500 },
  'a chat, to a member': { modules: [...memberPage, 'chat/list/chat-layout.tsx'], bytes: 213_000 },
  'a call, to a member': { modules: [...memberPage, 'calls/screens/outgoing-screen.tsx'], bytes: 224_000 },
  'a purchase, to a member': {
    modules: [...memberPage, 'points/purchase/purchase-page.tsx'],
    bytes: 208_000,
  },
  "the operators' console": { modules: [entry, routes, 'operator/operator-app.tsx'], bytes: 175_500 },
}

/** The files of some modules and of everything that they import at once. */
const filesOf = (manifest: Manifest, modules: readonly string[]): string[] => {
  const files = new Set<string>()
  const add = (name: string) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The build has no chunk of ${name}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(add)
  }
  modules.forEach(add)
  return [...files]
}

const gzipBytes = async (files: readonly string[]): Promise<number> => {
  const contents = await Promise.all(files.map((file) => readFile(join(webOutput, file))))
  return contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0)
}

describe('the JavaScript that the browser loads', () => {
  let manifest: Manifest
  beforeAll(async () => {
    await buildWeb()
    manifest = JSON.parse(await readFile(join(webOutput, '.vite', 'manifest.json'), 'utf8')) as Manifest
  }, 300_000)

  it.each(Object.entries(budgets))('for %s stays within its budget', async (_route, { modules, bytes }) => {
    const weight = await gzipBytes(filesOf(manifest, modules))
    expect(weight).toBeLessThanOrEqual(bytes)
    // A page that became lighter has its budget lowered with it, so that the gain stays.
    expect(weight).toBeGreaterThan(bytes * 0.95)
  })

  it('has no zod on the first page', async () => {
    const hasZod = async (modules: readonly string[]) => {
      const files = filesOf(manifest, modules)
      const texts = await Promise.all(files.map((file) => readFile(join(webOutput, file), 'utf8')))
      return texts.some((text) => text.includes('invalid_type'))
    }
    expect(await hasZod(visitorHome)).toBe(false)
    // This page checks a schema in the browser, so the mark would be noticed.
    expect(await hasZod([entry, 'receipts/verify-page.tsx'])).toBe(true)
  })
})
