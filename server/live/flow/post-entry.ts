import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { FlowEntry } from '#contract/live/flow.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'

export interface NewEntry {
  /** Made by the client; of a line of the room itself by the server, because everybody knows the goal's. */
  id: string
  roomId: string
  kind: FlowEntry['kind']
  /** Null: a line of the room itself. */
  memberId: string | null
  /** The visit that pays; null for what is free. */
  callId: string | null
  text?: string
  item?: { id: string; name: string; quantity: number } | null
  points?: number
  isAnonymous?: boolean
  /** Slow mode holds for it. */
  isSlowed?: boolean
}

export interface PostedEntry {
  status: 'posted' | 'repeat' | 'mismatch' | 'over' | 'barred' | 'slow'
  seq: number
}

/** Puts an entry into the room's flow, once, and tells the room when the transaction commits. */
export const postEntry = async (context: Context, tx: Tx, entry: NewEntry): Promise<PostedEntry> => {
  const { id, roomId, kind, memberId, callId, text = '', item = null, points = 0 } = entry
  const { rows } = await sql<PostedEntry>`
    select p.status, p.seq from live_post(${id}, ${roomId}, ${kind}, ${memberId}, ${callId}, ${text}, ${item?.id ?? null},
      ${item?.name ?? null}, ${points}, ${item?.quantity ?? 1}, ${entry.isAnonymous ?? false},
      ${entry.isSlowed ?? false}) p`.execute(tx)
  const posted = rows[0]
  if (!posted) throw new Error('the flow answered no row')
  if (posted.status === 'posted')
    await context.events.publish(tx, { type: 'live:flow', roomId, seq: posted.seq, about: 'entry' })
  return posted
}

/** Counts what was given towards the room's goal; the room's row is locked. A goal that it reaches is in the flow. */
export const addToGoal = async (
  context: Context,
  tx: Tx,
  given: { roomId: string; memberId: string; points: number; quantity: number },
): Promise<void> => {
  const { roomId, memberId, points, quantity } = given
  const { rows } = await sql<{ reached: string | null; name: string | null }>`
    select a.reached, g.name from live_goal_add(${roomId}, ${memberId}, ${points}, ${quantity}) a (reached)
    left join live_goal g on g.id = a.reached`.execute(tx)
  const { reached = null, name = null } = rows[0] ?? {}
  if (reached !== null)
    await postEntry(context, tx, {
      id: randomUUID(),
      roomId,
      kind: 'goal',
      memberId: null,
      callId: null,
      text: name ?? '',
    })
  await publishState(context, tx, roomId)
}

export const publishState = (context: Context, tx: Tx, roomId: string): Promise<void> =>
  context.events.publish(tx, { type: 'live:flow', roomId, seq: 0, about: 'state' })

export const publishQueue = (context: Context, tx: Tx, roomId: string): Promise<void> =>
  context.events.publish(tx, { type: 'live:flow', roomId, seq: 0, about: 'queue' })

/** An entry that everybody has already is another one now. */
export const publishChanged = (context: Context, tx: Tx, roomId: string, seq: number): Promise<void> =>
  context.events.publish(tx, { type: 'live:flow', roomId, seq, about: 'entry' })
