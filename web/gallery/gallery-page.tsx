import { useEffect, useMemo, useRef } from 'react'
import {
  type GalleryCard,
  type GalleryKind,
  type GalleryPeriod,
  galleryPeriods,
} from '#contract/gallery/gallery.ts'
import { LegalLinks } from '#web/layout/legal-links.tsx'
import { useProfile } from '#web/people/queries.ts'
import { useSearchParams } from '#web/router/router.ts'
import { useSession } from '#web/session/session.tsx'
import { usePoints } from '#web/session/use-points.ts'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { useNearScreen } from '#web/shell/use-near-screen.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Chip } from '#web/ui/form/chip.tsx'
import { MoreButton } from '#web/ui/paged-list.tsx'
import { PointChip } from '#web/ui/points/point-chip.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { type GalleryView, priceSteps, readGalleryView, writeGalleryView } from './gallery-address.ts'
import styles from './gallery-page.module.css'
import { ItemGrid, ItemGridSkeleton } from './item-tile.tsx'
import { useGalleryItems, useGalleryRanking, useUnopenedItems } from './queries.ts'

const listNames = {
  newest: '新着',
  forYou: 'おすすめ',
  ranking: 'ランキング',
  free: '無料',
  favourites: 'お気に入りの方',
  saved: '保存した作品',
  bought: '購入した作品',
} as const satisfies Record<GalleryView['list'], string>
const listOrder = Object.keys(listNames) as GalleryView['list'][]
/** Of a member; a visitor has none. */
const ownLists: readonly GalleryView['list'][] = ['favourites', 'saved', 'bought']

const periodNames = { day: '今日', week: '7日間', month: '30日間' } as const satisfies Record<
  GalleryPeriod,
  string
>

/** A phone shows four pictures without scrolling. */
const eagerTiles = 4
const placesMax = 8

/** ギャラリー: what is shown is part of the address. */
export const GalleryPage = () => {
  usePageTitle('ギャラリー')
  const { status, data: session } = useSession()
  const points = usePoints()
  const [params, setParams] = useSearchParams()
  const view = useMemo(() => readGalleryView(params), [params])
  const show = (change: Partial<GalleryView>) =>
    setParams(writeGalleryView({ ...view, ...change }), { replace: true })
  const isCaller = status === 'authenticated' && !session?.user.isBroadcaster
  const lists = useRef<HTMLElement>(null)
  // A link may lead to a list whose chip lies outside the row.
  useEffect(() => {
    const row = lists.current
    const chip = row?.querySelector('[aria-pressed="true"]')
    if (status === 'loading' || !view.list || !row || !chip) return
    const [outer, inner] = [row.getBoundingClientRect(), chip.getBoundingClientRect()]
    row.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2)
  }, [view.list, status])
  return (
    <>
      <AppBar title="ギャラリー" className={styles.bar} wide>
        {/* A desktop has the balance in the rail. */}
        {isCaller ? (
          <span className="only-mobile">
            <PointChip points={points} to={paths.purchase(paths.gallery())} buy />
          </span>
        ) : null}
        {session?.user.isBroadcaster ? (
          <ButtonLink variant="tonal" size="s" to={paths.ownGallery()}>
            作品の管理
          </ButtonLink>
        ) : null}
      </AppBar>
      <div className={styles.wrap}>
        <UnopenedItems />
        <nav ref={lists} className={`${styles.lists} scroll-x`} aria-label="作品の一覧">
          {listOrder
            .filter((list) => status === 'authenticated' || !ownLists.includes(list))
            .map((list) => (
              <Chip key={list} pressed={view.list === list} onPress={() => show({ list })}>
                {listNames[list]}
              </Chip>
            ))}
        </nav>
        <Narrowing view={view} onChange={show} />
        {view.list === 'bought' && isCaller ? (
          <ButtonLink className={styles.requests ?? ''} to={paths.imageRequests()}>
            写真のリクエスト
          </ButtonLink>
        ) : null}
        {view.list === 'ranking' ? (
          <Ranking view={view} />
        ) : (
          <List
            view={view}
            onReset={() => show({ list: 'newest', kind: null, tag: null, priceTo: null, by: null })}
          />
        )}
        <div className={styles.foot}>
          <LegalLinks />
        </div>
      </div>
    </>
  )
}

/** Bought, and not looked at yet: after a lost answer, for example. */
const UnopenedItems = () => {
  const { data } = useUnopenedItems()
  if (!data || data.length === 0) return null
  return (
    <section className={styles.unopened} aria-labelledby="unopened">
      <h2 id="unopened">まだひらいていない作品</h2>
      <ItemGrid items={data.slice(0, eagerTiles)} eager={eagerTiles} />
    </section>
  )
}

