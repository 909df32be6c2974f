import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import type { MediaServer } from '#adapters/media/port.ts'
import type { OutputOf, RequestOf } from '#contract/core/endpoint.ts'
import { type EndpointName, type Endpoints, endpoints } from '#contract/index.ts'
import { createHttpApp } from '#server/app/app.ts'
import { createContext } from '#server/app/create-context.ts'
import { findCall } from '#server/calls/call-record.ts'
import { createMediaEvents } from '#server/calls/media/media-events.ts'
import { readConfig } from '#server/config/config.ts'
import type { Context } from '#server/context.ts'
import { createSharedReads } from '#server/db/shared-reads.ts'
import { OutsideContract } from '#server/http/outgoing.ts'
import { createLog, type Log } from '#server/lifecycle/log.ts'
import { createShutdownStack } from '#server/lifecycle/shutdown-stack.ts'
import { createLiveMediaEvents } from '#server/live/media/live-media-events.ts'
import { openSession } from '#server/members/actions/open-session.ts'
import { createSessions, type Viewer } from '#server/members/sessions.ts'
import { grantPoints } from '#server/points/ledger/ledger.ts'
import { openPayments } from '#server/points/purchase/payments.ts'
import { createEventBus } from '#server/realtime/event-bus.ts'
import { createFakeMedia, type FakeMedia } from './fake-media.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export interface Person {
  id: string
  viewer: Viewer
  cookie: string
  /** Calls an endpoint as this member over HTTP. */
  request<Name extends EndpointName>(
    name: Name,
    input: RequestOf<Endpoints[Name]>,
  ): Promise<OutputOf<Endpoints[Name]> | { type: 'error'; code: string; message: string }>
}

export interface TestWorld {
  context: Context
  media: FakeMedia
  /** Sends a request to the HTTP app; `address` is the client's. */
  request(path: string, init?: RequestInit, address?: string): Promise<Response>
  database: TestDatabase
  caller(points?: number): Promise<Person>
  broadcaster(terms?: { video?: number | null; voice?: number | null; standby?: boolean }): Promise<Person>
  /** The same member with another session. */
  onAnotherDevice(person: Person): Promise<Person>
  /** Waits until every media event so far has been handled. */
  settled(): Promise<void>
  /** The rows of the ledger's check view; empty when all is well. */
  ledgerDefects(): Promise<unknown[]>
  close(): Promise<void>
}

export interface TestWorldOptions {
  /** The test opens sockets, whose fan-out handles the events of rings; otherwise the world does. */
  hasSockets?: boolean
  /** The world of another process on the same database; it is closed last. */
  beside?: Pick<TestWorld, 'database' | 'context'>
  /** Receives all lines of the log; without it, errors go to standard error. */
  takeLine?: (line: string) => void
  /** Settings besides the world's own. */
  env?: Record<string, string>
  /** A media server that is started already, in place of the fake one: it is the test's to stop. */
  realMedia?: MediaServer
}

const usedMemberIds = new Set<string>()

/** Like the product's ids; of a file's thousand members two would have the same one in one of 200 runs. */
const unusedMemberId = (): string => {
  const id = String(randomInt(10_000_000, 99_999_999))
  if (usedMemberIds.has(id)) return unusedMemberId()
  usedMemberIds.add(id)
  return id
}

