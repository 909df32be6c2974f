import { type RawBuilder, sql } from 'kysely'
import type { InputOf } from '#contract/core/endpoint.ts'
import type { GalleryCard, GalleryKind, GalleryPeriod, galleryEndpoints } from '#contract/gallery/gallery.ts'
import { periodStart } from '#domain/gallery/period.ts'
import type { Context } from '#server/context.ts'
import { bookmarkedIds } from '#server/favourites/queries.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { galleryCards } from './item-rows.ts'

type Input = InputOf<typeof galleryEndpoints.getGalleryItems>
type Parts = Pick<Context, 'db' | 'secret' | 'now'>

/** おすすめ chooses among so many of the newest items. */
const candidatesMax = 400
/** A ranking has so many places. */
const rankingMax = 30
/** So many are ranked, so that a viewer with blocks still gets a full ranking. */
const rankedMax = 100
const unopenedMax = 50

interface Place {
  id: string
  /** The place in the order, as a cursor. */
  place: string
}

const micros = (column: RawBuilder<unknown>) => sql`(extract(epoch from ${column}) * 1000000)::bigint`
const asTime = (text: string) => sql`(${text}::bigint * interval '1 microsecond' + 'epoch'::timestamptz)`

/** Items that this viewer may find in a list, of `gallery_item i` and its broadcaster `m`. */
const isListed = (viewerId: string | null) => sql`
  i.shown_at <= now() and m.role = 'broadcaster' and not exists (
    select from blocked_pair b where b.member_id = ${viewerId} and b.partner_id = i.owner_id)`

const filtersOf = ({ kind, tag, priceTo, broadcasterId }: Input): RawBuilder<unknown>[] => [
  ...(kind === undefined ? [] : [sql`i.kind = ${kind}`]),
  ...(tag === undefined ? [] : [sql`i.tags @> array[${tag.replaceAll('\0', '')}]::text[]`]),
  ...(priceTo === undefined ? [] : [sql`i.price <= ${priceTo}`]),
  ...(broadcasterId === undefined ? [] : [sql`i.owner_id = ${broadcasterId}`]),
]

/** Along the time of appearance, newest first; a page continues after the last item's place. */
const byTime = async (
  { db }: Parts,
  viewerId: string | null,
  input: Input,
  more: readonly RawBuilder<unknown>[] = [],
): Promise<Place[]> => {
  const [at, id] = input.after?.split('_').slice(-2) ?? []
  const wanted = [
    isListed(viewerId),
    ...filtersOf(input),
    ...more,
    ...(at && id ? [sql`(i.shown_at, i.id) < (${asTime(at)}, ${id}::uuid)`] : []),
  ]
  const { rows } = await sql<Place>`
    select i.id, ${micros(sql`i.shown_at`)} || '_' || i.id as place
    from gallery_item i join member m on m.id = i.owner_id
    where ${sql.join(wanted, sql` and `)}
    order by i.shown_at desc, i.id desc limit ${input.limit + 1}`.execute(db)
  return rows
}

/** Saved and bought items along the time of saving or buying. What was bought stays, also behind a block. */
const ofMember = async ({ db }: Parts, { memberId }: Viewer, input: Input): Promise<Place[]> => {
  const [at, id] = input.after?.split('_').slice(-2) ?? []
  const after = (column: RawBuilder<unknown>) =>
    at && id ? sql`and (${column}, k.item_id) < (${asTime(at)}, ${id}::uuid)` : sql``
  const filters = filtersOf(input).map((filter) => sql` and ${filter}`)
  const query =
    input.list === 'saved'
      ? sql<Place>`
        select k.item_id as id, ${micros(sql`k.created_at`)} || '_' || k.item_id as place
        from gallery_favourite k join gallery_item i on i.id = k.item_id join member m on m.id = i.owner_id
        where k.member_id = ${memberId} and ${isListed(memberId)} ${sql.join(filters, sql``)} ${after(sql`k.created_at`)}
        order by k.created_at desc, k.item_id desc limit ${input.limit + 1}`
      : sql<Place>`
        select k.item_id as id, ${micros(sql`k.bought_at`)} || '_' || k.item_id as place
        from gallery_purchase k join gallery_item i on i.id = k.item_id
        where k.member_id = ${memberId} and k.returned_at is null and i.state <> 'removed'
          ${sql.join(filters, sql``)} ${after(sql`k.bought_at`)}
        order by k.bought_at desc, k.item_id desc limit ${input.limit + 1}`
  return (await query.execute(db)).rows
}

/**
 * おすすめ: of the newest items those of broadcasters whom the member likes or bought from, and those with the tags of what
 * the member bought or saved; then those that many like. What the member owns is left out.
 */
