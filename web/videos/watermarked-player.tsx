import { Expand, Pause, Play, Shrink, Volume2, VolumeX } from 'lucide-react'
import { type CSSProperties, useRef, useState } from 'react'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PlaybackFailed } from './playback-failed.tsx'
import { playAlone, useRenewedSource } from './renewed-source.ts'
import { useFullScreen } from './use-full-screen.ts'
import type { VideoPlayer } from './video-player.tsx'
import { placeText, watermarkPlace } from './watermark-place.ts'
import styles from './watermarked-player.module.css'

type Props = Omit<Parameters<typeof VideoPlayer>[0], 'isPressed'> & {
  /** The viewer's short id. */
  code: string
}

/**
 * A video with the viewer's short id above it, which wanders so that no crop is without it. The browser's own controls
 * would show the video without what is above it, in full screen and in a window of its own; these controls don't.
 */
export const WatermarkedPlayer = ({ address, poster, label, width, height, code, renew }: Props) => {
  const { element, source, isFailed, repair, goOn, tryAgain } = useRenewedSource(address, renew)
  const frame = useRef<HTMLDivElement>(null)
  const fullScreen = useFullScreen(frame, element)
  const playback = usePlayback(element)
  const { read, play } = playback
  const { across, down } = watermarkPlace(playback.state.place)
  return (
    <div
      ref={frame}
      className={classes(styles.frame, 'night')}
      data-full={fullScreen.isFull || undefined}
      style={{ '--shape': width / height } as CSSProperties}
    >
      <div className={styles.picture}>
        {/* biome-ignore lint/a11y/useMediaCaption: members' videos have no captions */}
        <video
          ref={element}
          src={source}
          poster={poster}
          controlsList="nodownload nofullscreen noremoteplayback"
          disablePictureInPicture
          disableRemotePlayback
          playsInline
          preload="metadata"
          aria-label={label}
          onPlay={({ currentTarget }) => {
            playAlone(currentTarget)
            read()
          }}
          onPause={read}
          onTimeUpdate={read}
          onDurationChange={read}
          onVolumeChange={read}
          onError={() => void repair()}
          onLoadedMetadata={goOn}
        />
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button below does the same */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the button below does the same */}
        <div
          className={styles.above}
          style={{ '--across': `${across * 100}%`, '--down': `${down * 100}%` } as CSSProperties}
          onClick={play}
        >
          <span className={styles.across}>
            <span className={styles.down}>
              <span className={styles.code} aria-hidden="true">
                {code}
              </span>
            </span>
          </span>
        </div>
        {isFailed ? <PlaybackFailed tryAgain={tryAgain} /> : null}
      </div>
      <Controls playback={playback} fullScreen={fullScreen} />
    </div>
  )
}

/** What the browser's own controls offer, but for their full screen and a window of its own. */
const Controls = ({
  playback: { state, play, seek, mute },
  fullScreen,
}: {
  playback: ReturnType<typeof usePlayback>
  fullScreen: ReturnType<typeof useFullScreen>
}) => (
  <div className={styles.controls}>
    <IconButton
      icon={state.isPlaying ? Pause : Play}
      label={state.isPlaying ? '一時停止' : '再生'}
      onClick={play}
    />
    <input
      type="range"
      aria-label="再生位置"
      aria-valuetext={`${placeText(state.length)}のうち${placeText(state.place)}`}
      min={0}
      max={state.length || 1}
      step={0.1}
      value={state.place}
      onChange={({ target }) => seek(target.valueAsNumber)}
    />
    <span className={`${styles.time} num`} aria-hidden="true">
      {placeText(state.place)} / {placeText(state.length)}
    </span>
    <IconButton
      icon={state.isMuted ? VolumeX : Volume2}
      label={state.isMuted ? '音を出す' : '音を消す'}
      onClick={mute}
    />
    <IconButton
      icon={fullScreen.isFull ? Shrink : Expand}
      label={fullScreen.isFull ? '全画面をやめる' : '全画面にする'}
      onClick={() => void fullScreen.toggle()}
    />
  </div>
)

const unplayed = { isPlaying: false, isMuted: false, place: 0, length: 0 }

/** What the controls show, in seconds, and what they do. */
const usePlayback = (element: { current: HTMLVideoElement | null }) => {
  const [state, setState] = useState(unplayed)
  const read = () => {
    const player = element.current
    if (!player) return
    const { paused, muted, currentTime, duration } = player
    const length = Number.isFinite(duration) ? duration : 0
    setState({ isPlaying: !paused, isMuted: muted, place: Math.min(currentTime, length), length })
  }
  const play = () => {
    const player = element.current
    if (player?.paused) void player.play().catch(() => {})
    else player?.pause()
  }
  const seek = (second: number) => {
    if (element.current) element.current.currentTime = second
    setState((shown) => ({ ...shown, place: second }))
  }
  const mute = () => {
    if (element.current) element.current.muted = !element.current.muted
  }
  return { state, read, play, seek, mute }
}