/** The product on its own database, with a fake media server and no loops: tests advance time themselves. */
export const createTestWorld = async (options: TestWorldOptions = {}): Promise<TestWorld> => {
  const database = options.beside?.database ?? (await createTestDatabase())
  const dataDir = await mkdtemp(path.join(tmpdir(), 'koyoi-test-'))
  const { takeLine } = options
  const { log, outsideContract } = watchedLog(
    takeLine
      ? createLog('debug', (line) => {
          takeLine(line)
          return true
        })
      : createLog('error'),
  )
  const events = createEventBus(database.sql, log)
  const media = createFakeMedia()
  const base = {
    config: readConfig({
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      BANK_ACCOUNT: 'こよい銀行',
      ...options.env,
    }),
    db: database.db,
    sql: database.sql,
    log,
    now: Date.now,
    events,
    secret: options.beside?.context.secret ?? randomBytes(32),
  }
  const shutdown = createShutdownStack()
  const context = await createContext({
    base,
    databaseUrl: database.url,
    nodeId: randomUUID(),
    localMedia: options.realMedia ?? media,
    overrides: {
      sessions: createSessions({ ...base, publicUrl: undefined }),
      sharedReads: createSharedReads({ lastsMs: 0 }),
      payments: await openPayments({ ...base, disputeAfterMs: 0 }),
    },
    shutdown,
  })
  await context.nodes.register()
  await events.start()
  shutdown.add(() => events.stop())
  if (!options.hasSockets) {
    events.subscribe((event) => {
      if (event.type === 'call:changed') refreshCall(context, event.callId)
    })
  }
  const app = createHttpApp(context, null)
  const request: TestWorld['request'] = async (target, init, address = '203.0.113.7') =>
    app.request(target, init, { incoming: { socket: { remoteAddress: address } } })
  const mediaEvents = createMediaEvents(context)
  const liveEvents = createLiveMediaEvents(context)
  const measuring = options.realMedia ?? media
  measuring.onEvent((event) => {
    mediaEvents.accept(event)
    liveEvents.accept(event)
  })
  shutdown.add(() => mediaEvents.stop())
  shutdown.add(() => liveEvents.stop())

  const person = async (role: 'caller' | 'broadcaster'): Promise<Person> => {
    const id = unusedMemberId()
    await database.db
      .insertInto('member')
      .values({ id, role, name: `${role}${id}` })
      .execute()
    return signIn(id)
  }
  const signIn = async (id: string): Promise<Person> => {
    const opened = await openSession(context, database.db, {
      memberId: id,
      isFirstRegister: false,
      userAgent: '',
    })
    const cookie = `next-auth.session-token=${opened.cookieValue}`
    const viewer = await context.sessions.ofCookies(cookie)
    if (!viewer) throw new Error('no session')
    return { id, viewer, cookie, request: (name, input) => requestEndpoint(request, cookie, name, input) }
  }

  return {
    context,
    media,
    request,
    database,
    onAnotherDevice: ({ id }) => signIn(id),
    caller: async (points = 3_000) => {
      const made = await person('caller')
      if (points > 0) {
        await grantPoints(database.db, {
          key: `test:${made.id}`,
          memberId: made.id,
          points,
          kind: 'paid',
          purpose: 'demo',
        })
      }
      return made
    },
    broadcaster: async ({ video = 200, voice = 140, standby = true } = {}) => {
      const made = await person('broadcaster')
      await database.db
        .insertInto('broadcaster')
        .values({
          member_id: made.id,
          rate_video: video,
          rate_voice: voice,
          standby_since: standby ? new Date() : null,
        })
        .execute()
      if (standby) await context.presence.beat(made.id)
      return made
    },
    settled: async () => {
      await mediaEvents.settled()
      await liveEvents.settled()
    },
    ledgerDefects: async () => [...(await database.sql`select * from ledger_check`)],
    close: async () => {
      await shutdown.run()
      if (!options.beside) await database.close()
      await rm(dataDir, { recursive: true, force: true })
      expect(outsideContract, 'answers and events that the contract does not allow').toEqual([])
    },
  }
}

/** Collects answers that the contract doesn't allow: a test may not look at them. */
const watchedLog = (log: Log): { log: Log; outsideContract: string[] } => {
  const outsideContract: string[] = []
  const error: Log['error'] = (event, facts) => {
    if (facts?.error instanceof OutsideContract) outsideContract.push(facts.error.message)
    log.error(event, facts)
  }
  return { log: { ...log, error }, outsideContract }
}

const refreshCall = (context: Context, callId: string): void => {
  findCall(context.db, callId)
    .then((record) => record && context.incoming.update(record))
    .catch(() => undefined)
}

const requestEndpoint = async <Name extends EndpointName>(
  request: TestWorld['request'],
  cookie: string,
  name: Name,
  input: RequestOf<Endpoints[Name]>,
) => {
  const endpoint = endpoints[name]
  const response = await request(endpoint.path, {
    method: endpoint.method,
    headers: { cookie, 'content-type': 'application/json' },
    ...(endpoint.method === 'POST' ? { body: JSON.stringify(input) } : {}),
  })
  return (await response.json()) as
    | OutputOf<Endpoints[Name]>
    | { type: 'error'; code: string; message: string }
}

export const newCallId = (): string => randomUUID()
