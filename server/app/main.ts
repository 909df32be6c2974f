import { createEmbeddedMedia } from '#adapters/media/embedded.ts'
import { createAccountRequestLimit } from '#server/account/account-request-limit.ts'
import { startTellingConversions } from '#server/account/conversion-postbacks.ts'
import { openGoogle } from '#server/account/google/open-google.ts'
import { createPasskeyChallengeLimit } from '#server/account/passkeys/challenge-limit.ts'
import { createCallRuntime } from '#server/calls/media/call-runtime.ts'
import { createVideoTestLimit } from '#server/calls/pre-call-check/limit.ts'
import { nodeOfRoom } from '#server/calls/queries.ts'
import { createIncomingCalls } from '#server/calls/ringing/incoming.ts'
import { createRingLimit } from '#server/calls/ringing/ring-limit.ts'
import { createNewChatCache } from '#server/chat/new-chat-cache.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import type { Context } from '#server/context.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { reachDatabase } from '#server/db/reach-database.ts'
import { startDemoReplies } from '#server/demo/demo-replies.ts'
import { closeDemo } from '#server/demo/seed/close-demo.ts'
import { seedDemo } from '#server/demo/seed/seed-demo.ts'
import { startDemoParticipants } from '#server/demo/start-demo-participants.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { openHealthWatch } from '#server/health/open-health-watch.ts'
import { listen } from '#server/http/listen.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { createTextLimit } from '#server/http/text-limit.ts'
import { openStorage } from '#server/images/storage.ts'
import { insertFirstTexts } from '#server/legal/first-texts.ts'
import { prepareDataDir } from '#server/lifecycle/data-dir.ts'
import { lockDataDir } from '#server/lifecycle/data-dir-lock.ts'
import { closeDataDir } from '#server/lifecycle/data-dir-modes.ts'
import { createLog, type Log } from '#server/lifecycle/log.ts'
import { surviveLostConnections } from '#server/lifecycle/lost-connections.ts'
import { createReadiness } from '#server/lifecycle/readiness.ts'
import { createShutdownStack } from '#server/lifecycle/shutdown-stack.ts'
import { createSessions } from '#server/members/sessions.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import { openMetricsServer } from '#server/metrics/metrics-server.ts'
import { mediaAcrossNodes } from '#server/nodes/media-across-nodes.ts'
import { loadNodeId } from '#server/nodes/node-id.ts'
import { createNodes } from '#server/nodes/nodes.ts'
import { openMailer } from '#server/outbox/mailer.ts'
import { startSendingMail } from '#server/outbox/send-mail.ts'
import { startSendingSms } from '#server/outbox/send-sms.ts'
import { openTexting } from '#server/outbox/texter.ts'
import { createPresence } from '#server/people/presence.ts'
import { createRankings } from '#server/people/rankings.ts'
import { createSearchTags } from '#server/people/search/search-tags.ts'
import { createStandbyLists } from '#server/people/search/standby-lists.ts'
import { createVisitorSearchLimit } from '#server/people/search/visitor-search-limit.ts'
import { startOrderLoops } from '#server/points/orders/order-loops.ts'
import { createPointCache } from '#server/points/point-cache.ts'
import { openPayments } from '#server/points/purchase/payments.ts'
import { createPurchaseRequestLimit } from '#server/points/purchase/purchase-request-limit.ts'
import { assertNoTestMoney } from '#server/points/purchase/test-money.ts'
import { openPush } from '#server/push/open-push.ts'
import { createEventBus } from '#server/realtime/event-bus.ts'
import { createKeyedMutex } from '#server/realtime/keyed-mutex.ts'
import { createReceiptKeys } from '#server/secrets/receipt-keys.ts'
import { loadSecret, secretFrom } from '#server/secrets/signing-secret.ts'
import { startWarnings } from '#server/start-warnings.ts'
import { startJobs } from './jobs.ts'
import { openHttp } from './open-http.ts'

export interface App {
  /** Where people open it on this machine. */
  url: string
  context: Context
  /** /api/ready answers 503 from here on, for the proxy in front. Everything else goes on. */
  announceStop(): void
  /** Lets requests in progress finish, ends what runs, closes the database. Safe to call twice. */
  stop(): Promise<void>
}

export interface StartOptions {
  /** Lines for the person who waits, in Japanese. */
  progress?: (line: string) => void
  /** Folder of the built pages; null serves the API alone; 'dev' serves them hot from the sources. */
  web?: string | 'dev' | null
  /** The embedded database is gone for good although nobody stopped it: all that is left is to end the app. */
  onDatabaseLost?: (reason: Error) => void
}

/** Connections this process may hold; the ledger's lanes and the loops need only a few. */
const connectionsMax = 24
/** A minute; one crash is told in about five lines. */
const postgresWarningsMax = 60

