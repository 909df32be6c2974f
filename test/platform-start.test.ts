import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openEntries } from '#test/helpers/open-entries.ts'

const startScript = fileURLToPath(new URL('../scripts/start.ts', import.meta.url))
const firstStartTimeoutMs = 120_000

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'koyoi-start-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

test('a wrong setting stops the start with a sentence that names it, before anything is created', async () => {
  const folder = join(dataDir, 'never')
  const start = run({ DATA_DIR: folder, PORT: '70000' })
  await expect(start.exit).resolves.toBe(1)
  expect(start.output()).toBe('設定 PORT の値 "70000" は使えません（0〜65535の整数にしてください）。\n')
  expect(existsSync(folder)).toBe(false)
})

test(
  'locks its folder against a second start, survives a kill -9, and ends on request',
  async () => {
    const first = run({ DATA_DIR: dataDir })
    const url = await first.untilReady()
    expect(await healthOf(url)).toBe(200)
    expect(first.output().match(/http:/g)).toHaveLength(1)
    expect((await openEntries(dataDir)).open).toEqual([])
    // Run as root, PostgreSQL is another user, whose group may pass.
    const { mode, gid } = await stat(dataDir)
    expect(mode & 0o777).toBe(process.getuid?.() === 0 ? 0o710 : 0o700)
    expect(gid).toBe((await stat(join(dataDir, 'postgres'))).gid)

    const second = run({ DATA_DIR: dataDir })
    await expect(second.exit).resolves.toBe(1)
    expect(second.output()).toMatch(/^データフォルダ .*（PID \d+）が使っています。/)
    expect(await healthOf(url)).toBe(200)

    first.child.kill('SIGKILL')
    await first.exit
    await chmod(join(dataDir, 'images'), 0o755)
    const third = run({ DATA_DIR: dataDir })
    expect(await healthOf(await third.untilReady())).toBe(200)
    expect((await openEntries(dataDir)).open).toEqual([])

    third.child.kill('SIGTERM')
    await expect(third.exit).resolves.toBe(0)
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  },
  firstStartTimeoutMs,
)

interface Run {
  child: ChildProcess
  exit: Promise<number | null>
  output(): string
  /** Resolves with the address once it is printed; rejects when the process ends before. */
  untilReady(): Promise<string>
}

function run(settings: Record<string, string>): Run {
  const child = spawn(process.execPath, [startScript], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      MEDIA_UDP_PORT: '0',
      SHUTDOWN_NOTICE_SECONDS: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  const exit = once(child, 'close').then(([code]) => code as number | null)
  const ready = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const url = /http:\S+/.exec(output)?.[0]
        if (url) resolve(url)
      })
    }
  })
  const ended = exit.then((code): never => {
    throw new Error(`ended with ${code}:\n${output}`)
  })
  ended.catch(() => {})
  return { child, exit, output: () => output, untilReady: () => Promise.race([ready, ended]) }
}

async function healthOf(url: string): Promise<number> {
  return (await fetch(new URL('/api/health', url))).status
}
