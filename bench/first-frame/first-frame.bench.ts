/**
 * P5: how long until the caller sees the broadcaster, both on this machine in Chromium with fake devices: through the
 * app and its media server, against one bare RTCPeerConnection between two pages that signal through the same Node
 * process. Measured from the broadcaster's accept, and from the caller's tap, which a script answers at once.
 */
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { type Bench, median } from '#bench/bench.ts'
import { startChild } from '#bench/shared/child.ts'
import { buildWeb, webOutput } from '#scripts/build-web.ts'
import { findOrInstallChromium } from '#scripts/checks/chromium.ts'
import type { FirstFrameApp } from './first-frame-app.ts'
import { openBareScene, type Run, type Scene, type Start } from './first-frame-bare.ts'
import { openOwnScene } from './first-frame-own.ts'

const ratioMax = 1.3
const rounds = 15
const warmUpRounds = 2
const starts: readonly Start[] = ['accept', 'tap']

const launch = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: await findOrInstallChromium(() => undefined),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--disable-features=WebRtcHideLocalIpsWithMdns',
      '--autoplay-policy=no-user-gesture-required',
    ],
  })

const startOf = ({ ofCaller, ofBroadcaster }: Run, start: Start): number =>
  (start === 'accept' ? ofBroadcaster.start : ofCaller.start) ?? Number.NaN
const tookMs = (run: Run, start: Start): number =>
  (run.ofCaller['first frame'] ?? Number.NaN) - startOf(run, start)

/** What happened when, as medians from the start on: `broadcaster camera there 130`. */
const timelineOf = (runs: readonly Run[], start: Start): string => {
  const named = runs.map((run) => {
    const from = startOf(run, start)
    const marks = [
      ...Object.entries(run.ofBroadcaster).map(([name, at]) => [`broadcaster ${name}`, at - from] as const),
      ...Object.entries(run.ofCaller).map(([name, at]) => [`caller ${name}`, at - from] as const),
    ]
    return new Map(marks)
  })
  const names = [...new Set(named.flatMap((marks) => [...marks.keys()]))]
  return names
    .map((name) => [name, median(named.flatMap((marks) => marks.get(name) ?? []))] as const)
    .filter(([, at]) => at > 0)
    .toSorted(([, one], [, other]) => one - other)
    .map(([name, at]) => `${name} ${at.toFixed(0)}`)
    .join(', ')
}

const compare = async (own: Scene, bare: Scene, print: (line: string) => void): Promise<number> => {
  const runs = { own: new Map<Start, Run[]>(), bare: new Map<Start, Run[]>() }
  for (let round = -warmUpRounds; round < rounds; round++) {
    for (const start of starts) {
      for (const [name, scene] of [
        ['bare', bare],
        ['own', own],
      ] as const) {
        const run = await scene.run(start)
        if (round >= 0) runs[name].set(start, [...(runs[name].get(start) ?? []), run])
      }
    }
  }
  const ratios = starts.map((start) => {
    const [ours, theirs] = [runs.own.get(start) ?? [], runs.bare.get(start) ?? []]
    const own = median(ours.map((run) => tookMs(run, start)))
    const bare = median(theirs.map((run) => tookMs(run, start)))
    print(
      `from ${start === 'accept' ? 'the accept' : 'the tap'}: ${own.toFixed(0)} ms, bare ${bare.toFixed(0)} ms, ${(own / bare).toFixed(2)}×`,
    )
    print(`  ours: ${timelineOf(ours, start)}`)
    print(`  bare: ${timelineOf(theirs, start)}`)
    return own / bare
  })
  return Math.max(...ratios)
}

export const bench: Bench = async (print) => {
  await access(path.join(webOutput, 'index.html')).catch(() => buildWeb(() => print('building the pages')))
  const dataDir = await mkdtemp(path.join(tmpdir(), 'koyoi-bench-first-frame-'))
  const env = {
    NODE_ENV: 'production',
    PORT: '0',
    HOST: '127.0.0.1',
    MEDIA_UDP_PORT: '0',
    DATA_DIR: dataDir,
    DEMO: 'true',
    DEMO_LIVE: 'false',
    LOG_LEVEL: 'error',
  }
  const app = startChild(new URL('./first-frame-app.ts', import.meta.url), { env })
  let browser: Browser | null = null
  try {
    const { appUrl, signalUrl } = await app.next<FirstFrameApp>()
    browser = await launch()
    const own = await openOwnScene(browser, appUrl)
    const bare = await openBareScene(browser, signalUrl)
    const ratio = await compare(own, bare, print)
    return { figure: `${ratio.toFixed(2)}×`, bar: `≤${ratioMax}×`, isMet: ratio <= ratioMax }
  } finally {
    await browser?.close()
    await app.end()
    await rm(dataDir, { recursive: true, force: true })
  }
}
