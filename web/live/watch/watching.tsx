import { Heart, X } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { LiveRoomView } from '#contract/live/rooms.ts'
import { BlurredFill } from '#web/calls/in-call/blurred-fill.tsx'
import { LowPoints } from '#web/calls/in-call/meter-card.tsx'
import { MeterNote } from '#web/calls/in-call/meter-note.tsx'
import { PartnerSending } from '#web/calls/in-call/partner-sending.tsx'
import { Reconnecting } from '#web/calls/in-call/reconnecting.tsx'
import { RemoteMedia, UnmuteButton, useHasPicture, usePlayback } from '#web/calls/in-call/remote-media.tsx'
import { ControlLost } from '#web/calls/in-call/running-parts.tsx'
import type { MediaSession } from '#web/calls/media/media-session.ts'
import type { Visit } from '#web/calls/session/call-entry.ts'
import type { CallSession } from '#web/calls/session/call-session.ts'
import type { CallView } from '#web/calls/session/call-view.ts'
import { useFavourite } from '#web/favourites/favourite.ts'
import { FavouriteAlert } from '#web/favourites/person-tile.tsx'
import { usePartnerInfo } from '#web/people/queries.ts'
import { SafetyMenu } from '#web/safety/safety-menu.tsx'
import { useStore } from '#web/shell/use-store.ts'
import { useWakeLock } from '#web/shell/use-wake-lock.ts'
import { count } from '#web/text/format.ts'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Avatar } from '#web/ui/person/avatar.tsx'
import { StateBadge } from '#web/ui/person/state-badge.tsx'
import { CallButton } from '#web/ui/points/call-button.tsx'
import { LiveFlowPanel } from '../flow/live-flow.tsx'
import { PresentStage } from '../flow/present-stage.tsx'
import { useFlow } from '../flow/use-flow.ts'
import type { Neighbours } from './room-swipe.ts'
import { RoomWays } from './room-ways.tsx'
import { useRoomSwipe } from './use-room-swipe.ts'
import { WatchMeter } from './watch-meter.tsx'
import styles from './watching.module.css'

const TopUpSheet = lazy(async () => ({
  default: (await import('#web/calls/in-call/top-up/top-up-sheet.tsx')).TopUpSheet,
}))

interface WatchingProps {
  room: LiveRoomView
  neighbours: Neighbours
  session: CallSession
  view: CallView
  media: MediaSession
  element: HTMLVideoElement
  /** What was chosen at the entrance; null after a reload. */
  visit: Visit | null
  /** Asks for the live call at this price; null while it rings. */
  onCall: ((ratePointsPerMin: number) => void) | null
}

/** The broadcaster's picture, the meter, and what can be done beside watching. */
export const Watching = ({
  room,
  neighbours,
  session,
  view,
  media,
  element,
  visit,
  onCall,
}: WatchingProps) => {
  const line = useStore(media.store)
  const flow = useFlow(room.roomId)
  const [charges, setCharges] = useState(false)
  const playback = usePlayback(element, line)
  const hasPicture = useHasPicture(element, line.remote)
  const swipe = useRoomSwipe(neighbours)
  useWakeLock(true)
  const isFrozen = view.outage.frozenSince !== null
  return (
    <div className={classes(styles.live, 'night')} data-night-screen>
      <div className={styles.stage} {...swipe}>
        <BlurredFill video={element} />
        <RemoteMedia
          element={element}
          label={`${room.broadcaster.name}さんの映像`}
          className={classes(styles.remote, isFrozen && styles.frozen)}
        />
        <PresentStage flow={flow.flow} />
        {hasPicture ? null : (
          <div className={styles.cover}>
            <Avatar imageId={room.broadcaster.avatarId} size={88} />
            <p role="status">映像を待っています・料金はまだかかりません</p>
          </div>
        )}
      </div>
      <Top room={room} neighbours={neighbours} view={view} onLeave={() => session.hangUp()} />
      <WatchMeter view={view} rate={room.rates.watch} visit={visit} />
      <div className={styles.side}>
        <h1 className={styles.head}>
          {room.title}
          <small>{count(room.watchers)}人が視聴中</small>
        </h1>
        <Notices view={view} session={session}>
          {playback.isSilenced ? <UnmuteButton onClick={playback.unmute} /> : null}
        </Notices>
        {visit?.isFreeLook ? null : (
          <LiveFlowPanel
            live={flow}
            broadcasterId={room.broadcaster.id}
            onNeedPoints={() => setCharges(true)}
          />
        )}
        <LiveCall room={room} onCall={onCall} />
        {charges ? (
          <Suspense fallback={null}>
            <TopUpSheet
              callRate={room.rates.watch}
              onCharged={() => session.checkMeter()}
              onClose={() => setCharges(false)}
            />
          </Suspense>
        ) : null}
      </div>
    </div>
  )
}

const Top = ({
  room,
  neighbours,
  view,
  onLeave,
}: {
  room: LiveRoomView
  neighbours: Neighbours
  view: CallView
  onLeave: () => void
}) => {
  const { broadcaster } = room
  const partner = usePartnerInfo(broadcaster.id)
  const favourite = useFavourite(broadcaster.id, partner.data?.bookmark ?? false)
  return (
    <header className={styles.top}>
      <div className={styles.who}>
        <Avatar imageId={broadcaster.avatarId} size={40} />
        <div>
          <b>{broadcaster.name}</b>
          <small>{count(room.watchers)}人が視聴中</small>
        </div>
        <IconButton
          icon={Heart}
          filled={favourite.bookmark}
          label={favourite.bookmark ? 'お気に入りから外す' : 'お気に入りに追加'}
          aria-pressed={favourite.bookmark}
          disabled={favourite.locked}
          onClick={favourite.toggle}
        />
      </div>
      <FavouriteAlert alert={favourite.alert} onClose={favourite.dismissAlert} />
      <span className={styles.space} />
      <StateBadge state={room.isInLiveCall ? 'inCall' : 'live'} className={styles.badge} />
      <RoomWays neighbours={neighbours} className={styles.ways} />
      {view.call ? (
        <SafetyMenu partner={view.call.partner} place="call" callId={view.call.callId} night />
      ) : null}
      <IconButton
        icon={X}
        label="視聴をやめる"
        className={styles.leave}
        disabled={view.stage.name === 'leaving'}
        onClick={onLeave}
      />
    </header>
  )
}

const Notices = ({
  view,
  session,
  children,
}: {
  view: CallView
  session: CallSession
  children: ReactNode
}) => (
  <div className={styles.notices}>
    {children}
    <PartnerSending call={view.call} />
    <MeterNote view={view} />
    <Reconnecting view={view} />
    <ControlLost view={view} />
    <LowPoints view={view} onCharged={() => session.checkMeter()} />
  </div>
)

/** One at a time: while somebody has the live call, that is said instead. */
const LiveCall = ({
  room,
  onCall,
}: {
  room: LiveRoomView
  onCall: ((ratePointsPerMin: number) => void) | null
}) => {
  const rate = room.rates.call
  if (rate === null || onCall === null) return null
  return room.isInLiveCall ? (
    <p className={styles.inCall}>いまはほかの方と通話しています。</p>
  ) : (
    <div className={styles.call}>
      <CallButton
        kind="video"
        word="ビデオチャットに参加"
        spoken={`を${room.broadcaster.name}さんに申し込む`}
        ratePointsPerMin={rate}
        name={room.broadcaster.name}
        variant="solid"
        size="l"
        onClick={() => onCall(rate)}
      />
    </div>
  )
}
