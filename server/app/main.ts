import { createEmbeddedMedia } from '#adapters/media/embedded.ts'
import type { MediaServer } from '#adapters/media/port.ts'
import { startConversionPostbacks } from '#server/account/conversion-postbacks.ts'
import { startBookingTicks } from '#server/bookings/jobs.ts'
import { createCallRuntime } from '#server/calls/media/call-runtime.ts'
import { type Config, ConfigError, readConfig } from '#server/config/config.ts'
import type { Context } from '#server/context.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { probeDatabase } from '#server/db/probe-database.ts'
import { closeDemo } from '#server/demo/seed/close-demo.ts'
import { seedDemo } from '#server/demo/seed/seed-demo.ts'
import { startDemo } from '#server/demo/start-demo.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { startFollowerAnnouncements } from '#server/favourites/follower-announcements.ts'
import { listen } from '#server/http/listen.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { insertFirstTexts } from '#server/legal/first-texts.ts'
import { prepareDataDir } from '#server/lifecycle/data-dir.ts'
import { lockDataDir } from '#server/lifecycle/data-dir-lock.ts'
import { restrictDataDirPermissions } from '#server/lifecycle/data-dir-modes.ts'
import { createLog, type Log } from '#server/lifecycle/log.ts'
import type { Loops } from '#server/lifecycle/loop.ts'
import { surviveLostConnections } from '#server/lifecycle/lost-connections.ts'
import { createShutdownStack, type ShutdownStack } from '#server/lifecycle/shutdown-stack.ts'
import { startLiveRuntime } from '#server/live/media/live-runtime.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import { openMetricsServer } from '#server/metrics/metrics-server.ts'
import { loadNodeId } from '#server/nodes/node-id.ts'
import { startSendingMail } from '#server/outbox/send-mail.ts'
import { startSendingSms } from '#server/outbox/send-sms.ts'
import { startOrderLoops } from '#server/points/orders/order-loops.ts'
import { assertNoTestMoney } from '#server/points/purchase/test-money.ts'
import { startAvailabilityNotices } from '#server/push/actions/notify-available.ts'
import { startInboxPushes } from '#server/push/actions/push-notifications.ts'
import { createEventBus } from '#server/realtime/event-bus.ts'
import { loadSecret, secretFrom } from '#server/secrets/signing-secret.ts'
import { startWarnings } from '#server/start-warnings.ts'
import { startCacheCleaning } from './cache-cleaning.ts'
import { createContext } from './create-context.ts'
import { startJobs } from './jobs.ts'
import { openHttp } from './open-http.ts'

export interface App {
  /** The address on this machine. */
  url: string
  context: Context
  /** From now on /api/ready answers 503, for the proxy in front. Everything else goes on. */
  announceStop(): void
  /** Lets requests in progress finish, stops every part, closes the database. Safe to call twice. */
  stop(): Promise<void>
}

export interface StartOptions {
  /** Receives lines about the progress, in Japanese. */
  progress?: (line: string) => void
  /** Folder of the built pages; null serves the API alone; 'dev' serves them from the sources, with hot reload. */
  web?: string | 'dev' | null
  /** The embedded database is gone for good although it wasn't stopped: the app has to end. */
  onDatabaseLost?: (reason: Error) => void
}

/** Connections this process may open; the ledger and the loops need only a few. */
const connectionsMax = 24
/** Per minute; a crash produces about five lines. */
const postgresWarningsMax = 60

/** What areas do by themselves every few seconds. */
const loopStarts: readonly ((context: Context) => Loops)[] = [
  startOrderLoops,
  startSendingMail,
  startSendingSms,
  startAvailabilityNotices,
  startFollowerAnnouncements,
  startInboxPushes,
  startBookingTicks,
  startConversionPostbacks,
  startCacheCleaning,
]

