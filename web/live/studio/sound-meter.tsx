import { useEffect, useState } from 'react'
import { openSoundLevel } from '#web/calls/media/sound-level.ts'
import { useStore } from '#web/shell/use-store.ts'
import styles from './go-live.module.css'
import type { StudioMedia } from './studio-media.ts'

const readEveryMs = 120
const bars = 12
/** The level of a voice at arm's length fills the bars. */
const loudLevel = 0.2

/** How loud the microphone hears the broadcaster. */
export const SoundMeter = ({ media }: { media: StudioMedia }) => {
  const { isMuted, microphoneId } = useStore(media.store)
  const [level, setLevel] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another microphone is another sound
  useEffect(() => {
    const sound = isMuted ? null : openSoundLevel(media.stream)
    if (!sound) return
    const timer = setInterval(() => setLevel(Math.min(1, sound.read() / loudLevel)), readEveryMs)
    return () => {
      clearInterval(timer)
      sound.close()
      setLevel(0)
    }
  }, [media, isMuted, microphoneId])
  return (
    <div className={styles.level}>
      <meter className="vh" aria-label="マイクの音の大きさ" value={level} />
      {Array.from({ length: bars }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are their places
        <i key={index} data-on={index < level * bars || undefined} />
      ))}
    </div>
  )
}
