import { LRUCache } from 'lru-cache'
import type { Role } from '#contract/account/account.ts'
import { authCookies, isSecureOrigin } from '#server/credentials/auth-cookies.ts'
import { idHashOf, opaqueCookieOf, sessionKeyOf } from '#server/credentials/opaque-cookie.ts'
import type { Db } from '#server/db/database.ts'
import { jitter } from '#server/lifecycle/jitter.ts'
import type { Log } from '#server/lifecycle/log.ts'
import type { Events } from '#server/realtime/events.ts'

/** The member who sends a request. `sessionKey` names the session but can't open it. */
export interface Viewer {
  memberId: string
  name: string
  role: Role
  token: string
  isFirstRegister: boolean
  sessionKey: string
}

export interface ActiveSession {
  viewer: Viewer
  /** Milliseconds since 1970. */
  expiresAtMs: number
}

export interface Sessions {
  /** The viewer from this process's cache; null means unknown. For polls: it waits for nothing. */
  known(cookieHeader: string | null | undefined): Viewer | null
  /** The viewer of a request's Cookie header, or null. In-process LRU over PostgreSQL. */
  ofCookies(cookieHeader: string | null | undefined): Promise<Viewer | null>
  /** The same with the session's end. */
  liveOf(cookieHeader: string | null | undefined): Promise<ActiveSession | null>
  /**
   * Also returns the session of a deactivated account, whose role is `closed`: only for reading it, ending it
   * or reactivating the account. For everything else such a member is a visitor.
   */
  openedOf(cookieHeader: string | null | undefined): Promise<ActiveSession | null>
  /** Whether the cookie belonged to a session a moment ago whose new cookie is on its way to the browser. */
  wasRotated(cookieHeader: string | null | undefined): boolean
  /** Drops a session from this process's cache; the next request reads the table. */
  evict(sessionKey: string): void
  /** Drops all sessions of a member from this process's cache: the name or the role has changed. */
  evictMember(memberId: string): void
  /** Drops everything: while the connection to the events was lost, a revocation may have been missed. */
  evictAll(): void
}

/** 30 days, from the last use. */
export const sessionMaxAgeMs = 30 * 24 * 60 * 60_000
/** A session in use is extended at most this often, so that a request costs no write. */
const renewalStepMs = 10 * 60_000
/** The longest time a revocation could stay unnoticed if its event were lost. */
const rememberedMs = 60_000
const rememberedMax = 20_000
/** A browser has its new cookie as soon as it has the answer, for which it waits 10 s. */
const rotatedKnownMs = 15_000

interface Remembered extends ActiveSession {
  untilMs: number
}

interface Loading {
  answer: Promise<ActiveSession | null>
  /** The session was dropped meanwhile: the row being read may be older than its revocation. */
  isStale: boolean
}

const load = async (db: Db, sessionKey: string, nowMs: number): Promise<ActiveSession | null> => {
  const idHash = idHashOf(sessionKey)
  const row = await db
    .selectFrom('session')
    .innerJoin('member', 'member.id', 'session.member_id')
    .select(['member.id', 'member.name', 'member.role', 'token', 'is_first_register', 'expires_at'])
    .where('id_hash', '=', idHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date(nowMs))
    .executeTakeFirst()
  if (!row) return null
  const renewedMs = nowMs + sessionMaxAgeMs
  const isRenewalDue = row.expires_at.getTime() < renewedMs - renewalStepMs
  if (isRenewalDue) {
    await db
      .updateTable('session')
      .set({ expires_at: new Date(renewedMs) })
      .where('id_hash', '=', idHash)
      .execute()
  }
  return {
    viewer: {
      memberId: row.id,
      name: row.name,
      role: row.role,
      token: row.token,
      isFirstRegister: row.is_first_register,
      sessionKey,
    },
    expiresAtMs: isRenewalDue ? renewedMs : row.expires_at.getTime(),
  }
}

