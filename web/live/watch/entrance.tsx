import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { LiveRoomView } from '#contract/live/rooms.ts'
import { incrementMs } from '#contract/points/points.ts'
import { incrementPoints } from '#domain/points/increment.ts'
import type { Visit } from '#web/calls/session/call-entry.ts'
import { Link } from '#web/router/router.ts'
import { registerFor } from '#web/session/account-dialog-state.ts'
import { usePoints } from '#web/session/use-points.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { useBackNavigation } from '#web/shell/navigation/use-back-navigation.ts'
import { count, points } from '#web/text/format.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Chip, Tag } from '#web/ui/form/chip.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { avatarUrl } from '#web/ui/person/images.ts'
import { StateBadge } from '#web/ui/person/state-badge.tsx'
import { PriceTag } from '#web/ui/points/price-tag.tsx'
import styles from './entrance.module.css'
import { roomEnds } from './room-end.ts'
import type { Neighbours } from './room-swipe.ts'
import { RoomWays } from './room-ways.tsx'
import { useRoomSwipe } from './use-room-swipe.ts'

/** Limits that a watcher can choose with one tap, in points; null: none. */
const caps = [500, 1_000, 3_000, null] as const

/** The presents of the operators' table cost between these (product.md 16.2). */
const presentPoints = '50〜500pt'

/**
 * Before a room is entered: what it is, what everything costs, what is left, and the button that bears the price.
 * @param onEnter null for a visitor, who registers first
 */
export const Entrance = ({
  room,
  neighbours,
  onEnter,
  isEntering = false,
  problem = null,
  lead = null,
}: {
  room: LiveRoomView
  neighbours: Neighbours
  onEnter: ((visit: Visit) => void) | null
  isEntering?: boolean
  /** Why it wasn't entered. */
  problem?: string | null
  /** What is said first: how the last visit ended. */
  lead?: ReactNode
}) => {
  const swipe = useRoomSwipe(neighbours)
  const [spendCap, setSpendCap] = useState<number | null>(null)
  const ratePointsPerMin = room.rates.watch
  const enter = (isFreeLook: boolean) => {
    if (onEnter) onEnter({ ratePointsPerMin, spendCap, isFreeLook })
    else
      registerFor({
        to: paths.channel(room.broadcaster.id),
        what: `${room.broadcaster.name}さんの配信の視聴`,
        ratePointsPerMin,
      })
  }
  return (
    <div className={classes(styles.page, 'night')} data-night-screen {...swipe}>
      {room.broadcaster.avatarId ? (
        <img className={styles.behind} src={avatarUrl(room.broadcaster.avatarId, 480)} alt="" />
      ) : null}
      <div className={styles.shade} />
      <Bar room={room} neighbours={neighbours} />
      {room.broadcaster.avatarId ? (
        <img className={styles.portrait} src={avatarUrl(room.broadcaster.avatarId, 480)} alt="" />
      ) : null}
      <div className={styles.sheet}>
        {lead}
        <Link to={paths.profile(room.broadcaster.id)} className={styles.who}>
          {room.broadcaster.name}さんの配信
        </Link>
        <h1>{room.title}</h1>
        <Tags tags={room.tags} />
        <Prices room={room} />
        {onEnter ? <SpendCap spendCap={spendCap} onChoose={setSpendCap} /> : null}
        {problem ? (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        ) : null}
        {room.endReason ? (
          <Over room={room} />
        ) : room.isKicked ? (
          <p className={styles.problem}>この配信は、ご覧いただけません。</p>
        ) : (
          <Enter room={room} isMember={onEnter !== null} isEntering={isEntering} onPress={enter} />
        )}
        <p className={styles.note}>
          映像が届いてから{incrementMs / 1_000}秒ごとに計算します。あなたの映像と音声は送られません。
        </p>
      </div>
    </div>
  )
}

const Bar = ({ room, neighbours }: { room: LiveRoomView; neighbours: Neighbours }) => {
  const goBack = useBackNavigation(paths.live)
  return (
    <header className={styles.bar}>
      <IconButton icon={ChevronLeft} label="戻る" onClick={goBack} />
      <span className={styles.state}>
        {room.endReason ? null : (
          <>
            <StateBadge state={room.isInLiveCall ? 'inCall' : 'live'} />
            {room.watchers > 0 ? <span>{count(room.watchers)}人が視聴中</span> : null}
          </>
        )}
        <RoomWays neighbours={neighbours} />
      </span>
    </header>
  )
}

const Tags = ({ tags }: { tags: readonly string[] }) =>
  tags.length > 0 ? (
    <p className={styles.tags}>
      {tags.map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </p>
  ) : null

/** Why it is over, and where to go on. */
const Over = ({ room }: { room: LiveRoomView }) => (
  <>
    {room.endReason ? (
      <p className={styles.problem} role="status">
        {roomEnds[room.endReason]}
      </p>
    ) : null}
    <ButtonLink variant="primary" size="l" block to={paths.live()}>
      ほかの配信を見る
    </ButtonLink>
  </>
)

const Prices = ({ room }: { room: LiveRoomView }) => {
  const balance = usePoints()
  return (
    <dl className={styles.prices}>
      <div>
        <dt>視聴</dt>
        <dd>
          <PriceTag amount={room.rates.watch} />
        </dd>
      </div>
      <div>
        <dt>コメント</dt>
        <dd>{points(room.commentPoints)}</dd>
      </div>
      <div>
        <dt>プレゼント</dt>
        <dd>{presentPoints}</dd>
      </div>
      {room.rates.call === null ? null : (
        <div>
          <dt>ビデオチャット</dt>
          <dd>
            <PriceTag amount={room.rates.call} />
          </dd>
        </div>
      )}
      {balance === undefined ? null : (
        <div>
          <dt>ポイント残高</dt>
          <dd>{points(balance)}</dd>
        </div>
      )}
    </dl>
  )
}

const SpendCap = ({
  spendCap,
  onChoose,
}: {
  spendCap: number | null
  onChoose: (spendCap: number | null) => void
}) => (
  <fieldset className={styles.caps}>
    <legend>今回使うポイントの上限</legend>
    <div>
      {caps.map((cap) => (
        <Chip key={cap ?? 0} pressed={spendCap === cap} onPress={() => onChoose(cap)}>
          {cap === null ? '決めない' : points(cap)}
        </Chip>
      ))}
    </div>
  </fieldset>
)

/** The price is on the button; without one increment the way leads to points instead. */
const Enter = ({
  room,
  isMember,
  isEntering,
  onPress,
}: {
  room: LiveRoomView
  isMember: boolean
  isEntering: boolean
  onPress: (isFreeLook: boolean) => void
}) => {
  const balance = usePoints()
  const isPoor = isMember && balance !== undefined && balance < incrementPoints(room.rates.watch)
  const lookSec = Math.round(room.freeLookMs / 1_000)
  return (
    <div className={styles.enter}>
      {isPoor ? (
        <ButtonLink variant="primary" size="l" block to={paths.purchase(paths.channel(room.broadcaster.id))}>
          ポイントを購入して視聴する
        </ButtonLink>
      ) : (
        <Button variant="primary" size="l" block busy={isEntering} onClick={() => onPress(false)}>
          視聴する
          <PriceTag amount={room.rates.watch} />
        </Button>
      )}
      {lookSec > 0 && isMember ? (
        <Button block aria-disabled={isEntering} onClick={() => onPress(true)}>
          {lookSec}秒だけ無料でのぞく
        </Button>
      ) : null}
    </div>
  )
}
