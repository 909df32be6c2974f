import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import sharp from 'sharp'
import type { CallKind, EndReason } from '#contract/calls/calls.ts'
import { wholeSeconds } from '#domain/calls/duration.ts'
import type { StoredBody } from '#domain/chat/message.ts'
import { conversations, type SeedConversation, type SeedMessage } from '#seed/conversations.ts'
import { postMessage } from '#server/chat/actions/post-message.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { claimImage } from '#server/images/actions/claim-image.ts'
import { storeUpload } from '#server/images/actions/store-upload.ts'
import { callTotals } from '#server/points/queries.ts'
import { seedId } from './seed-id.ts'

const picturesFolder = fileURLToPath(new URL('../../../seed/pictures/', import.meta.url))
const minuteMs = 60_000

interface Placed {
  id: string
  at: Date
}

/** The demo's conversations; an existing one of the two sides is left as it is. */
export const seedConversations = async (context: Context): Promise<void> => {
  for (const conversation of conversations) await seedConversation(context, conversation)
}

const seedConversation = async (context: Context, conversation: SeedConversation): Promise<void> => {
  const { callerId, broadcasterId } = conversation
  const { rows } = await sql`
    select from conversation c where c.caller_id = ${callerId} and c.broadcaster_id = ${broadcasterId}`.execute(
    context.db,
  )
  if (rows.length > 0) return
  const imageIds = await placePictures(context, conversation)
  await context.db.transaction().execute(async (tx) => {
    const placed: Placed[] = []
    for (const [nth, message] of conversation.messages.entries()) {
      const content = await contentOf(tx, conversation, message, imageIds.get(nth))
      if (!content) continue
      const id = seedId(`chat:${callerId}:${broadcasterId}:${nth}`)
      const sides = { callerId, broadcasterId }
      const { status } = await postMessage(context, tx, {
        id,
        sides,
        sender: message.from,
        body: content.body,
      })
      // One side has blocked the other, or another process is seeding as well.
      if (status !== 'sent') return
      const at = content.at ?? new Date(context.now() - message.minutesAgo * minuteMs)
      placed.push({ id, at })
    }
    await setBack(tx, conversation, placed)
  })
}

/**
 * The pictures of a conversation by the number of their message, stored as if the broadcaster had sent them.
 */
const placePictures = async (
  context: Context,
  { callerId, broadcasterId, messages }: SeedConversation,
): Promise<ReadonlyMap<number, string>> => {
  const placed = new Map<number, string>()
  for (const [nth, { content }] of messages.entries()) {
    if (content.kind !== 'image') continue
    const drawing = await readFile(picturesFolder + content.picture)
    const { data, info } = await sharp(drawing, { density: 144 }).jpeg({ quality: 88 }).toBuffer({
      resolveWithObject: true,
    })
    const upload = { ownerId: broadcasterId, uploadId: seedId(`picture:${callerId}:${broadcasterId}:${nth}`) }
    const kept = await storeUpload(context, upload, { jpeg: data, width: info.width, height: info.height })
    if (!('refused' in kept)) placed.set(nth, kept.imageId)
  }
  return placed
}

const contentOf = async (
  tx: Tx,
  { callerId, broadcasterId }: SeedConversation,
  { content, minutesAgo }: SeedMessage,
  imageId: string | undefined,
): Promise<{ body: StoredBody; at?: Date } | null> => {
  switch (content.kind) {
    case 'text':
    case 'sticker':
      return { body: content }
    case 'missedCall': {
      const callId = seedId(`missed:${callerId}:${broadcasterId}:${minutesAgo}`)
      return { body: { ...content, callId } }
    }
    case 'image': {
      const claimed = imageId
        ? await claimImage(tx, { imageId, ownerId: broadcasterId, purpose: 'chat' })
        : null
      if (!imageId || !claimed || 'refused' in claimed) return null
      const price = content.imagePoints === null ? null : { points: content.imagePoints, isOpened: false }
      return { body: { kind: 'image', imageId, ...claimed, price } }
    }
    case 'pastCall':
      return pastCall(tx, callerId, broadcasterId)
  }
}

const pastCall = async (
  tx: Tx,
  callerId: string,
  broadcasterId: string,
): Promise<{ body: StoredBody; at: Date } | null> => {
  const call = await tx
    .selectFrom('call')
    .select(['id', 'kind', 'end_reason', 'connected_ms', 'ended_at'])
    .where('caller_id', '=', callerId)
    .where('broadcaster_id', '=', broadcasterId)
    .where('connected_at', 'is not', null)
    .where('ended_at', 'is not', null)
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!call?.ended_at) return null
  const totals = await callTotals(tx, [call.id])
  return {
    at: call.ended_at,
    body: {
      kind: 'call',
      callId: call.id,
      callKind: call.kind as CallKind,
      endReason: call.end_reason as EndReason,
      callDurationSec: wholeSeconds(call.connected_ms),
      charged: totals.get(call.id)?.points ?? 0,
    },
  }
}

/** Sets the times at which the messages were written, and what each side has read of them. */
const setBack = async (
  tx: Tx,
  { callerId, broadcasterId, unread }: SeedConversation,
  placed: readonly Placed[],
): Promise<void> => {
  const [first] = placed
  if (!first) return
  await sql`
    update chat_message m set sent_at = date_trunc('milliseconds', x.at::timestamptz)
    from unnest(${placed.map(({ id }) => id)}::uuid[], ${placed.map(({ at }) => at.toISOString())}::text[]) x (id, at)
    where m.id = x.id`.execute(tx)
  await sql`
    with c as (
      update conversation v set last_at = l.sent_at, begun_at = ${first.at}
      from chat_message l
      where v.caller_id = ${callerId} and v.broadcaster_id = ${broadcasterId}
        and l.conversation_id = v.id and l.seq = v.last_seq
      returning v.id, v.last_at, v.last_seq
    ), greeted as (
      update chat_message m set sent_at = date_trunc('milliseconds', ${first.at}::timestamptz)
      from c where m.conversation_id = c.id and m.seq = 1
    )
    update chat_side s set last_at = c.last_at, read_seq = c.last_seq - x.unread,
      unread = (
        select count(*) from chat_message m
        where m.conversation_id = c.id and m.unread_by = s.member_id and m.seq > c.last_seq - x.unread)
    from c, (values (${callerId}, ${unread.caller}::int), (${broadcasterId}, ${unread.broadcaster}::int)) x (member_id, unread)
    where s.conversation_id = c.id and s.member_id = x.member_id`.execute(tx)
}
