import { useEffect, useRef, useState } from 'react'
import { speechLevel } from '#domain/calls/quality/echo.ts'
import { openSoundLevel } from '../media/sound-level.ts'
import styles from './speaking.module.css'

/** The bars' own heights in px, at full volume. */
const barHeights = [8, 14, 22, 28, 18, 26, 12, 20, 9, 15, 7] as const
/** A pause between two words isn't silence. */
const holdMs = 900

/** Bars that move with the sound of a stream. */
export const Bars = ({
  stream,
  count = barHeights.length,
  onSpeaking,
}: {
  stream: MediaStream | null
  count?: number
  /** Called with each frame: whether somebody speaks. Must keep its identity. */
  onSpeaking?: (isSpeaking: boolean) => void
}) => {
  const bars = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const level = stream && openSoundLevel(stream)
    if (!level) return
    let spokeAt = Number.NEGATIVE_INFINITY
    let frame = 0
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const draw = (now: number) => {
      const value = level.read()
      if (value > speechLevel) spokeAt = now
      onSpeaking?.(now - spokeAt < holdMs)
      const scale = Math.min(1, 0.16 + Math.sqrt(value) * 2)
      for (const bar of isStill ? [] : (bars.current?.children ?? [])) {
        if (bar instanceof HTMLElement) bar.style.transform = `scaleY(${scale})`
      }
      frame = requestAnimationFrame(draw)
    }
    frame = requestAnimationFrame(draw)
    return () => {
      cancelAnimationFrame(frame)
      level.close()
    }
  }, [stream, onSpeaking])
  return (
    <div ref={bars} className={styles.bars} aria-hidden="true">
      {barHeights.slice(0, count).map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: fixed bars
        <i key={index} style={{ height }} />
      ))}
    </div>
  )
}

/** The partner's bars, and the text beside them. */
export const Speaking = ({ stream, name }: { stream: MediaStream | null; name: string }) => {
  const [isSpeaking, setIsSpeaking] = useState(false)
  return (
    <div className={styles.speaking} data-speaking={isSpeaking || undefined}>
      <Bars stream={stream} onSpeaking={setIsSpeaking} />
      <p>{isSpeaking ? `${name}さんが話しています` : ' '}</p>
    </div>
  )
}
