/**
 * How long until a phone's first ten previews of `/gallery` are drawn, from the navigation on, over the line that
 * Chromium's own tools call fast 4G. Each visit is the first one of an empty browser.
 */
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, chromium, devices } from '@playwright/test'
import { median } from '#bench/bench.ts'
import { startChild } from '#bench/shared/child.ts'
import { appEnv } from '#bench/shared/with-members-app.ts'
import { buildWeb, webOutput } from '#scripts/build-web.ts'
import { findOrInstallChromium } from '#scripts/checks/chromium.ts'

const previews = 10
const visits = 7
/** Of a visit: a busy machine may take so long. */
const patienceMs = 60_000
/** 9 Mbit/s down and 1.5 up at nine tenths, as in the browser's tools. */
const fast4G = {
  offline: false,
  latency: 165,
  downloadThroughput: (9_000_000 * 0.9) / 8,
  uploadThroughput: (1_500_000 * 0.9) / 8,
}

interface Visit {
  ms: number
  kilobytes: number
}

const launch = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: await findOrInstallChromium(() => undefined),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })

const visit = async (browser: Browser, url: string): Promise<Visit> => {
  const context = await browser.newContext(devices['Pixel 7'])
  const page = await context.newPage()
  const line = await context.newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', fast4G)
  let bytes = 0
  line.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  const startedAt = performance.now()
  await page.goto(`${url}/gallery`, { waitUntil: 'commit', timeout: patienceMs })
  await page.waitForFunction(
    (wanted) => {
      const pictures = [...document.querySelectorAll<HTMLImageElement>('main article img')].slice(0, wanted)
      return pictures.length === wanted && pictures.every((each) => each.complete && each.naturalWidth > 0)
    },
    previews,
    { polling: 20, timeout: patienceMs },
  )
  const ms = performance.now() - startedAt
  await context.close()
  return { ms, kilobytes: bytes / 1_000 }
}

/** Median milliseconds of the visits after the first one, for which the server makes the sizes of the pictures. */
export const previewsAt4G = async (print: (line: string) => void): Promise<number> => {
  await access(path.join(webOutput, 'index.html')).catch(() => buildWeb())
  const dataDir = await mkdtemp(path.join(tmpdir(), 'koyoi-bench-gallery-'))
  const env = { ...appEnv(dataDir), DEMO: 'true', DEMO_LIVE: 'false' }
  const app = startChild(new URL('./gallery-app.ts', import.meta.url), { env })
  let browser: Browser | null = null
  try {
    const { url } = await app.next<{ url: string }>()
    browser = await launch()
    const first = await visit(browser, url)
    const later: Visit[] = []
    for (let nth = 0; nth < visits; nth += 1) later.push(await visit(browser, url))
    const ms = median(later.map((each) => each.ms))
    print(
      `first ${previews} previews at 4G: median ${(ms / 1_000).toFixed(2)} s, worst ${(Math.max(...later.map((each) => each.ms)) / 1_000).toFixed(2)} s, ${median(later.map((each) => each.kilobytes)).toFixed(0)} kB (${visits} visits); the very first visit ${(first.ms / 1_000).toFixed(2)} s`,
    )
    return ms
  } finally {
    await browser?.close()
    await app.end()
    await rm(dataDir, { recursive: true, force: true })
  }
}