const unlessDeactivated = (session: ActiveSession | null): ActiveSession | null =>
  session?.viewer.role === 'closed' ? null : session

/** Opaque sessions: the cookie holds 32 random bytes, the table only their SHA-256. */
export const createSessions = (options: {
  db: Db
  now: () => number
  log: Log
  events: Events
  publicUrl: string | undefined
}): Sessions => {
  const cookieName = authCookies(isSecureOrigin(options.publicUrl)).sessionToken
  const remembered = new LRUCache<string, Remembered>({ max: rememberedMax })
  const loading = new Map<string, Loading>()
  const rotated = new LRUCache<string, true>({ max: rememberedMax, ttl: rotatedKnownMs })

  const read = async (sessionKey: string, entry: Loading | null): Promise<ActiveSession | null> => {
    const live = await load(options.db, sessionKey, options.now())
    if (entry?.isStale) return find(sessionKey)
    if (live) remembered.set(sessionKey, { ...live, untilMs: options.now() + jitter(rememberedMs) })
    return live
  }

  const find = (sessionKey: string): Promise<ActiveSession | null> => {
    const underWay = loading.get(sessionKey)
    if (underWay) return underWay.answer
    const entry: Loading = { answer: Promise.resolve(null), isStale: false }
    entry.answer = read(sessionKey, entry).finally(() => {
      if (loading.get(sessionKey) === entry) loading.delete(sessionKey)
    })
    loading.set(sessionKey, entry)
    return entry.answer
  }

  const keyOf = (cookieHeader: string | null | undefined): string | null => {
    const value = cookieHeader ? opaqueCookieOf(cookieHeader, cookieName) : null
    return value === null ? null : sessionKeyOf(value)
  }

  const rememberedOf = (sessionKey: string): Remembered | null => {
    const known = remembered.get(sessionKey)
    const nowMs = options.now()
    return known && nowMs < known.untilMs && nowMs < known.expiresAtMs ? known : null
  }

  const openedOf: Sessions['openedOf'] = async (cookieHeader) => {
    const sessionKey = keyOf(cookieHeader)
    return sessionKey === null ? null : (rememberedOf(sessionKey) ?? find(sessionKey))
  }

  const liveOf: Sessions['liveOf'] = async (cookieHeader) => unlessDeactivated(await openedOf(cookieHeader))

  const evict = (sessionKey: string) => {
    remembered.delete(sessionKey)
    const underWay = loading.get(sessionKey)
    if (!underWay) return
    underWay.isStale = true
    loading.delete(sessionKey)
  }

  const evictMember = (memberId: string) => {
    for (const [sessionKey, { viewer }] of remembered.entries())
      if (viewer.memberId === memberId) remembered.delete(sessionKey)
    // The members of these sessions aren't known yet: one of them may belong to this member, read before the
    // change.
    for (const sessionKey of [...loading.keys()]) evict(sessionKey)
  }

  options.events.subscribe((event) => {
    if (event.type === 'session:over') evict(event.sessionKey)
    if (event.type === 'session:rotated') {
      evict(event.sessionKey)
      rotated.set(event.sessionKey, true)
    }
    if (event.type === 'member:changed') evictMember(event.memberId)
  })

  return {
    known: (cookieHeader) => {
      const sessionKey = keyOf(cookieHeader)
      return sessionKey === null ? null : (unlessDeactivated(rememberedOf(sessionKey))?.viewer ?? null)
    },
    ofCookies: async (cookieHeader) => (await liveOf(cookieHeader))?.viewer ?? null,
    liveOf,
    openedOf,
    wasRotated: (cookieHeader) => {
      const sessionKey = keyOf(cookieHeader)
      return sessionKey !== null && rotated.has(sessionKey)
    },
    evict,
    evictMember,
    evictAll: () => {
      remembered.clear()
      for (const sessionKey of [...loading.keys()]) evict(sessionKey)
    },
  }
}
