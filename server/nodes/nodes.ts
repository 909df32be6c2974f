import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { ConfigError } from '#server/config/config.ts'
import type { Db } from '#server/db/database.ts'
import type { Log } from '#server/lifecycle/log.ts'

const beatEveryMs = 1_000
/** A node whose beats have stopped for this long is gone; its calls have 20 s in all. */
const nodeGoneMs = 5_000

/** Another living node and its address. */
export interface Peer {
  nodeId: string
  url: string
}

/** This process among those that share the database. */
export interface Nodes {
  readonly id: string
  /** Of this process alone: the next process of this node has another one. */
  readonly processId: string
  /**
   * Registers this node. @returns when the process before it last beat (milliseconds of the database's
   * clock), or null for a new node. Refuses (ConfigError) when a living node signs with another secret.
   */
  register(): Promise<number | null>
  /** Stores this node's address and starts its beats. */
  open(url: string): Promise<void>
  /** Beats once; an open node does so each second. */
  beat(): Promise<void>
  /**
   * Whether this node's own beats have reached the database without a break for so long that the silence of
   * another node means that this one is gone, and not that the database was away.
   */
  isSteady(): boolean
  /** Another node, while it is alive and accepts requests. */
  peer(nodeId: string): Promise<Peer | null>
  /** The other nodes that are gone, and when they last beat (milliseconds of the database's clock). */
  goneNodes(): Promise<{ nodeId: string; lastThereAt: number }[]>
  /**
   * Whether a process has ended, of this node or another. False while that isn't known: a node that is only
   * silent has ended once this node's own beats are steady.
   */
  isProcessGone(processId: string): Promise<boolean>
  /** Marks this node as left, so that the others need not wait for missing beats. */
  close(): Promise<void>
}

interface Parts {
  id: string
  db: Db
  secret: Buffer
  log: Log
  /** Milliseconds that only increase. */
  monotonic?: () => number
}

/** A condition on the table `node`. */
const nodeIsGone = sql<boolean>`
  (node.has_left or node.beat_at < clock_timestamp() - make_interval(secs => ${nodeGoneMs / 1000}))`

export const createNodes = ({ id, db, secret, log, monotonic = () => performance.now() }: Parts): Nodes => {
  const processId = randomUUID()
  const secretPrint = createHmac('sha256', secret).update('node-secret-print').digest('hex')
  let timer: NodeJS.Timeout | undefined
  let beating: Promise<void> = Promise.resolve()
  let lastBeatAt = Number.NEGATIVE_INFINITY
  let steadySince = Number.POSITIVE_INFINITY
  let ownUrl: string | null = null

  const beat = async () => {
    await db
      .updateTable('node')
      .set({ url: ownUrl, beat_at: sql`clock_timestamp()`, has_left: false })
      .where('id', '=', id)
      .execute()
    const now = monotonic()
    if (now - lastBeatAt > nodeGoneMs / 2) steadySince = now
    lastBeatAt = now
  }
  /** The database may be away at that moment; the next beat replaces this one. */
  const tryToBeat = () =>
    beat().catch((error: unknown) => {
      steadySince = Number.POSITIVE_INFINITY
      log.error('node-beat-failed', { error })
    })
  const round = () => {
    beating = tryToBeat().then(() => {
      if (timer) timer = setTimeout(round, beatEveryMs)
    })
  }

  const isSteady = (): boolean => {
    const now = monotonic()
    return now - lastBeatAt < nodeGoneMs / 2 && now - steadySince >= nodeGoneMs
  }

  return {
    id,
    processId,
    register: async () => {
      const other = await db
        .selectFrom('node')
        .select('id')
        .where('id', '<>', id)
        .where('secret_print', '<>', secretPrint)
        .where(sql<boolean>`not ${nodeIsGone}`)
        .executeTakeFirst()
      if (other) {
        throw new ConfigError(
          '同じデータベースで動いている別のプロセスと署名の鍵が違います。設定 APP_SECRET に同じ値を入れてください。',
        )
      }
      const before = await db.selectFrom('node').select('beat_at').where('id', '=', id).executeTakeFirst()
      await db
        .insertInto('node')
        .values({ id, secret_print: secretPrint, process_id: processId })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet({
            secret_print: secretPrint,
            process_id: processId,
            url: null,
            has_left: false,
            beat_at: sql`clock_timestamp()`,
          }),
        )
        .execute()
      return before?.beat_at.getTime() ?? null
    },
    open: async (url) => {
      ownUrl = url
      await tryToBeat()
      timer = setTimeout(round, beatEveryMs)
    },
    beat,
    isSteady,
    peer: async (nodeId) => {
      const peer = await db
        .selectFrom('node')
        .select(['id', 'url'])
        .where('id', '=', nodeId)
        .where('id', '<>', id)
        .where(sql<boolean>`not ${nodeIsGone}`)
        .executeTakeFirst()
      return peer?.url ? { nodeId: peer.id, url: peer.url } : null
    },
    goneNodes: async () => {
      const rows = await db
        .selectFrom('node')
        .select(['id', 'beat_at'])
        .where('id', '<>', id)
        .where(nodeIsGone)
        .execute()
      return rows.map((row) => ({ nodeId: row.id, lastThereAt: row.beat_at.getTime() }))
    },
    isProcessGone: async (otherProcessId) => {
      if (otherProcessId === processId) return false
      const node = await db
        .selectFrom('node')
        .select(['has_left', nodeIsGone.as('is_gone')])
        .where('process_id', '=', otherProcessId)
        .executeTakeFirst()
      // No row: the node has a newer process, which holds the folder of the older one.
      if (!node || node.has_left) return true
      return node.is_gone && isSteady()
    },
    close: async () => {
      clearTimeout(timer)
      timer = undefined
      await beating
      await db.updateTable('node').set({ has_left: true }).where('id', '=', id).execute()
    },
  }
}
