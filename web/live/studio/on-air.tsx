import { useMutation } from '@tanstack/react-query'
import { Pencil, Radio, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { CallTokens } from '#contract/calls/calls.ts'
import { liveRoomEndpoints, liveTitleMax, type OwnLive } from '#contract/live/rooms.ts'
import { graphemeCount } from '#domain/text/written.ts'
import { Controls } from '#web/calls/screens/controls.tsx'
import { StopModal } from '#web/calls/screens/stop-modal.tsx'
import { useSocketEvent } from '#web/realtime/socket.ts'
import { useBlocker } from '#web/router/router.ts'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { serverClock } from '#web/shell/server-clock.ts'
import { useStore } from '#web/shell/use-store.ts'
import { useWakeLock } from '#web/shell/use-wake-lock.ts'
import { clock, count, points } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { StateBadge } from '#web/ui/person/state-badge.tsx'
import { LiveFlowPanel } from '../flow/live-flow.tsx'
import { PresentStage } from '../flow/present-stage.tsx'
import { useFlow } from '../flow/use-flow.ts'
import { LiveCallSheet } from './live-call-sheet.tsx'
import { isShortTime, timeLeftText, titleFault } from './live-draft.ts'
import styles from './on-air.module.css'
import { OwnPicture } from './own-picture.tsx'
import { useDeviceControls } from './preview.tsx'
import type { StudioMedia } from './studio-media.ts'
import { useMyLiveCache } from './studio-queries.ts'
import { earnedInAll } from './studio-stage.ts'
import { useLiveCall } from './use-live-call.ts'
import { useRoomLink } from './use-room-link.ts'
import type { StudioDevices } from './use-studio-media.ts'
import { useWarnBeforeClose } from './use-warn-before-close.ts'

interface OnAirProps {
  live: OwnLive
  devices: StudioDevices
  firstTokens: CallTokens | null
  /** Another page of the broadcaster has the room now. */
  onTaken: () => void
  onEnded: (roomId: string) => void
}

/** The broadcaster's room while it runs. */
export const OnAir = ({ live, devices, firstTokens, onTaken, onEnded }: OnAirProps) => {
  const { roomId } = live.room
  const isBrowser = live.source === 'browser'
  const [rejoins, setRejoins] = useState(0)
  const { call, over } = useLiveCall()
  const cache = useMyLiveCache()
  const end = useEnd(roomId, onEnded)
  usePageTitle('配信中')
  useWakeLock(true)
  useWarnBeforeClose(isBrowser && !end.isDone)
  useRoomLink({
    roomId,
    firstTokens,
    media: isBrowser ? devices.media : null,
    rejoins,
    onTaken: isBrowser ? onTaken : () => undefined,
    onOver: cache.refresh,
  })
  const flow = useFlow(live.room.roomId)
  return (
    <div className={classes(styles.live, 'night')} data-night-screen>
      <div className={styles.stage}>
        <PresentStage flow={flow.flow} />
        {devices.media ? <OwnPicture media={devices.media} /> : <Waiting live={live} />}
      </div>
      <Top live={live} />
      <div className={styles.middle}>
        {devices.media ? <LinkNotice media={devices.media} /> : null}
        {call ? (
          <LiveCallSheet
            key={call.callId}
            {...call}
            onOver={(isCertain) => {
              over(call.callId, isCertain)
              setRejoins((before) => before + 1)
            }}
          />
        ) : null}
      </div>
      <div className={styles.side}>
        <RoomSettings live={live} />
        <LiveFlowPanel live={flow} broadcasterId={live.room.broadcaster.id} onNeedPoints={() => undefined} />
        {devices.media ? (
          <BrowserControls media={devices.media} onEnd={end.confirm} />
        ) : (
          <Controls end={{ label: '配信を終える', onClick: end.confirm }} />
        )}
      </div>
      {end.modals}
      <LeaveModal isWanted={isBrowser && !end.isDone} onEnd={end.now} />
    </div>
  )
}

/** Ends the room after a question. */
const useEnd = (roomId: string, onEnded: (roomId: string) => void) => {
  const [isAsked, setIsAsked] = useState(false)
  const end = useMutation({
    mutationFn: () => fetchEndpoint(liveRoomEndpoints.endLive, { roomId }),
    onError: (error) =>
      void showToast({ tone: 'error', title: '配信を終えられませんでした', text: error.message }),
  })
  const now = (then: () => void) => end.mutate(undefined, { onSuccess: then })
  // Once the page no longer holds the reader back, it goes on to the summary.
  useEffect(() => {
    if (end.isSuccess && isAsked) onEnded(roomId)
  }, [end.isSuccess, isAsked, onEnded, roomId])
  return {
    confirm: () => setIsAsked(true),
    now,
    isDone: end.isSuccess,
    modals: (
      <StopModal
        open={isAsked && !end.isSuccess}
        title="配信を終えますか？"
        consequence="視聴とビデオチャットの料金は、ここまでの分で精算されます。"
        goOn="配信を続ける"
        stop="配信を終える"
        onGoOn={() => setIsAsked(false)}
        onStop={() => {
          if (!end.isPending) end.mutate()
        }}
      />
    ),
  }
}

/** Another page of the app would end the picture, so the broadcaster is asked first. */
const LeaveModal = ({ isWanted, onEnd }: { isWanted: boolean; onEnd: (then: () => void) => void }) => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isWanted && nextLocation.pathname !== currentLocation.pathname,
  )
  return (
    <StopModal
      open={blocker.state === 'blocked'}
      title="配信中です"
      consequence="このページを離れると、配信は終わります。"
      goOn="配信を続ける"
      stop="終えて離れる"
      onGoOn={() => blocker.reset?.()}
      onStop={() => onEnd(() => blocker.proceed?.())}
    />
  )
}

