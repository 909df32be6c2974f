import { speechLevel } from '#domain/calls/quality/echo.ts'

const readEveryMs = 100
/** A knock on the table is shorter; between two words it is quiet. */
const readsOfSpeech = 3
const forgottenPerRead = 0.1
/** Long enough for the member to have understood what to do. */
const silentAfterMs = 6_000

interface VoiceEvents {
  /** 0 to 1 in tenths, on a perceived scale. */
  onLevel(level: number): void
  /** Nothing was heard for a while; listening continues. */
  onSilent(): void
  /** Somebody speaks. No further callback follows. */
  onVoice(): void
}

/**
 * Listens until a voice is heard. Returns a function that stops it. A null meter: the browser can't measure
 * sound.
 */
export const listenForVoice = (
  meter: { read(): number; close(): void } | null,
  { onLevel, onSilent, onVoice }: VoiceEvents,
): (() => void) => {
  let loud = 0
  let reads = 0
  let isOver = false
  const stop = () => {
    if (isOver) return
    isOver = true
    clearInterval(timer)
    meter?.close()
  }
  const timer = setInterval(() => {
    const value = meter?.read() ?? 0
    reads += 1
    loud = value > speechLevel ? loud + 1 : Math.max(0, loud - forgottenPerRead)
    // Perceived loudness follows the square root of the level.
    onLevel(Math.min(10, Math.round(Math.sqrt(value) * 20)) / 10)
    if (loud >= readsOfSpeech) {
      stop()
      onVoice()
    } else if (reads * readEveryMs === silentAfterMs) onSilent()
  }, readEveryMs)
  return stop
}
