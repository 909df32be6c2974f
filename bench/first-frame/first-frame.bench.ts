/**
 * P5: how long until the caller sees the broadcaster, both on this machine in Chromium with fake devices: through the
 * app and its media server, against one bare RTCPeerConnection between two pages that signal through the same Node
 * process. Measured from the broadcaster's accept, and from the caller's tap, which a script answers at once.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { type Bench, median, percentile } from '#bench/bench.ts'
import { startChild } from '#bench/shared/child.ts'
import { buildWeb } from '#scripts/build-web.ts'
import { findOrInstallChromium } from '#scripts/checks/chromium.ts'
import type { FirstFrameApp } from './first-frame-app.ts'
import { openBareScene, type Run, type Scene, type Start } from './first-frame-bare.ts'
import { openOwnScene } from './first-frame-own.ts'

/** The bar from each start. */
const ratioMax = { accept: 1.3, tap: 1.6 } as const satisfies Record<Start, number>
const rounds = Number(process.env.FIRST_FRAME_ROUNDS ?? 15)
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

/** Answers the ratio of the medians from each start. */
const compare = async (
  own: Scene,
  bare: Scene,
  print: (line: string) => void,
): Promise<Record<Start, number>> => {
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
  const ratioFrom = (start: Start): number => {
    const [ours, theirs] = [runs.own.get(start) ?? [], runs.bare.get(start) ?? []]
    const own = ours.map((run) => tookMs(run, start))
    const bare = theirs.map((run) => tookMs(run, start))
    const ratio = median(own) / median(bare)
    const written = (values: readonly number[]) =>
      `${median(values).toFixed(0)} ms (p95 ${percentile(values, 95).toFixed(0)})`
    print(
      `from ${start === 'accept' ? 'the accept' : 'the tap'}: ${written(own)}, bare ${written(bare)}, ${ratio.toFixed(2)}×`,
    )
    print(`  ours: ${timelineOf(ours, start)}`)
    print(`  bare: ${timelineOf(theirs, start)}`)
    return ratio
  }
  return { accept: ratioFrom('accept'), tap: ratioFrom('tap') }
}

export const bench: Bench = async (print) => {
  await buildWeb(() => print('building the pages'))
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
    const ratios = await compare(own, bare, print)
    return {
      figure: `${ratios.accept.toFixed(2)}×,${ratios.tap.toFixed(2)}×`,
      bar: `≤${ratioMax.accept}×,≤${ratioMax.tap}×`,
      isMet: starts.every((start) => ratios[start] <= ratioMax[start]),
    }
  } finally {
    await browser?.close()
    await app.end()
    await rm(dataDir, { recursive: true, force: true })
  }
}
