import type { OutputOf } from '#contract/core/endpoint.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { liveFlowEndpoints, MenuOrder } from '#contract/live/flow.ts'
import type { Context } from '#server/context.ts'
import { favouritesAndFollowersAmong } from '#server/favourites/queries.ts'
import { membersByIds } from '#server/members/queries.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { entriesOf, roomAliases } from './entries.ts'
import { roomFacts } from './flow-facts.ts'
import { menuOf } from './menu.ts'
import { bonusOf, flowSetting, flowStateOf, queueOf } from './queries.ts'

type Flow = Omit<OutputOf<typeof liveFlowEndpoints.getLiveFlow>, 'type'>

/** What somebody in the room reads on entering, or missed. The number of the newest entry is read before the entries. */
export const readFlow = async (
  context: Context,
  { memberId }: Viewer,
  { roomId, after }: { roomId: string; after?: number | undefined },
): Promise<Flow | Refusal<'notFound' | 'liveNotWatching'>> => {
  const { db, secret } = context
  const facts = await roomFacts(db, roomId, memberId)
  if (!facts) return refuse('notFound')
  const { role, isMuted } = facts
  if (role === null) return refuse('liveNotWatching')
  const { commentPoints } = await flowSetting(db)
  const { state, newest } = await flowStateOf(context, roomId)
  return {
    state,
    newest,
    entries: await entriesOf(context, roomId, after),
    role,
    ownAlias: roomAliases(secret, roomId).of(memberId),
    commentPoints: role === 'watcher' ? commentPoints : 0,
    isMuted,
    bonus: await bonusOf(db, roomId, memberId),
  }
}

export const readQueue = async (
  { db }: Context,
  { memberId }: Viewer,
  roomId: string,
): Promise<MenuOrder[] | Refusal<'notFound' | 'liveNotWatching'>> => {
  const facts = await roomFacts(db, roomId, memberId)
  if (!facts) return refuse('notFound')
  return facts.role === null ? refuse('liveNotWatching') : queueOf(db, roomId, memberId)
}

/** A broadcaster's menu as others see it: empty while operators don't allow devices. */
export const readMenu = async (
  { db }: Context,
  { memberId }: Viewer,
  broadcasterId: string,
): Promise<{ items: Awaited<ReturnType<typeof menuOf>>; isPaused: boolean } | Refusal<'notFound'>> => {
  const broadcaster = (await membersByIds(db, [broadcasterId])).get(broadcasterId)
  const isBlocked = await db
    .selectFrom('blocked_pair')
    .select('member_id')
    .where('member_id', '=', memberId)
    .where('partner_id', '=', broadcasterId)
    .executeTakeFirst()
  if (broadcaster?.role !== 'broadcaster' || isBlocked) return refuse('notFound')
  const room = await db
    .selectFrom('live_room')
    .select('is_menu_paused')
    .where('broadcaster_id', '=', broadcasterId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  const { hasDevices } = await flowSetting(db)
  return {
    items: hasDevices ? await menuOf(db, broadcasterId) : [],
    isPaused: room?.is_menu_paused ?? false,
  }
}

/** Watchers of the broadcaster's room whom the broadcaster may name to moderate, by name. */
export const moderatorChoices = async (
  { db }: Context,
  { memberId }: Viewer,
  roomId: string,
): Promise<{ people: { id: string; name: string }[]; moderatorId: string | null } | Refusal<'notFound'>> => {
  const facts = await roomFacts(db, roomId, memberId)
  if (facts?.role !== 'broadcaster') return refuse('notFound')
  const watching = await db
    .selectFrom('call')
    .select('caller_id')
    .distinct()
    .where('live_room_id', '=', roomId)
    .where('phase', 'in', ['connecting', 'inCall'])
    .execute()
  const known = await favouritesAndFollowersAmong(
    db,
    memberId,
    watching.map((row) => row.caller_id),
  )
  const room = await db
    .selectFrom('live_room')
    .select('moderator_id')
    .where('id', '=', roomId)
    .executeTakeFirstOrThrow()
  const people = [...(await membersByIds(db, known)).values()].map(({ id, name }) => ({ id, name }))
  return {
    people: people.sort((one, other) => one.name.localeCompare(other.name, 'ja')),
    moderatorId: room.moderator_id,
  }
}