const forYou = async (parts: Parts, viewer: Viewer | null, input: Input): Promise<Place[]> => {
  const viewerId = viewer?.memberId ?? null
  const liked = viewer ? await bookmarkedIds(parts.db, viewer.memberId) : []
  const [score, at, id] = input.after?.split('_') ?? []
  const isAfter = id
    ? sql`where (score, shown_at, id) < (${score}::int, ${asTime(at ?? '0')}, ${id}::uuid)`
    : sql``
  const { rows } = await sql<Place>`
    with own as materialized (
      select i.id, i.owner_id, i.tags from gallery_item i
      where i.id in (select item_id from gallery_purchase where member_id = ${viewerId}
        union select item_id from gallery_favourite where member_id = ${viewerId})
      limit ${candidatesMax}),
    taste as materialized (
      select array(select distinct unnest(tags) from own) as tags,
        array(select owner_id from own) || ${liked}::text[] as owners),
    candidate as (
      select i.id, i.owner_id, i.tags, i.shown_at, i.sale_count, i.favourite_count
      from gallery_item i join member m on m.id = i.owner_id
      where ${sql.join([isListed(viewerId), ...filtersOf(input)], sql` and `)}
        and i.owner_id is distinct from ${viewerId}
        and not exists (select from gallery_purchase p where p.item_id = i.id and p.member_id = ${viewerId})
      order by i.shown_at desc, i.id desc limit ${candidatesMax}),
    scored as (
      select c.id, c.shown_at, (
        least(12, 4 * (select count(*) from unnest(c.tags) tag where tag = any(t.tags)))
        + case when c.owner_id = any(t.owners) then 10 else 0 end
        + 3 * ln(1 + 2 * c.sale_count + c.favourite_count))::int as score
      from candidate c cross join taste t)
    select id, score || '_' || ${micros(sql`shown_at`)} || '_' || id as place from scored ${isAfter}
    order by score desc, shown_at desc, id desc limit ${input.limit + 1}`.execute(parts.db)
  return rows
}

const placesOf = async (parts: Parts, viewer: Viewer | null, input: Input): Promise<Place[]> => {
  const viewerId = viewer?.memberId ?? null
  switch (input.list) {
    case 'newest':
      return byTime(parts, viewerId, input)
    case 'free':
      return byTime(parts, viewerId, input, [sql`i.price = 0`])
    case 'forYou':
      return forYou(parts, viewer, input)
    case 'favourites': {
      const liked = viewer ? await bookmarkedIds(parts.db, viewer.memberId) : []
      return liked.length === 0
        ? []
        : byTime(parts, viewerId, input, [sql`i.owner_id = any(${liked}::text[])`])
    }
    case 'saved':
    case 'bought':
      return viewer ? ofMember(parts, viewer, input) : []
  }
}

/** One page of a list of the gallery. */
export const galleryPage = async (
  parts: Parts,
  viewer: Viewer | null,
  input: Input,
): Promise<{ items: GalleryCard[]; next: string | null }> => {
  const places = await placesOf(parts, viewer, input)
  const shown = places.slice(0, input.limit)
  const items = await galleryCards(
    parts,
    shown.map(({ id }) => id),
    viewer?.memberId ?? null,
  )
  return { items, next: places.length > input.limit ? (shown.at(-1)?.place ?? null) : null }
}

/** The items of a kind with the most sales of a period, three times as heavy as favourites; both without the broadcaster's own. */
export const galleryRanking = async (
  parts: Parts & Pick<Context, 'sharedReads'>,
  viewerId: string | null,
  { kind, period }: { kind: GalleryKind; period: GalleryPeriod },
): Promise<GalleryCard[]> => {
  const since = new Date(periodStart(period, parts.now()))
  const ranked = await parts.sharedReads.read(`galleryRanking:${kind}:${since.getTime()}`, () =>
    rankedIds(parts.db, kind, since),
  )
  const { rows } = await sql<{ id: string }>`
    select i.id from unnest(${ranked}::uuid[]) with ordinality as r (id, place)
    join gallery_item i on i.id = r.id join member m on m.id = i.owner_id
    where ${isListed(viewerId)} order by r.place limit ${rankingMax}`.execute(parts.db)
  return galleryCards(
    parts,
    rows.map(({ id }) => id),
    viewerId,
  )
}

/** The same for everybody: which of them a viewer may see is decided for each viewer, and more are ranked than shown. */
const rankedIds = async (db: Context['db'], kind: GalleryKind, since: Date): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    with liked as (
      select item_id, 3 as weight from gallery_purchase where bought_at >= ${since} and returned_at is null
      union all
      select item_id, 1 from gallery_favourite where created_at >= ${since}),
    ranked as materialized (select item_id, sum(weight) as score from liked group by item_id)
    select i.id from ranked r join gallery_item i on i.id = r.item_id join member m on m.id = i.owner_id
    where ${isListed(null)} and i.kind = ${kind}
    order by r.score desc, i.shown_at desc, i.id desc limit ${rankedMax}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Bought items that their buyer has not opened, newest first. */
export const unopenedItems = async (parts: Parts, memberId: string): Promise<GalleryCard[]> => {
  const { rows } = await sql<{ id: string }>`
    select p.item_id as id from gallery_purchase p join gallery_item i on i.id = p.item_id
    where p.member_id = ${memberId} and p.opened_at is null and p.returned_at is null and i.state <> 'removed'
    order by p.bought_at desc, p.item_id limit ${unopenedMax}`.execute(parts.db)
  return galleryCards(
    parts,
    rows.map(({ id }) => id),
    memberId,
  )
}
