import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findOrInstallCoturn } from '#scripts/checks/coturn.ts'

export interface RelayServer {
  port: number
  secret: string
  /** What coturn has logged so far. */
  log(): string
  stop(): Promise<void>
}

const published = fileURLToPath(new URL('../../docs/turnserver.conf', import.meta.url))
const isReady = /TCP listener opened on/
const startTriesMax = 5

/** coturn with the configuration of docs/turnserver.conf, on this machine's loopback, without TLS. */
export async function startRelayServer(): Promise<RelayServer> {
  const turnserver = await findOrInstallCoturn(() => undefined)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(turnserver, await freePort())
    } catch (error) {
      // Another process may have taken the port meanwhile.
      if (attempt === startTriesMax) throw error
    }
  }
}

async function start(turnserver: string, port: number): Promise<RelayServer> {
  const folder = await mkdtemp(join(tmpdir(), 'koyoi-turn-'))
  const secret = 'the-secret-of-a-test'
  const file = join(folder, 'turnserver.conf')
  await writeFile(file, await configuration({ port, secret, folder }), { mode: 0o600 })
  const child = spawn(turnserver, ['-c', file], { stdio: ['ignore', 'pipe', 'pipe'] })
  const gone = once(child, 'close')
  let log = ''
  const ready = new Promise<void>((resolve, reject) => {
    const receive = (chunk: Buffer) => {
      log += chunk.toString()
      if (isReady.test(log)) resolve()
    }
    child.stdout.on('data', receive)
    child.stderr.on('data', receive)
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`coturn ended:\n${log}`)))
  })
  const stop = async () => {
    child.kill('SIGKILL')
    await gone.catch(() => undefined)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await ready
  } catch (error) {
    await stop()
    throw error
  }
  return { port, secret, log: () => log, stop }
}

/** The published configuration, filled in for this test. */
async function configuration(test: { port: number; secret: string; folder: string }): Promise<string> {
  const lines = (await readFile(published, 'utf8')).split('\n')
  const own = lines
    .filter((line) => !/^(tls-listening-port|cert|pkey)=/.test(line))
    .map((line) =>
      line
        .replace('listening-port=3478', `listening-port=${test.port}`)
        .replace('<secret>', test.secret)
        .replace('<domain>', 'koyoi.test')
        .replace(/<address of .*>/, '127.0.0.1'),
    )
  return [
    ...own,
    // Here the media server is on loopback, which the published configuration keeps closed.
    'allow-loopback-peers',
    'no-tls',
    'no-dtls',
    `userdb=${join(test.folder, 'turndb')}`,
    `pidfile=${join(test.folder, 'turnserver.pid')}`,
    'log-file=stdout',
    'simple-log',
    'verbose',
    '',
  ].join('\n')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
