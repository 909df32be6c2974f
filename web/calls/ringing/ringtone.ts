import { onGesture } from '#web/shell/gestures/gesture.ts'
import { ringAudio } from './ring-audio.ts'

/**
 * Rings with Web Audio, so no file has to load. A browser may refuse sound before the first touch of the
 * page; then `onBlocked` is called, and any touch starts the sound (also a touch that calls `unblock`).
 */
export interface Ringtone {
  unblock(): void
  stop(): void
}

export interface Note {
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

/** Plays one bell stroke into `to`, now or later. */
export const strike = (to: AudioNode, { atSec, frequencyHz, lengthSec }: Note, volume: number) => {
  const { context } = to
  const at = context.currentTime + atSec
  const gain = context.createGain()
  gain.gain.setValueAtTime(0, at)
  gain.gain.linearRampToValueAtTime(volume, at + 0.02)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + lengthSec)
  gain.connect(to)
  const oscillator = context.createOscillator()
  oscillator.frequency.value = frequencyHz
  oscillator.connect(gain)
  oscillator.start(at)
  oscillator.stop(at + lengthSec)
}

/** A context that may sound is running by then. */
const blockedAfterMs = 400

export const startRingtone = (name: TuneName, onBlocked: (isBlocked: boolean) => void): Ringtone => {
  const tune = tunes[name]
  const context = ringAudio.context()
  if (!context) return { unblock: () => undefined, stop: () => undefined }
  const out = context.createGain()
  out.connect(context.destination)
  const play = () => {
    if (context.state === 'running') for (const note of tune.notes) strike(out, note, tune.volume)
  }
  const onState = () => {
    // An incoming telephone call silences it as well.
    onBlocked(context.state !== 'running')
    play()
  }
  const unblock = () => ringAudio.setInUse(true)
  context.addEventListener('statechange', onState)
  play()
  unblock()
  const stopListening = onGesture(() => {
    if (context.state !== 'running') unblock()
  })
  const blockedTimer = setTimeout(() => onBlocked(context.state !== 'running'), blockedAfterMs)
  const timer = setInterval(play, tune.everyMs)
  return {
    unblock,
    stop: () => {
      clearTimeout(blockedTimer)
      clearInterval(timer)
      stopListening()
      context.removeEventListener('statechange', onState)
      // Strokes that are scheduled already would otherwise sound when the context next resumes.
      out.disconnect()
      ringAudio.setInUse(false)
    },
  }
}

const vibrationMs = [500, 250, 500, 1_150] as const
const vibrationRoundMs = 2_400

/**
 * Vibrates a phone that can, in the ringtone's rhythm, once its page was touched. Returns a function that
 * stops it.
 */
export const startVibration = (): (() => void) => {
  const shake = () => {
    // Before a touch the browser refuses to vibrate, and logs a complaint.
    if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.([...vibrationMs])
  }
  shake()
  const timer = setInterval(shake, vibrationRoundMs)
  return () => {
    clearInterval(timer)
    if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(0)
  }
}
