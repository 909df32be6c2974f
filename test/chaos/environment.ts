import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { runningUrl, startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { openProxy } from './proxy.ts'
import type { Random } from './random.ts'
import { mediaProcesses, SupervisedApp } from './supervised-app.ts'

/** What the people and the killer find: the app, or two of it on one database behind a proxy. */
export interface ChaosEnvironment {
  apps: SupervisedApp[]
  /** Where people open the app. */
  origin: string
  databaseUrl: string
  close(): Promise<void>
}

export interface EnvironmentOptions {
  folder: string
  apps: 1 | 2
  random: Random
}

const startPatienceMs = 60_000
/** A supervisor pauses before it starts a service again, or a start that fails would spin. */
const restartPauseMs = 200
/** With two apps, one is often away for so long that the other has to take over its calls. */
const longRestartPauseMsMax = 12_000

export const openEnvironment = (options: EnvironmentOptions): Promise<ChaosEnvironment> =>
  options.apps === 1 ? openAlone(options) : openPair(options)

/** One app with its own PostgreSQL under its data folder, as `npm start` runs it. */
const openAlone = async ({ folder }: EnvironmentOptions): Promise<ChaosEnvironment> => {
  const app = await makeApp(folder, 1, null, randomBytes(32).toString('hex'), () => restartPauseMs)
  await startAll([app])
  const databaseUrl = await runningUrl(app.dataDir)
  if (databaseUrl === undefined) throw new Error('the app has no database')
  return { apps: [app], origin: app.url, databaseUrl, close: () => app.stop() }
}

const openPair = async ({ folder, random }: EnvironmentOptions): Promise<ChaosEnvironment> => {
  const dataDir = join(folder, 'database')
  await mkdir(dataDir)
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined })
  const appSecret = randomBytes(32).toString('hex')
  const pause = () => random.between(restartPauseMs, longRestartPauseMsMax)
  const apps = [
    await makeApp(folder, 1, postgres.url, appSecret, pause),
    await makeApp(folder, 2, postgres.url, appSecret, pause),
  ]
  const proxy = await openProxy(apps.map((app) => app.port))
  const close = async () => {
    await proxy.close()
    await Promise.all(apps.map((app) => app.stop()))
    await postgres.stop()
  }
  try {
    await startAll(apps)
  } catch (error) {
    await close()
    throw error
  }
  return { apps, origin: proxy.origin, databaseUrl: postgres.url, close }
}

const makeApp = async (
  folder: string,
  number: number,
  databaseUrl: string | null,
  appSecret: string,
  pauseMs: () => number,
): Promise<SupervisedApp> => {
  const dataDir = join(folder, `app-${number}`)
  await mkdir(dataDir)
  return new SupervisedApp({
    dataDir,
    port: await freeTcpPort(),
    mediaUdpPort: await freeUdpPorts(mediaProcesses),
    databaseUrl,
    appSecret,
    pauseMs,
  })
}

const startAll = async (apps: readonly SupervisedApp[]): Promise<void> => {
  for (const app of apps) {
    app.start()
    // One after the other: the first one makes the tables.
    if (await app.untilHealthy(startPatienceMs)) continue
    await Promise.all(apps.map((each) => each.stop()))
    throw new Error(`the app did not start: ${app.logFile}`)
  }
}

const freeTcpPort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('no TCP address')
  return address.port
}

/** The first of the ports that an app's media processes use. */
const freeUdpPorts = async (count: number): Promise<number> => {
  for (;;) {
    const first = await holdUdp(0)
    const others = Array.from({ length: count - 1 }, (_, index) => holdUdp(first.port + 1 + index))
    const held = await Promise.allSettled([first, ...others])
    for (const each of held) if (each.status === 'fulfilled') each.value.close()
    if (held.every(({ status }) => status === 'fulfilled')) return first.port
  }
}

const holdUdp = async (port: number): Promise<{ port: number; close(): void }> => {
  const socket = createSocket('udp4')
  socket.bind(port, '127.0.0.1')
  await once(socket, 'listening')
  return { port: socket.address().port, close: () => socket.close() }
}
