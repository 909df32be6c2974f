import { speechLevel } from '#domain/calls/echo.ts'

const readEveryMs = 100
/** A knock on the table is shorter; between two words it is quiet. */
const readsOfSpeech = 3
const forgottenPerRead = 0.1
/** Long enough to have understood what to do. */
const silentAfterMs = 6_000

interface VoiceEvents {
  /** 0 to 1 in tenths, as loud as it seems. */
  onLevel(level: number): void
  /** Nothing was heard for a while; listening goes on. */
  onSilent(): void
  /** Somebody speaks. Nothing is told afterwards. */
  onVoice(): void
}

/** Listens until a voice is heard. Returns how to stop. Null for a meter: the browser can't tell. */
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
    // The ear hears the root of it.
    onLevel(Math.min(10, Math.round(Math.sqrt(value) * 20)) / 10)
    if (loud >= readsOfSpeech) {
      stop()
      onVoice()
    } else if (reads * readEveryMs === silentAfterMs) onSilent()
  }, readEveryMs)
  return stop
}
