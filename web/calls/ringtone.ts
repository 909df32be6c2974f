/**
 * Rings with the browser's own synthesiser: no file to load. A browser may refuse sound before the first touch of the
 * page; then `onBlocked` hears of it, and `unblock` (in a touch) starts it.
 */
export interface Ringtone {
  unblock(): void
  stop(): void
}

interface Note {
  atSec: number
  frequencyHz: number
  lengthSec: number
}

interface Tune {
  everyMs: number
  notes: readonly Note[]
  volume: number
}

const tunes = {
  /** A small bell, three strokes. */
  incoming: {
    everyMs: 2_400,
    volume: 0.22,
    notes: [
      { atSec: 0, frequencyHz: 659.26, lengthSec: 0.9 },
      { atSec: 0.22, frequencyHz: 880, lengthSec: 0.9 },
      { atSec: 0.44, frequencyHz: 1108.73, lengthSec: 1.4 },
    ],
  },
  /** The ring-back tone of a Japanese telephone: 400 Hz, one second in three. */
  outgoing: {
    everyMs: 3_000,
    volume: 0.05,
    notes: [{ atSec: 0, frequencyHz: 400, lengthSec: 1 }],
  },
} as const satisfies Record<string, Tune>

export type TuneName = keyof typeof tunes

const strike = (context: AudioContext, { atSec, frequencyHz, lengthSec }: Note, volume: number) => {
  const at = context.currentTime + atSec
  const gain = context.createGain()
  gain.gain.setValueAtTime(0, at)
  gain.gain.linearRampToValueAtTime(volume, at + 0.02)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + lengthSec)
  gain.connect(context.destination)
  const oscillator = context.createOscillator()
  oscillator.frequency.value = frequencyHz
  oscillator.connect(gain)
  oscillator.start(at)
  oscillator.stop(at + lengthSec)
}

export const startRingtone = (name: TuneName, onBlocked: (isBlocked: boolean) => void): Ringtone => {
  const tune = tunes[name]
  const context = typeof AudioContext === 'undefined' ? null : new AudioContext()
  const play = () => {
    if (context?.state !== 'running') return
    for (const note of tune.notes) strike(context, note, tune.volume)
  }
  const tell = () => onBlocked(context?.state === 'suspended')
  context?.addEventListener('statechange', tell)
  tell()
  play()
  const timer = setInterval(play, tune.everyMs)
  return {
    unblock: () => {
      void context?.resume().then(play, () => undefined)
    },
    stop: () => {
      clearInterval(timer)
      context?.removeEventListener('statechange', tell)
      void context?.close().catch(() => undefined)
    },
  }
}

const vibrationMs = [500, 250, 500, 1_150] as const
const vibrationRoundMs = 2_400

/** Shakes a phone that can, in the ringtone's measure. Returns how to stop. */
export const startVibration = (): (() => void) => {
  // Browsers that can't, or don't yet want to, simply answer false.
  const shake = () => navigator.vibrate?.([...vibrationMs])
  if (!navigator.userActivation?.hasBeenActive) return () => undefined
  shake()
  const timer = setInterval(shake, vibrationRoundMs)
  return () => {
    clearInterval(timer)
    navigator.vibrate?.(0)
  }
}
