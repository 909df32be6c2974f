import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql as raw } from 'kysely'
import type { InputOf, OutputOf, RequestOf } from '#contract/core/endpoint.ts'
import { isRefusal } from '#contract/core/refusal.ts'
import { serverHalfOf } from '#contract/core/server-half.ts'
import { favouritesEndpoints } from '#contract/favourites/favourites.ts'
import { peopleEndpoints } from '#contract/people/people.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { reviewsEndpoints } from '#contract/reviews/reviews.ts'
import { studioEndpoints } from '#contract/studio/studio.ts'
import { createContext } from '#server/app/create-context.ts'
import { readConfig } from '#server/config/config.ts'
import { favouritesHandlers } from '#server/favourites/routes.ts'
import type { Request } from '#server/http/handlers.ts'
import { createLog } from '#server/lifecycle/log.ts'
import { createShutdownStack } from '#server/lifecycle/shutdown-stack.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { peopleHandlers } from '#server/people/routes.ts'
import type { Pushes } from '#server/push/pushes.ts'
import type { Event } from '#server/realtime/events.ts'
import { reviewsHandlers } from '#server/reviews/routes.ts'
import { studioHandlers } from '#server/studio/routes.ts'
import { createFakeMedia } from '#test/helpers/fake-media.ts'
import { createTestDatabase } from '#test/helpers/test-database.ts'

const endpoints = { ...peopleEndpoints, ...favouritesEndpoints, ...reviewsEndpoints, ...studioEndpoints }
type Endpoints = typeof endpoints
const handlers = { ...peopleHandlers, ...favouritesHandlers, ...reviewsHandlers, ...studioHandlers }

/** A context on a real database and a real folder; media and events are fakes. */
export const createPeopleWorld = async () => {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'koyoi-people-'))
  const published: Event[] = []
  const logged: string[] = []
  const config = readConfig({ DATA_DIR: dataDir, NODE_ENV: 'test' })
  const subscribe = () => () => undefined
  const shutdown = createShutdownStack()
  const context = await createContext({
    base: {
      config,
      db: database.db,
      sql: database.sql,
      log: createLog('info', (line) => logged.push(line) > 0),
      now: Date.now,
      secret: randomBytes(32),
      events: {
        publish: async (_db, event) => {
          published.push(event)
        },
        inStatement: (event) => {
          published.push(event)
          return raw`null`
        },
        subscribe,
        onPublish: subscribe,
        onGap: subscribe,
      },
    },
    databaseUrl: database.url,
    nodeId: randomUUID(),
    localMedia: createFakeMedia(),
    // Tests of people don't look at what is pushed.
    overrides: { push: { beside: () => undefined, stop: async () => undefined } as unknown as Pushes },
    shutdown,
  })

  /**
   * Calls an endpoint as HTTP would: input and answer must fit the contract. Returns the output or the
   * refusal's code.
   */
  const request = async <Name extends keyof Endpoints>(
    name: Name,
    viewer: Viewer | null,
    input: RequestOf<Endpoints[Name]>,
  ): Promise<OutputOf<Endpoints[Name]> | RefusalCode> => {
    const spec = endpoints[name]
    const handler = handlers[name] as (request: Request<Endpoints[Name]>) => Promise<unknown>
    const answer = await handler({
      context,
      viewer: viewer as never,
      client: { address: '127.0.0.1', userAgent: '', isMobile: false, host: 'localhost' },
      cookieHeader: undefined,
      cookies: [],
      input: serverHalfOf(spec).input.parse(input) as InputOf<Endpoints[Name]>,
    })
    if (isRefusal(answer)) return answer.refused
    return serverHalfOf(spec).output.parse(answer) as OutputOf<Endpoints[Name]>
  }

  const viewerOf = (memberId: string, role: Viewer['role']): Viewer => ({
    memberId,
    role,
    name: memberId,
    token: `token-of-${memberId}`,
    isFirstRegister: false,
    sessionKey: memberId,
  })

  const { sql } = database
  const addCaller = async (id: string, facts: { region?: string; age?: number } = {}) => {
    await sql`
      INSERT INTO member (id, name, region, age)
      VALUES (${id}, ${`男${id}`}, ${facts.region ?? '東京'}, ${facts.age ?? 34})`
    return viewerOf(id, 'caller')
  }

  /** `waitingMinutes`: on standby since then; `seenSecondsAgo`: the newest heartbeat. */
  const addBroadcaster = async (
    id: string,
    facts: { waitingMinutes?: number; seenSecondsAgo?: number; approvedDaysAgo?: number } = {},
  ) => {
    await sql`INSERT INTO member (id, name, role, age) VALUES (${id}, ${`女${id}`}, 'broadcaster', 27)`
    await sql`
      INSERT INTO broadcaster (member_id, bio, tags, rate_video, rate_voice, schedule, standby_since, approved_at)
      VALUES (${id}, 'はじめまして。', ${['聞き上手']}, 200, 140, ${sql.json([{ weekday: 1, fromMinute: 1260, toMinute: 1500 }])},
        now() - ${facts.waitingMinutes ?? null}::int * interval '1 minute',
        now() - ${facts.approvedDaysAgo ?? 100}::int * interval '1 day')`
    if (facts.seenSecondsAgo !== undefined) {
      await sql`
        INSERT INTO presence (member_id, node_id, here_until, is_open)
        VALUES (${id}, gen_random_uuid(), now() + (60 - ${facts.seenSecondsAgo}::int) * interval '1 second', true)`
    }
    return viewerOf(id, 'broadcaster')
  }

  const addReview = (authorId: string, targetId: string, score: number, text = '') => sql`
    INSERT INTO review (author_id, author_label, target_id, score, description)
    VALUES (${authorId}, '東京・20代', ${targetId}, ${score}, ${text})`

  /** A call that has ended `endedMinutesAgo`, after `connectedSec`. Returns its id. */
  const addCall = async (
    callerId: string,
    broadcasterId: string,
    facts: {
      connectedSec?: number
      endedMinutesAgo?: number
      endReason?: string
      isAnswered?: boolean
      dialledByBroadcaster?: boolean
      rangMs?: number
    },
  ): Promise<string> => {
    const id = crypto.randomUUID()
    const minutes = facts.endedMinutesAgo ?? 1
    await sql`
      INSERT INTO call (id, kind, caller_id, broadcaster_id, dialler_id, rate_points_per_min, phase, requested_at, ended_at,
        accepted_at, end_reason, connected_ms)
      VALUES (${id}, 'voice', ${callerId}, ${broadcasterId}, ${facts.dialledByBroadcaster ? broadcasterId : callerId}, 140, 'ended',
        now() - ${minutes}::int * interval '1 minute' - ${facts.rangMs ?? 5000}::int * interval '1 millisecond',
        now() - ${minutes}::int * interval '1 minute',
        CASE WHEN ${facts.isAnswered ?? true} THEN now() - ${minutes}::int * interval '1 minute' END,
        ${facts.endReason ?? 'byCaller'}, ${(facts.connectedSec ?? 0) * 1000})`
    return id
  }

  return {
    context,
    sql,
    published,
    logged,
    request,
    viewerOf,
    addCaller,
    addBroadcaster,
    addReview,
    addCall,
    close: async () => {
      await shutdown.run()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type PeopleWorld = Awaited<ReturnType<typeof createPeopleWorld>>
