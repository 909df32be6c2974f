import type { LiveCard } from '#contract/live/rooms.ts'
import { SubPage } from '#web/layout/sub-page.tsx'
import { usePresenceEvents } from '#web/people/use-presence-events.ts'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { count } from '#web/text/format.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Tag } from '#web/ui/form/chip.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { avatarUrl } from '#web/ui/person/images.ts'
import { StateBadge } from '#web/ui/person/state-badge.tsx'
import { PriceTag } from '#web/ui/points/price-tag.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useLiveRooms } from '../queries.ts'
import styles from './live-page.module.css'

/** /live: the rooms that run now. */
export const LivePage = () => {
  usePresenceEvents()
  return (
    <SubPage title="配信中" back={paths.home()} isWide>
      <PagedList
        query={useLiveRooms()}
        itemsOf={({ rooms }) => rooms}
        loading={<Loading />}
        empty={<NoRooms />}
        moreClassName={styles.more}
      >
        {(rooms) => (
          <ul className={styles.grid}>
            {rooms.map((room, place) => (
              <li key={room.roomId}>
                <RoomCard room={room} isFirst={place < 4} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </SubPage>
  )
}

const NoRooms = () => (
  <EmptyState
    title="いまは配信している人がいません"
    action={
      <ButtonLink variant="primary" to={paths.home()}>
        すぐ話せる人を見る
      </ButtonLink>
    }
  >
    配信がはじまると、ここに並びます。
  </EmptyState>
)

const Loading = () => (
  <div role="status" className={styles.grid}>
    <span className="vh">読み込み中</span>
    {[1, 2, 3, 4].map((place) => (
      <Skeleton key={place} height={280} />
    ))}
  </div>
)

/** Picture, title and who watches; the price per minute is there before anything is opened. */
const RoomCard = ({ room, isFirst }: { room: LiveCard; isFirst: boolean }) => (
  <Link to={paths.channel(room.broadcaster.id)} className={styles.card}>
    <span className={styles.picture}>
      {room.broadcaster.avatarId ? (
        <img
          src={avatarUrl(room.broadcaster.avatarId, 180)}
          alt=""
          width={180}
          height={180}
          loading={isFirst ? 'eager' : 'lazy'}
        />
      ) : null}
      <StateBadge state={room.isInLiveCall ? 'inCall' : 'live'} className={styles.badge} />
      {room.watchers > 0 ? <span className={styles.watchers}>{count(room.watchers)}人が視聴中</span> : null}
    </span>
    <b className={styles.title}>{room.title}</b>
    <span className={styles.line}>
      <span>{room.broadcaster.name}</span>
      <span className={styles.price}>
        視聴 <PriceTag amount={room.rates.watch} />
      </span>
    </span>
    {room.tags.length > 0 ? (
      <span className={styles.tags}>
        {room.tags.map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
      </span>
    ) : null}
  </Link>
)
