import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtPages } from '#server/app/web-pages.ts'
import type { Context } from '#server/context.ts'
import type { ServerEnv } from '#server/http/client-of.ts'
import { compressFiles } from './compress-files.ts'

const script = 'export const words = "今宵";\n'.repeat(200)
const icon = `<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M0 0"/>'.repeat(200)}</svg>`

describe('built files', () => {
  let folder: string
  const app = new Hono<ServerEnv>()
  const get = (file: string, encodings?: string) =>
    app.request(file, encodings === undefined ? {} : { headers: { 'accept-encoding': encodings } })
  const bytes = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'koyoi-pages-'))
    await mkdir(path.join(folder, 'assets'))
    await mkdir(path.join(folder, '.vite'))
    await writeFile(path.join(folder, 'index.html'), '<html><head></head></html>')
    await writeFile(path.join(folder, 'assets', 'x-1.js'), script)
    await writeFile(path.join(folder, 'assets', 'small-1.js'), '1')
    await writeFile(path.join(folder, 'icon.svg'), icon)
    await writeFile(path.join(folder, 'sw.js'), script)
    await writeFile(path.join(folder, '.vite', 'manifest.json'), '{}')
    await compressFiles(folder)
    const pages = await builtPages({ config: { mode: 'development' } } as Context, folder)
    pages.mount(app)
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('come as Brotli where the browser takes it', async () => {
    const answer = await get('/assets/x-1.js', 'gzip, deflate, br, zstd')
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/)
    expect(answer.headers.get('vary')).toMatch(/accept-encoding/i)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const sent = await bytes(answer)
    expect(answer.headers.get('content-length')).toBe(String(sent.length))
    expect(brotliDecompressSync(sent).toString()).toBe(script)
  })

  it('come as gzip where the browser takes that alone', async () => {
    const answer = await get('/icon.svg', 'gzip')
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(await bytes(answer)).toString()).toBe(icon)
  })

  it('come as they are to others, and say that this depends on what is accepted', async () => {
    const answer = await get('/assets/x-1.js')
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(answer.headers.get('vary')).toBe('accept-encoding')
    expect(await answer.text()).toBe(script)
  })

  it('are not compressed per request where no compressed copy is worth it', async () => {
    const answer = await get('/assets/small-1.js', 'gzip, br')
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(await answer.text()).toBe('1')
  })

  it('keep the service worker fresh', async () => {
    expect((await get('/sw.js', 'br')).headers.get('cache-control')).toBe('no-cache')
  })

  it('hide what belongs to the build', async () => {
    expect((await get('/.vite/manifest.json')).status).toBe(404)
  })
})
