import type { MediaServer } from '#adapters/media/port.ts'
import { createCounterApi } from '#adapters/shipping/counter-api.ts'
import { createSandboxShipping } from '#adapters/shipping/sandbox.ts'
import { openGoogle } from '#server/account/google/open-google.ts'
import { isEchoRoom, nodeOfRoom } from '#server/calls/queries.ts'
import { createIncomingCalls } from '#server/calls/ringing/incoming.ts'
import { createNewChatCache } from '#server/chat/new-chat-cache.ts'
import type { Context } from '#server/context.ts'
import { createSharedReads } from '#server/db/shared-reads.ts'
import { openHealthWatch } from '#server/health/open-health-watch.ts'
import { createLimits } from '#server/http/limits.ts'
import { createDecoding } from '#server/images/decode-upload.ts'
import { openStorage } from '#server/images/storage.ts'
import { createReadiness } from '#server/lifecycle/readiness.ts'
import type { ShutdownStack } from '#server/lifecycle/shutdown-stack.ts'
import { openToys } from '#server/live/flow/toys.ts'
import { nodeOfLiveRoom } from '#server/live/room-record.ts'
import { createSessions } from '#server/members/sessions.ts'
import { mediaAcrossNodes } from '#server/nodes/media-across-nodes.ts'
import { createNodes } from '#server/nodes/nodes.ts'
import { openMailer } from '#server/outbox/mailer.ts'
import { openTexting } from '#server/outbox/texter.ts'
import { createPresence } from '#server/people/presence.ts'
import { createRankings } from '#server/people/rankings.ts'
import { createSearchTags } from '#server/people/search/search-tags.ts'
import { createStandbyLists } from '#server/people/search/standby-lists.ts'
import { createPointCache } from '#server/points/point-cache.ts'
import { openPayments } from '#server/points/purchase/payments.ts'
import { openPush } from '#server/push/open-push.ts'
import { createKeyedMutex } from '#server/realtime/keyed-mutex.ts'
import { createReceiptKeys } from '#server/secrets/receipt-keys.ts'

export type ContextBase = Pick<Context, 'config' | 'db' | 'sql' | 'log' | 'now' | 'events' | 'secret'>

export interface ContextParts {
  base: ContextBase
  databaseUrl: string
  nodeId: string
  /** The media server of this process. */
  localMedia: MediaServer
  /** Fields that this process needs in another form: figures where Prometheus reads them, fakes in tests. */
  overrides?: Partial<Omit<Context, keyof ContextBase | 'nodes' | 'media'>>
  shutdown: Pick<ShutdownStack, 'add'>
}

/** Nobody misses what is newer than this in a ranking or a list of categories. */
const sharedReadsLastMs = 3_000

/** Builds the context of a process from its database, clock and media server. It starts no loop and opens no port. */
export const createContext = async (parts: ContextParts): Promise<Context> => {
  const { base, databaseUrl, nodeId, localMedia, overrides = {}, shutdown } = parts
  const { config, db } = base
  const nodes = createNodes({ ...base, id: nodeId })
  const payments = overrides.payments ?? (await openPayments(base))
  shutdown.add(() => payments.stop())
  const push = overrides.push ?? (await openPush(base))
  shutdown.add(() => push.stop())
  const context: Context = {
    ...base,
    nodes,
    payments,
    push,
    storage: await openStorage(config),
    mailer: openMailer(config),
    sms: openTexting(config),
    shipping: config.shipping ? createCounterApi(config.shipping) : createSandboxShipping(base),
    toys: openToys(config),
    media: mediaAcrossNodes({
      ...base,
      nodes,
      local: localMedia,
      nodeOfRoom: async (roomId) =>
        (await nodeOfRoom(db, roomId)) ?? (isEchoRoom(roomId) ? null : nodeOfLiveRoom(db, roomId)),
    }),
    sessions: createSessions({ ...base, publicUrl: config.publicUrl }),
    google: openGoogle(base),
    presence: createPresence({ ...base, nodes }),
    standbyLists: createStandbyLists(base),
    rankings: createRankings(base),
    searchTags: createSearchTags(base),
    sharedReads: createSharedReads({ lastsMs: sharedReadsLastMs }),
    pointCache: createPointCache(base),
    newChat: createNewChatCache(base),
    chatMutex: createKeyedMutex(),
    receiptKeys: createReceiptKeys(base),
    incoming: createIncomingCalls(base),
    decoding: createDecoding(),
    limits: createLimits(base),
    healthWatch: openHealthWatch(base, databaseUrl, nodeId),
    readiness: createReadiness(),
    metrics: null,
    ...overrides,
  }
  shutdown.add(() => context.healthWatch.stop())
  return context
}