/** In place of the own picture: the devices are opening, or an encoder sends. */
const Waiting = ({ live }: { live: OwnLive }) => (
  <div className={styles.waiting}>
    <Icon of={Radio} size="l" />
    <p role="status">
      {live.source === 'browser'
        ? 'カメラとマイクの使用を許可してください'
        : live.isOnAir
          ? '配信ソフトの映像が届いています'
          : '配信ソフトの映像を待っています。配信ソフトで配信を開始してください。'}
    </p>
  </div>
)

const LinkNotice = ({ media }: { media: StudioMedia }) => {
  const { link, isCameraOn, isMuted } = useStore(media.store)
  const text =
    link === 'reconnecting'
      ? '再接続しています。映像が届かないあいだ、料金はかかりません。'
      : link === 'refused'
        ? '映像を送れません。ページを読み込み直してください。'
        : link !== 'flowing'
          ? '映像をつないでいます'
          : !isCameraOn && isMuted
            ? '映像も音声も送っていません。視聴の料金は止まっています。'
            : null
  return text ? (
    <p className={styles.notice} role="status">
      {text}
    </p>
  ) : null
}

/** The server's time, each second. */
const useNow = (): number => {
  const [now, setNow] = useState(() => serverClock.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(serverClock.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Whether the server has said that the day's limit is near: a page in the background counts late. */
const useLimitWarning = (roomId: string): boolean => {
  const [isWarned, setIsWarned] = useState(false)
  useSocketEvent('live:limit-near', (warning) => {
    if (warning.roomId === roomId) setIsWarned(true)
  })
  return isWarned
}

const Top = ({ live }: { live: OwnLive }) => {
  const now = useNow()
  const isWarned = useLimitWarning(live.room.roomId)
  const elapsedSec = Math.max(0, Math.floor((now - Date.parse(live.room.startedAt)) / 1000))
  const leftMs = Date.parse(live.endsAt) - now
  const figures: { label: string; value: ReactNode }[] = [
    { label: '視聴中', value: `${count(live.room.watchers)}人` },
    { label: '報酬', value: points(earnedInAll(live.summary)) },
    { label: '経過', value: clock(elapsedSec) },
  ]
  return (
    <header className={styles.top}>
      <div className={styles.line}>
        <StateBadge state={live.room.isInLiveCall ? 'inCall' : 'live'} />
        <dl>
          {figures.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {isWarned || isShortTime(leftMs) ? (
        <p className={styles.notice} role="status">
          <Icon of={TriangleAlert} size="s" />
          今日の配信時間は残り{timeLeftText(leftMs)}です
        </p>
      ) : (
        <p className={styles.left}>今日の残り {timeLeftText(leftMs)}</p>
      )}
    </header>
  )
}

const BrowserControls = ({ media, onEnd }: { media: StudioMedia; onEnd: () => void }) => {
  const [left, right, sheet] = useDeviceControls(media)
  return (
    <>
      <Controls left={left} right={right} end={{ label: '配信を終える', onClick: onEnd }} />
      {sheet}
    </>
  )
}

/** The title and whether the video chat is open, both for everybody who comes from now on. */
const RoomSettings = ({ live }: { live: OwnLive }) => {
  const cache = useMyLiveCache()
  const [title, setTitle] = useState<string | null>(null)
  const { roomId, rates } = live.room
  // The rate comes back as it was when the video chat is opened again.
  const [lastRate, setLastRate] = useState(rates.call ?? rates.watch)
  const change = useMutation({
    mutationFn: (input: { title?: string; callRate?: number | null }) =>
      fetchEndpoint(liveRoomEndpoints.updateLive, { roomId, ...input }),
    onSuccess: (answer) => {
      cache.set(answer.live)
      setTitle(null)
    },
    onError: (error) => {
      if (title === null)
        void showToast({ tone: 'error', title: '切り替えられませんでした', text: error.message })
    },
  })
  const fault = title === null ? null : (titleFault(title) ?? change.error?.message ?? null)
  const turn = (isOn: boolean) => {
    if (rates.call !== null) setLastRate(rates.call)
    change.mutate({ callRate: isOn ? lastRate : null })
  }
  return (
    <section className={styles.room} aria-label="配信の設定">
      <div className={styles.title}>
        <h1>{live.room.title}</h1>
        <IconButton
          icon={Pencil}
          label="タイトルを変更"
          onClick={() => {
            change.reset()
            setTitle(live.room.title)
          }}
        />
      </div>
      <div className={styles.chat}>
        <span id="on-air-call">ビデオチャット</span>
        <small id="on-air-call-note">
          {rates.call === null ? '受け付けていません' : `受付中・${points(rates.call)}/分`}
        </small>
        <Switch
          isOn={rates.call !== null}
          labelledBy="on-air-call"
          describedBy="on-air-call-note"
          busy={change.isPending}
          onSwitch={turn}
        />
      </div>
      <Modal open={title !== null} onClose={() => setTitle(null)} title="タイトルを変更" night>
        <div className={styles.edit}>
          <Field label="配信タイトル" note={`${graphemeCount(title ?? '')}/${liveTitleMax}`} error={fault}>
            <Input
              data-autofocus
              value={title ?? ''}
              autoComplete="off"
              onChange={(event) => {
                change.reset()
                setTitle(event.target.value)
              }}
            />
          </Field>
          <Button
            variant="primary"
            block
            busy={change.isPending}
            aria-disabled={titleFault(title ?? '') !== null}
            onClick={() => change.mutate({ title: (title ?? '').trim() })}
          >
            変更する
          </Button>
        </div>
      </Modal>
    </section>
  )
}
