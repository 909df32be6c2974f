import { createHmac, randomBytes } from 'node:crypto'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { type RoomRecord, runningRoomOf } from './room-record.ts'

const keyBytes = 32
/** base64url of 32 bytes. */
const keyForm = /^[\w-]{43}$/

/** The last part of the address at which encoders publish; it stands in the place of a call's id. */
export const encoderPathId = 'live'

/** Where encoders publish (WHIP), with the stream key as their bearer token. */
export const encoderUrl = ({ config }: Pick<Context, 'config'>): string =>
  `${config.publicUrl ?? ''}/api/media/whip/${encoderPathId}`

const hashOf = (secret: Buffer, key: string): Buffer =>
  createHmac('sha256', secret).update(`stream-key.${key}`).digest()

/** Since when the broadcaster has a key; null without one. */
export const streamKeyMadeAt = async (db: Db, memberId: string): Promise<Date | null> => {
  const row = await db
    .selectFrom('live_stream_key')
    .select('made_at')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row?.made_at ?? null
}

/** Makes a new key, which is stored as a keyed hash alone. The old one is void, and its encoder is disconnected. */
export const replaceStreamKey = async (context: Context, memberId: string): Promise<string> => {
  const key = randomBytes(keyBytes).toString('base64url')
  const made = { key_hash: hashOf(context.secret, key), made_at: new Date(context.now()) }
  await context.db
    .insertInto('live_stream_key')
    .values({ member_id: memberId, ...made })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(made))
    .execute()
  await disconnectEncoder(context, memberId)
  return key
}

export const revokeStreamKey = async (context: Context, memberId: string): Promise<void> => {
  await context.db.deleteFrom('live_stream_key').where('member_id', '=', memberId).execute()
  await disconnectEncoder(context, memberId)
}

const disconnectEncoder = async (context: Context, memberId: string): Promise<void> => {
  const room = await runningRoomOf(context.db, memberId)
  if (!room?.encoderResourceId) return
  await context.media.closeResource(room.id, memberId, room.encoderResourceId)
}

/** The running room of the key's owner, if it waits for an encoder; null for anything that isn't such a key. */
export const roomOfStreamKey = async (
  { db, secret }: Pick<Context, 'db' | 'secret'>,
  key: string,
): Promise<RoomRecord | null> => {
  if (!keyForm.test(key)) return null
  const row = await db
    .selectFrom('live_stream_key as k')
    .innerJoin('member as m', 'm.id', 'k.member_id')
    .select('k.member_id')
    .where('k.key_hash', '=', hashOf(secret, key))
    .where('m.role', '=', 'broadcaster')
    .executeTakeFirst()
  const room = row && (await runningRoomOf(db, row.member_id))
  return room?.source === 'encoder' ? room : null
}

/** The encoder's newest publication, so that a revoked key ends it. */
export const recordEncoder = async (db: Db, roomId: string, resourceId: string): Promise<void> => {
  await db
    .updateTable('live_room')
    .set({ encoder_resource_id: resourceId })
    .where('id', '=', roomId)
    .where('ended_at', 'is', null)
    .execute()
}
