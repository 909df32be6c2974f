/**
 * How a person sits, breathes, blinks and speaks: pure functions of time that repeat seamlessly after
 * `loopSec`.
 */

export type MouthShape = 'rest' | 'closed' | 'a' | 'i' | 'u' | 'e' | 'o'

/** A part of the speech in which the mouth has one shape; seconds from the start of the loop. */
export interface MouthCue {
  fromSec: number
  toSec: number
  shape: MouthShape
}

export interface Pose {
  /** Degrees, about the base of the neck. */
  headTurn: number
  headX: number
  /** How far the features move against the outline, in units of the face drawing. */
  faceX: number
  faceY: number
  breathY: number
  browY: number
  /** 1 open, 0 closed. */
  eyesOpen: number
  mouth: MouthShape
  /** The loop position from 0 to 1, for everything in the background. */
  phase: number
}

/** A stable fraction from 0 to 1 for a seed and an index. */
export function fraction(seed: number, index: number): number {
  const value = Math.sin(seed * 127.1 + index * 311.7) * 43758.5453
  return value - Math.floor(value)
}

const wave = (phase: number, cycles: number, offset: number) =>
  Math.sin(2 * Math.PI * (phase * cycles + offset))

/** Seconds at which eyes begin to close, never within half a second of the loop's ends. */
export function blinkTimes(loopSec: number, seed: number): readonly number[] {
  const times: number[] = []
  let next = 1.1 + fraction(seed, 1)
  while (next < loopSec - 0.7) {
    times.push(next)
    next += 2.2 + 2.2 * fraction(seed, times.length + 1)
  }
  return times
}

function openness(timeSec: number, blinks: readonly number[]): number {
  for (const blink of blinks) {
    const since = timeSec - blink
    if (since >= 0 && since < 0.2) return since < 0.05 || since >= 0.15 ? 0.4 : 0
  }
  return 1
}

function speaking(timeSec: number, cues: readonly MouthCue[]): number {
  const near = cues.some((cue) => timeSec > cue.fromSec - 0.15 && timeSec < cue.toSec + 0.15)
  return near ? 1 : 0
}

const slowStepsPerSec = 10

export function poseAt(timeSec: number, loopSec: number, seed: number, cues: readonly MouthCue[]): Pose {
  // All but eyes and mouth move on every second frame, as in drawn animation: nobody sees it, and it takes
  // half the bits.
  const phase = Math.floor(timeSec * slowStepsPerSec + 1e-6) / slowStepsPerSec / loopSec
  const cue = cues.find(({ fromSec, toSec }) => timeSec >= fromSec && timeSec < toSec)
  const talking = speaking(timeSec, cues)
  const slow = wave(phase, 2, fraction(seed, 20))
  const quick = wave(phase, 5, fraction(seed, 21))
  const nod = wave(phase, 7, fraction(seed, 22))
  return {
    headTurn: slow * 1.1 + quick * 0.5 + talking * nod * 0.35,
    headX: slow * 3 + quick,
    faceX: slow * 6 + quick * 2,
    faceY: nod * 2 + talking * quick * 2,
    breathY: wave(phase, Math.max(1, Math.round(loopSec / 3.6)), fraction(seed, 23)) * 2.2,
    browY: talking ? Math.min(0, quick * 7) : 0,
    eyesOpen: openness(timeSec, blinkTimes(loopSec, seed)),
    mouth: cue?.shape ?? 'rest',
    phase,
  }
}
