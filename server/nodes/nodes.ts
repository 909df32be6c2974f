import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { ConfigError } from '#server/config/config.ts'
import type { Db } from '#server/db/database.ts'
import type { Log } from '#server/lifecycle/log.ts'

const beatEveryMs = 1_000
/** A node whose beats have stopped for this long is gone; its calls have 20 s in all. */
const nodeGoneMs = 5_000

/** Another node that is there, and where it answers. */
export interface Peer {
  nodeId: string
  url: string
}

/** This process among those that share the database. */
export interface Nodes {
  readonly id: string
  /** Of this process alone: the next one of this node has another. */
  readonly processId: string
  /**
   * Says that this node is there; answers when the process before it last said so (milliseconds of the database's
   * clock), or null for a new node. Refuses (ConfigError) when a living node signs with another secret.
   */
  register(): Promise<number | null>
  /** Tells where this node answers, and goes on telling that it is there. */
  open(url: string): Promise<void>
  /** Says once that this node is there; once open it does so each second. */
  beat(): Promise<void>
  /**
   * Whether this node's own beats have reached the database without a break for so long that the silence of another
   * one says something about that one, and not about the database.
   */
  isSteady(): boolean
  /** Another node, while it is there and its doors are open. */
  peer(nodeId: string): Promise<Peer | null>
  /** The other nodes that are gone, and when they were last there (milliseconds of the database's clock). */
  goneNodes(): Promise<{ nodeId: string; lastThereAt: number }[]>
  /**
   * Whether a process has ended, of this node or another. False while that can't be told: a node that is only silent
   * has ended once this one's own beats are steady.
   */
  isProcessGone(processId: string): Promise<boolean>
  /** Says goodbye: the others need not wait for the beats to stay away. */
  close(): Promise<void>
}

interface Parts {
  id: string
  db: Db
  secret: Buffer
  log: Log
  /** Milliseconds that only go forward. */
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
  /** The database may be away at that moment; the next beat says the same. */
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
    isProcessGone: async (asked) => {
      if (asked === processId) return false
      const node = await db
        .selectFrom('node')
        .select(['has_left', nodeIsGone.as('is_gone')])
        .where('process_id', '=', asked)
        .executeTakeFirst()
      // No row: the node has another process by now, which holds the folder that the asked one had.
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
