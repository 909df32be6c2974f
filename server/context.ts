import type { Storage } from '#adapters/storage/port.ts'
import type { GoogleSignIn } from '#server/account/google/open-google.ts'
import type { IncomingCalls } from '#server/calls/ringing/incoming.ts'
import type { NewChatCache } from '#server/chat/new-chat-cache.ts'
import type { Config } from '#server/config/config.ts'
import type { Db, Sql } from '#server/db/database.ts'
import type { HealthWatch } from '#server/health/health-watch.ts'
import type { Limits } from '#server/http/limits.ts'
import type { Log } from '#server/lifecycle/log.ts'
import type { Readiness } from '#server/lifecycle/readiness.ts'
import type { Sessions } from '#server/members/sessions.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import type { CallMedia } from '#server/nodes/media-across-nodes.ts'
import type { Nodes } from '#server/nodes/nodes.ts'
import type { Mailer } from '#server/outbox/mailer.ts'
import type { Texting } from '#server/outbox/texter.ts'
import type { Presence } from '#server/people/presence.ts'
import type { Rankings } from '#server/people/rankings.ts'
import type { SearchTags } from '#server/people/search/search-tags.ts'
import type { StandbyLists } from '#server/people/search/standby-lists.ts'
import type { PointCache } from '#server/points/point-cache.ts'
import type { Payments } from '#server/points/purchase/payments.ts'
import type { Pushes } from '#server/push/pushes.ts'
import type { Events } from '#server/realtime/events.ts'
import type { KeyedMutex } from '#server/realtime/keyed-mutex.ts'
import type { ReceiptKeys } from '#server/secrets/receipt-keys.ts'

/** What every action is handed. Passed by hand; there is no container. */
export interface Context {
  config: Config
  db: Db
  /** The driver itself, for the ledger's hand-written hot path and for LISTEN. */
  sql: Sql
  log: Log
  /** The wall clock in milliseconds; tests pass their own. Money and durations never use it. */
  now: () => number
  media: CallMedia
  /** The originals of pictures. */
  storage: Storage
  nodes: Nodes
  /** Takes mail to members over, or keeps it in the demo. */
  mailer: Mailer
  /** Takes SMS to members over, or keeps them in the demo. */
  sms: Texting
  sessions: Sessions
  /** Sign-in with Google; null where it isn't set up. */
  google: GoogleSignIn | null
  /** Publishes a committed transaction's news to every process. */
  events: Events
  /** Signs tokens: media doors, socket rooms, CSRF. Kept below DATA_DIR. */
  secret: Buffer
  /** What rings for whom, kept in this process for the polls. */
  incoming: IncomingCalls
  presence: Presence
  /** Who was on standby when somebody began to search. */
  standbyLists: StandbyLists
  /** Rankings of the home screen, made every ten minutes. */
  rankings: Rankings
  /** The tags of the search's filters. */
  searchTags: SearchTags
  /** The payment services, or the sandbox in their place. */
  payments: Payments
  /** How closed pages are reached. */
  push: Pushes
  /** Balances, kept in this process for the polls. */
  pointCache: PointCache
  /** Unread messages, kept in this process for the polls. */
  newChat: NewChatCache
  /** A member's messages are sent one after the other. */
  chatLanes: KeyedMutex
  /** Signs receipts; derived from `secret`. */
  receiptKeys: ReceiptKeys
  /** What the last check of disk and database found. */
  healthWatch: HealthWatch
  /** Whether people should be sent to this process. */
  readiness: Readiness
  /** Figures for Prometheus; null where nobody reads any. */
  metrics: Metrics | null
  /** How often this process accepts what members and visitors ask for. */
  limits: Limits
}