const Narrowing = ({
  view,
  onChange,
}: {
  view: GalleryView
  onChange: (change: Partial<GalleryView>) => void
}) => {
  if (view.list === 'ranking')
    return (
      <fieldset className={styles.narrowing}>
        <legend className="vh">期間</legend>
        {galleryPeriods.map((period) => (
          <Chip key={period} pressed={view.period === period} onPress={() => onChange({ period })}>
            {periodNames[period]}
          </Chip>
        ))}
        <KindChoice kinds={['image', 'video']} kind={view.kind ?? 'image'} onChange={onChange} />
      </fieldset>
    )
  return (
    <div className={styles.narrowing}>
      {view.by ? <ByBroadcaster id={view.by} onRemove={() => onChange({ by: null })} /> : null}
      {view.tag ? (
        <Chip pressed onPress={() => onChange({ tag: null })}>
          #{view.tag}
          <span aria-hidden="true">×</span>
          <span className="vh">を外す</span>
        </Chip>
      ) : null}
      <KindChoice kinds={[null, 'image', 'video']} kind={view.kind} onChange={onChange} />
      {view.list === 'free' ? null : (
        <label className={styles.price}>
          <span className="vh">価格</span>
          <select
            value={view.priceTo ?? ''}
            onChange={({ target }) =>
              onChange({ priceTo: target.value === '' ? null : Number(target.value) })
            }
          >
            <option value="">すべての価格</option>
            {priceSteps.map((step) => (
              <option key={step} value={step}>
                {step}ptまで
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  )
}

/** すべて, 画像, 動画. */
const KindChoice = ({
  kinds,
  kind,
  onChange,
}: {
  kinds: readonly GalleryView['kind'][]
  kind: GalleryView['kind']
  onChange: (change: Partial<GalleryView>) => void
}) => (
  <label className={styles.price}>
    <span className="vh">種類</span>
    <select
      value={kind ?? ''}
      onChange={({ target }) =>
        onChange({ kind: target.value === '' ? null : (target.value as GalleryKind) })
      }
    >
      {kinds.map((one) => (
        <option key={one} value={one ?? ''}>
          {one === null ? '画像と動画' : one === 'video' ? '動画' : '画像'}
        </option>
      ))}
    </select>
  </label>
)

const ByBroadcaster = ({ id, onRemove }: { id: string; onRemove: () => void }) => {
  const { data } = useProfile(id)
  return (
    <Chip pressed onPress={onRemove}>
      {data ? `${data.name}さんの作品` : 'この方の作品'}
      <span aria-hidden="true">×</span>
      <span className="vh">を外す</span>
    </Chip>
  )
}

const Ranking = ({ view }: { view: GalleryView }) => {
  const query = useGalleryRanking(view, true)
  if (query.data)
    return query.data.length > 0 ? (
      <ItemGrid items={query.data} eager={eagerTiles} ranked />
    ) : (
      <EmptyState title="まだ順位がありません">作品が購入・保存されると、ここに並びます。</EmptyState>
    )
  return query.isError ? <QueryError query={query} /> : <ItemGridSkeleton count={placesMax} />
}

const List = ({ view, onReset }: { view: GalleryView; onReset: () => void }) => {
  const query = useGalleryItems(view)
  const place = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData, fetchNextPage } = query
  const isReady = hasNextPage && !isFetchingNextPage && !isFetchNextPageError && !isPlaceholderData
  useNearScreen(place, isReady, () => void fetchNextPage())
  const items = useMemo(() => eachOnce(query.data?.pages.flatMap((page) => page.items) ?? []), [query.data])
  if (query.isError && !query.data) return <QueryError query={query} />
  if (!query.data) return <ItemGridSkeleton count={placesMax} />
  if (items.length === 0) return <Nothing view={view} onReset={onReset} />
  return (
    <div className={styles.items} aria-busy={isPlaceholderData || undefined}>
      <ItemGrid items={items} eager={eagerTiles} />
      {hasNextPage ? (
        // Another place after each page, so that nothing that was seen moves.
        <div key={items.length} ref={place} className={styles.more}>
          <MoreButton query={query} />
        </div>
      ) : null}
    </div>
  )
}

/** An item whose place changed between two pages may be on both. */
const eachOnce = (items: readonly GalleryCard[]): GalleryCard[] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
]

const emptyTexts: Partial<Record<GalleryView['list'], { title: string; text: string }>> = {
  favourites: {
    title: 'お気に入りの方の作品はまだありません',
    text: '配信者をお気に入りに追加すると、その方の新しい作品がここに並びます。',
  },
  saved: { title: '保存した作品はありません', text: 'ハートを押した作品が、ここに残ります。' },
  bought: { title: '購入した作品はありません', text: '購入した作品は、公開が終わってもここで見られます。' },
}

const Nothing = ({ view, onReset }: { view: GalleryView; onReset: () => void }) => {
  const isNarrowed = view.kind !== null || view.tag !== null || view.priceTo !== null || view.by !== null
  const text = isNarrowed ? undefined : emptyTexts[view.list]
  return (
    <EmptyState
      title={text?.title ?? '条件に合う作品が見つかりません'}
      action={
        <button type="button" className={styles.reset} onClick={onReset}>
          新着の作品を見る
        </button>
      }
    >
      {text?.text ?? '条件をゆるめると、見つかるかもしれません。'}
    </EmptyState>
  )
}