/** Starts the whole product. Throws with a sentence for the person who starts it, after stopping what had started. */
export const startApp = async (
  env: Record<string, string | undefined>,
  options: StartOptions = {},
): Promise<App> => {
  const config = readConfig(env)
  const progress = options.progress ?? (() => undefined)
  for (const warning of startWarnings(config, env)) progress(warning)
  const shutdown = createShutdownStack()
  try {
    await prepareDataDir(config.dataDir)
    const lock = await lockDataDir(config.dataDir)
    shutdown.add(() => lock.release())
    // Loaded only where figures are read.
    const metrics = config.metrics ? (await import('#server/metrics/metrics.ts')).createMetrics() : null
    const ownLog = createLog(config.logLevel)
    const log = metrics ? metrics.counting(ownLog) : ownLog
    shutdown.add(surviveLostConnections(log))
    await restrictDataDirPermissions(config.dataDir, log)
    const media = startMedia(config, log, shutdown)
    const databaseUrl = config.databaseUrl ?? (await startDatabase(config, options, log, shutdown))
    const opening = { databaseUrl, log, metrics, localMedia: media.server }
    const context = await openContext(config, opening, progress, shutdown)
    const calls = createCallRuntime(context)
    shutdown.add(() => calls.stop())
    progress('通話サーバーを起動しています…')
    await media.untilUp()
    const lastThereAt = await context.nodes.register()
    context.healthWatch.start()
    await context.presence.start()
    await calls.start(lastThereAt)
    shutdown.add(await startLiveRuntime(context, lastThereAt))
    shutdown.add(() => context.mailer.stop())
    for (const start of loopStarts) {
      const loops = start(context)
      shutdown.add(() => loops.stop())
    }
    const opened = await openHttp(context, options.web ?? null)
    shutdown.add(() => opened.close())
    const port = await listen(opened.http, config, { hostSetting: 'HOST', portSetting: 'PORT' })
    const url = `http://localhost:${port}`
    await context.nodes.open(config.nodeUrl ?? url)
    if (config.demo) {
      const demo = startDemo(context, url)
      calls.add(demo.inCalls)
      shutdown.add(demo.stop)
    }
    const jobs = await startJobs(context, databaseUrl)
    shutdown.add(() => jobs.stop())
    if (metrics && config.metrics) {
      const scraped = await openMetricsServer(
        { ...context, countSockets: () => opened.io.engine.clientsCount },
        metrics,
        config.metrics,
      )
      shutdown.add(() => scraped.close())
    }
    context.readiness.open()
    const announceStop = () => {
      context.readiness.close()
      opened.announceStop()
    }
    shutdown.add(announceStop)
    return { url: config.publicUrl ?? url, context, announceStop, stop: shutdown.run }
  } catch (error) {
    await shutdown.run()
    throw error
  }
}

const openContext = async (
  config: Config,
  {
    databaseUrl,
    log,
    metrics,
    localMedia,
  }: { databaseUrl: string; log: Log; metrics: Metrics | null; localMedia: MediaServer },
  progress: (line: string) => void,
  shutdown: ShutdownStack,
): Promise<Context> => {
  progress('データベースを準備しています…')
  if (config.databaseUrl) await probeDatabase(config.databaseUrl)
  await migrate(databaseUrl)
  const database = openDatabase(databaseUrl, { maxConnections: connectionsMax })
  shutdown.add(() => database.close())
  const events = createEventBus(database.sql, log)
  const base = {
    config,
    db: database.db,
    sql: database.sql,
    log,
    now: Date.now,
    events,
    secret: config.appSecret ? secretFrom(config.appSecret) : await loadSecret(config.dataDir),
  }
  if (config.payments.acceptsRealMoney) await assertNoTestMoney(database.db)
  const context = await createContext({
    base,
    databaseUrl,
    nodeId: await loadNodeId(config.dataDir),
    localMedia,
    overrides: { metrics },
    shutdown,
  })
  await insertFirstTexts(context)
  if (config.demo) {
    progress('デモの登場人物を用意しています…')
    await seedDemo(context)
  } else {
    await closeDemo(context)
  }
  events.onGap(() => {
    context.sessions.evictAll()
    context.pointCache.clear()
    context.newChat.clear()
    context.incoming.reload().catch((error: unknown) => log.error('incoming-not-loaded', { error }))
  })
  await events.start()
  shutdown.add(() => events.stop())
  return context
}

/** Its processes load while the database starts and is prepared: `untilUp` waits for them, and throws what failed. */
const startMedia = (
  config: Config,
  log: Log,
  shutdown: ShutdownStack,
): { server: MediaServer; untilUp(): Promise<void> } => {
  const server = createEmbeddedMedia({
    udpPort: config.mediaUdpPort,
    processes: config.mediaProcesses,
    batches: config.mediaBatches,
    bindAddress: config.mediaBindAddress,
    publicAddress: config.mediaPublicAddress,
    hasRelays: config.turn !== undefined,
    log,
  })
  shutdown.add(() => server.stop())
  const failure = server.start().then(
    () => null,
    (error: Error) => new ConfigError(error.message, { cause: error }),
  )
  return {
    server,
    untilUp: async () => {
      const failed = await failure
      if (failed) throw failed
    },
  }
}

const startDatabase = async (
  config: Config,
  { progress, onDatabaseLost }: StartOptions,
  log: Log,
  shutdown: ShutdownStack,
): Promise<string> => {
  progress?.('データベースを起動しています…')
  const warnings = createRateLimit({ max: postgresWarningsMax, windowMs: 60_000, now: Date.now })
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (line, level) => {
      const isReported = level === 'warning' && warnings.admits('postgres')
      log[isReported ? 'warning' : 'debug']('postgres', { line })
    },
  })
  shutdown.add(() => postgres.stop())
  postgres.onExit((reason) => {
    log.error('postgres-lost', { error: reason })
    onDatabaseLost?.(reason)
  })
  return postgres.url
}