/** Starts the whole product. Throws with a sentence for the person who starts it; what had started is stopped again. */
export const startApp = async (
  env: Record<string, string | undefined>,
  options: StartOptions = {},
): Promise<App> => {
  const config = readConfig(env)
  const progress = options.progress ?? (() => undefined)
  for (const warning of startWarnings(config, env)) progress(warning)
  const undo = createShutdownStack()
  try {
    await prepareDataDir(config.dataDir)
    const lock = await lockDataDir(config.dataDir)
    undo.add(() => lock.release())
    // Not loaded where nobody reads figures.
    const metrics = config.metrics ? (await import('#server/metrics/metrics.ts')).createMetrics() : null
    const ownLog = createLog(config.logLevel)
    const log = metrics ? metrics.counting(ownLog) : ownLog
    undo.add(surviveLostConnections(log))
    await closeDataDir(config.dataDir, log)
    const databaseUrl = config.databaseUrl ?? (await startDatabase(config, options, log, undo.add))
    const context = await openContext(config, { databaseUrl, log, metrics }, progress, undo.add)
    const calls = createCallRuntime(context)
    undo.add(() => calls.stop())
    progress('通話サーバーを起動しています…')
    const lastThereAt = await context.nodes.register()
    context.healthWatch.start()
    await context.presence.start()
    await calls.start(lastThereAt)
    const orders = startOrderLoops(context)
    undo.add(() => orders.stop())
    undo.add(() => context.mailer.stop())
    const mail = startSendingMail(context)
    undo.add(() => mail.stop())
    const sms = startSendingSms(context)
    undo.add(() => sms.stop())
    const conversions = startTellingConversions(context)
    undo.add(() => conversions.stop())
    const opened = await openHttp(context, options.web ?? null)
    undo.add(() => opened.close())
    const port = await listen(opened.http, config, { hostSetting: 'HOST', portSetting: 'PORT' })
    const url = `http://localhost:${port}`
    await context.nodes.open(config.nodeUrl ?? url)
    if (config.demo) {
      calls.add(startDemoParticipants(context, url))
      undo.add(startDemoReplies(context))
    }
    const jobs = await startJobs(context, databaseUrl)
    undo.add(() => jobs.stop())
    if (metrics && config.metrics) {
      const scraped = await openMetricsServer(
        { ...context, countSockets: () => opened.io.engine.clientsCount },
        metrics,
        config.metrics,
      )
      undo.add(() => scraped.close())
    }
    context.readiness.open()
    const announceStop = () => {
      context.readiness.close()
      opened.announceStop()
    }
    undo.add(announceStop)
    return { url: config.publicUrl ?? url, context, announceStop, stop: undo.run }
  } catch (error) {
    await undo.run()
    throw error
  }
}

type AddUndo = (step: () => Promise<unknown> | unknown) => void

const openContext = async (
  config: Config,
  { databaseUrl, log, metrics }: { databaseUrl: string; log: Log; metrics: Metrics | null },
  progress: (line: string) => void,
  undo: AddUndo,
): Promise<Context> => {
  progress('データベースを準備しています…')
  if (config.databaseUrl) await reachDatabase(config.databaseUrl)
  await migrate(databaseUrl)
  const database = openDatabase(databaseUrl, { maxConnections: connectionsMax })
  undo(() => database.close())
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
  const nodes = createNodes({ ...base, id: await loadNodeId(config.dataDir) })
  if (config.payments.takesRealMoney) await assertNoTestMoney(database.db)
  const payments = await openPayments(base)
  undo(() => payments.stop())
  const push = await openPush(base)
  undo(() => push.stop())
  const context: Context = {
    ...base,
    nodes,
    payments,
    push,
    storage: await openStorage(config),
    mailer: openMailer(config),
    sms: openTexting(config),
    media: mediaAcrossNodes({
      ...base,
      nodes,
      local: embeddedMediaOf(base),
      nodeOfRoom: (roomId) => nodeOfRoom(database.db, roomId),
    }),
    sessions: createSessions({ ...base, publicUrl: config.publicUrl }),
    google: openGoogle(base),
    presence: createPresence({ ...base, nodes }),
    standbyLists: createStandbyLists(base),
    rankings: createRankings(base),
    searchTags: createSearchTags(base),
    pointCache: createPointCache(base),
    newChat: createNewChatCache(base),
    chatLanes: createKeyedMutex(),
    receiptKeys: createReceiptKeys(base),
    incoming: createIncomingCalls(base),
    ...rateLimitsOf(base),
    healthWatch: openHealthWatch(base, databaseUrl, nodes.id),
    readiness: createReadiness(),
    metrics,
  }
  undo(() => context.healthWatch.stop())
  await insertFirstTexts(context)
  if (config.demo) {
    progress('デモの登場人物を用意しています…')
    await seedDemo(context)
  } else {
    await closeDemo(context)
  }
  events.onGap(() => {
    context.sessions.forgetAll()
    context.pointCache.clear()
    context.newChat.clear()
    context.incoming.reload().catch((error: unknown) => log.error('incoming-not-loaded', { error }))
  })
  await events.start()
  undo(() => events.stop())
  return context
}

const rateLimitsOf = (base: { now: () => number }) => ({
  textLimit: createTextLimit(base),
  ringLimit: createRingLimit(base),
  videoTestLimit: createVideoTestLimit(base),
  visitorSearchLimit: createVisitorSearchLimit(base),
  accountRequestLimit: createAccountRequestLimit(base),
  passkeyChallengeLimit: createPasskeyChallengeLimit(base),
  purchaseRequestLimit: createPurchaseRequestLimit(base),
})

const embeddedMediaOf = ({ config, log }: { config: Config; log: Log }) =>
  createEmbeddedMedia({
    udpPort: config.mediaUdpPort,
    processes: config.mediaProcesses,
    bindAddress: config.mediaBindAddress,
    publicAddress: config.mediaPublicAddress,
    hasRelays: config.turn !== undefined,
    log,
  })

const startDatabase = async (
  config: Config,
  { progress, onDatabaseLost }: StartOptions,
  log: Log,
  undo: AddUndo,
): Promise<string> => {
  progress?.('データベースを起動しています…')
  const warnings = createRateLimit({ max: postgresWarningsMax, windowMs: 60_000, now: Date.now })
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (line, level) => {
      const isToldOf = level === 'warning' && warnings.admits('postgres')
      log[isToldOf ? 'warning' : 'debug']('postgres', { line })
    },
  })
  undo(() => postgres.stop())
  postgres.onExit((reason) => {
    log.error('postgres-lost', { error: reason })
    onDatabaseLost?.(reason)
  })
  return postgres.url
}
