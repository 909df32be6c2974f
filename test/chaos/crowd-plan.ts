import type { CallEnding, CallPlan } from './oracle/observations.ts'
import type { Random } from './random.ts'

const soundMsMin = 3_000
const soundMsMax = 20_000

/** Draws how the next call goes. A poor caller's call ends because the caller's wallet is empty. */
export const drawPlan = (random: Random, number: number, isPoor: boolean): CallPlan => {
  const soundMs = random.between(soundMsMin, soundMsMax)
  const ending: CallEnding = random.weighted({
    callerHangsUp: 40,
    broadcasterHangsUp: 40,
    callerVanishes: 10,
    broadcasterVanishes: 10,
  })
  const hasBlip = !isPoor && random.next() < 0.1
  return {
    number,
    dialler: random.next() < 0.8 ? 'caller' : 'broadcaster',
    answer: random.weighted({ accepted: 88, declined: 4, never: 4, cancelled: 4 }),
    answerAfterMs: random.between(200, 2_500),
    soundMs,
    ending: isPoor ? 'nobody' : ending,
    blip: hasBlip
      ? {
          side: random.pick(['caller', 'broadcaster'] as const),
          afterSoundMs: random.between(0.2, 0.8) * soundMs,
          lastsMs: random.between(1_000, 9_000),
        }
      : null,
  }
}
