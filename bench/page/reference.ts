/**
 * The same home page built with Next.js: `next-home/`, installed and built outside of the repository, with the product's
 * own style sheets, with the people whom the product shows at that moment, and with the portraits that it sends.
 */
import { spawn } from 'node:child_process'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '#bench/media/free-port.ts'
import type { PageAnswers } from '#contract/core/rendered-page.ts'
import { portraitAddress } from '#domain/people/portrait.ts'
import { fetchAsVisitor } from './visitor.ts'

const sourceFolder = fileURLToPath(new URL('./next-home', import.meta.url))
const webFolder = fileURLToPath(new URL('../../web', import.meta.url))
/** Not of the repository's packages: what is installed here is known to nothing else. */
export const referenceFolder = fileURLToPath(
  new URL('../../node_modules/.cache/koyoi-bench-page', import.meta.url),
)
const patienceMs = 60_000
const pollMs = 50

/** What home shows, at the screens' own paths. */
const styleSheets = [
  'app/layout',
  'app/tab-bar',
  'app/top-bar',
  'home/home-page',
  'home/live-strip',
  'home/random-card',
  'home/rankings',
  'home/visitor-intro',
  'layout/legal-links',
  'ui/button',
  'ui/icon',
  'ui/icon-button',
  'ui/panel',
  'ui/person/avatar',
  'ui/person/person-card',
  'ui/person/rating',
  'ui/person/state-badge',
  'ui/points/call-button',
  'ui/points/price-tag',
].map((name) => `${name}.module.css`)

const lists = ['standby', 'live', 'recommended', 'newcomers', 'topRated', 'popular']

interface Person {
  avatarId: string | null
}

const run = async (command: string, args: readonly string[]): Promise<void> => {
  const child = spawn(command, args, {
    cwd: referenceFolder,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}: exit code ${code}\n${output.trim()}`)
}

/** Installs Next.js and Lighthouse in the versions of `next-home/package.json`, unless they are there. */
export const installReference = async (): Promise<void> => {
  const wanted = await readFile(path.join(sourceFolder, 'package.json'), 'utf8')
  const stamp = path.join(referenceFolder, '.installed')
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return
  await rm(referenceFolder, { recursive: true, force: true })
  await mkdir(referenceFolder, { recursive: true })
  await writeFile(path.join(referenceFolder, 'package.json'), wanted)
  await run('npm', [
    'install',
    '--include=dev',
    '--ignore-scripts',
    '--no-package-lock',
    '--no-audit',
    '--no-fund',
  ])
  await writeFile(stamp, wanted)
}

const answers = /<script id="answers" type="application\/json">(.*?)<\/script>/s

/** The people of the product's home, as its document brings them along. */
const homeOf = async (url: string): Promise<Record<string, Person[]>> => {
  const html = await (await fetchAsVisitor(url)).text()
  const { entries } = JSON.parse(answers.exec(html)?.[1] ?? '{"entries":[]}') as PageAnswers
  const home = Object.fromEntries(
    entries.map(([key, data]) => [String((key as unknown[])[2]), (data as { users: Person[] }).users]),
  )
  for (const list of lists)
    if (!home[list]) throw new Error(`The document of the home page has no list ${list}`)
  return home
}

const savePortraits = async (url: string, people: readonly Person[]): Promise<void> => {
  const folder = path.join(referenceFolder, 'public', 'portraits')
  await mkdir(folder, { recursive: true })
  const ids = new Set(people.flatMap(({ avatarId }) => avatarId ?? []))
  for (const id of ids)
    for (const size of [180, 480] as const) {
      const response = await fetchAsVisitor(url + portraitAddress(id, size))
      const type = response.headers.get('content-type')
      if (type !== 'image/webp') throw new Error(`A portrait is ${response.status} ${type}`)
      await writeFile(path.join(folder, `${id}-${size}.webp`), Buffer.from(await response.arrayBuffer()))
    }
}

const bringSources = async (url: string): Promise<void> => {
  const folders = ['app', 'parts', 'styles', 'data', 'public', '.next']
  await Promise.all(
    folders.map((folder) => rm(path.join(referenceFolder, folder), { recursive: true, force: true })),
  )
  await cp(sourceFolder, referenceFolder, { recursive: true })
  for (const sheet of ['ui/tokens.css', 'ui/base.css', ...styleSheets])
    await cp(path.join(webFolder, sheet), path.join(referenceFolder, 'styles', path.basename(sheet)))
  await cp(path.join(webFolder, 'public', 'icon.svg'), path.join(referenceFolder, 'public', 'icon.svg'))
  const home = await homeOf(url)
  await mkdir(path.join(referenceFolder, 'data'), { recursive: true })
  await writeFile(path.join(referenceFolder, 'data', 'home.json'), JSON.stringify(home))
  await savePortraits(url, Object.values(home).flat())
}

export interface Reference {
  pid: number
  url: string
  stop(): Promise<void>
}

/** @param url of the product, whose people and portraits the page shows */
export const startReference = async (url: string): Promise<Reference> => {
  await bringSources(url)
  const next = path.join(referenceFolder, 'node_modules', 'next', 'dist', 'bin', 'next')
  await run(process.execPath, [next, 'build'])
  const port = await freePort()
  const child = spawn(process.execPath, [next, 'start', '-H', '127.0.0.1', '-p', String(port)], {
    cwd: referenceFolder,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGKILL')
    await gone
  }
  const own = `http://127.0.0.1:${port}`
  const deadline = performance.now() + patienceMs
  while (child.exitCode === null && performance.now() < deadline) {
    const response = await fetchAsVisitor(own).catch(() => null)
    if (response?.ok) return { pid: child.pid ?? 0, url: own, stop }
    await pass(pollMs)
  }
  await stop()
  throw new Error('Next.js did not start')
}
