import type { Shipping } from '#adapters/shipping/port.ts'
import type { Storage } from '#adapters/storage/port.ts'
import type { Toys } from '#adapters/toys/port.ts'
import type { GoogleSignIn } from '#server/account/google/open-google.ts'
import type { IncomingCalls } from '#server/calls/ringing/incoming.ts'
import type { NewChatCache } from '#server/chat/new-chat-cache.ts'
import type { Config } from '#server/config/config.ts'
import type { Db, Sql } from '#server/db/database.ts'
import type { SharedReads } from '#server/db/shared-reads.ts'
import type { HealthWatch } from '#server/health/health-watch.ts'
import type { Limits } from '#server/http/limits.ts'
import type { Gate } from '#server/images/request-guard.ts'
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

/** What every action receives. Passed by hand; there is no container. */
export interface Context {
  config: Config
  db: Db
  /** The driver itself, for the ledger's hand-written hot path and for LISTEN. */
  sql: Sql
  log: Log
  /** The wall clock in milliseconds; tests pass their own. Money and durations never use it. */
  now: () => number
  media: CallMedia
  /** The original images. */
  storage: Storage
  /** Decodes what members sent, a few images of this process at once. */
  decoding: Gate
  nodes: Nodes
  /** Sends mail to members, or stores it in the demo. */
  mailer: Mailer
  /** Sends SMS to members, or stores them in the demo. */
  sms: Texting
  /** The carrier of the flea market's parcels. */
  shipping: Shipping
  sessions: Sessions
  /** Sign-in with Google; null where it isn't set up. */
  google: GoogleSignIn | null
  /** Publishes a committed transaction's events to every process. */
  events: Events
  /** Signs tokens: media routes, socket rooms, CSRF. Stored below DATA_DIR. */
  secret: Buffer
  /** Rings by their callee, cached in this process for the polls. */
  incoming: IncomingCalls
  presence: Presence
  /** The broadcasters who were on standby when a search began. */
  standbyLists: StandbyLists
  /** Rankings of the home screen, computed every ten minutes. */
  rankings: Rankings
  /** The tags of the search's filters. */
  searchTags: SearchTags
  /** Lists that are the same for everybody, shared for a moment. */
  sharedReads: SharedReads
  /** The payment services, or the sandbox instead. */
  payments: Payments
  /** Push messages to closed pages. */
  push: Pushes
  /** Balances, cached in this process for the polls. */
  pointCache: PointCache
  /** The devices behind toy menus; null where none can be connected. */
  toys: Toys | null
  /** Unread messages, cached in this process for the polls. */
  newChat: NewChatCache
  /** Sends a member's messages one after the other. */
  chatMutex: KeyedMutex
  /** Signs receipts; derived from `secret`. */
  receiptKeys: ReceiptKeys
  /** The result of the last check of disk and database. */
  healthWatch: HealthWatch
  /** Whether a load balancer should send requests to this process. */
  readiness: Readiness
  /** Figures for Prometheus; null where none are read. */
  metrics: Metrics | null
  /** How often this process accepts what members and visitors ask for. */
  limits: Limits
}
