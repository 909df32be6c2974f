/**
 * Whether the own microphone picks up the partner's voice from the own speaker: she hears herself late, and he hears
 * nothing of it. Told from how loud the two are at the same time. Pure; samples come in twice a second.
 */

/** Levels are root mean squares from 0 to 1, as `totalAudioEnergy` over its duration gives them. */
export interface EchoSample {
  remoteLevel: number
  /** What is sent of the own microphone, after the browser's echo canceller; 0 while muted. */
  localLevel: number
  /** `echoReturnLossEnhancement` in decibels: what the canceller takes away. Null where it isn't told. */
  cancelledDb: number | null
}

/** Twelve seconds of talk: long enough to tell an echo from two people who speak at once. */
export const echoWindowSamples = 24
/** Above this somebody speaks. */
export const speechLevel = 0.015
/** Of the window she must speak and be silent for at least so many samples each, or there is nothing to compare. */
const samplesOfEach = 5
/** Her voice must make the own microphone so much louder than her silence does. */
const louderTimes = 2
/** From which correlation on it is an echo; less is enough where the canceller itself says that it doesn't cope. */
export const echoLikelihoodMin = 0.75
export const echoLikelihoodMinUncancelled = 0.55
/** A canceller that takes away less than this doesn't cope. */
const cancelledDbMin = 3

/** Shown once a call, and gone when it is read. */
export const echoHint = 'お相手に声が響いて聞こえているようです。イヤホンのご利用がおすすめです。'

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** Pearson's correlation; 0 where one of the two doesn't move. */
const correlation = (ones: readonly number[], others: readonly number[]): number => {
  const [oneMean, otherMean] = [mean(ones), mean(others)]
  let [both, one, other] = [0, 0, 0]
  for (const [index, value] of ones.entries()) {
    const fromOne = value - oneMean
    const fromOther = (others[index] ?? 0) - otherMean
    both += fromOne * fromOther
    one += fromOne ** 2
    other += fromOther ** 2
  }
  return one === 0 || other === 0 ? 0 : both / Math.sqrt(one * other)
}

/** How likely it is, from 0 to 1: how closely the own level follows hers, now or one sample later. */
export const echoLikelihood = (samples: readonly EchoSample[]): number => {
  const remote = samples.map(({ remoteLevel }) => remoteLevel)
  const local = samples.map(({ localLevel }) => localLevel)
  const whileBroadcasterSpeaks = local.filter((_, index) => (remote[index] ?? 0) >= speechLevel)
  const whileBroadcasterIsSilent = local.filter((_, index) => (remote[index] ?? 0) < speechLevel)
  if (whileBroadcasterSpeaks.length < samplesOfEach || whileBroadcasterIsSilent.length < samplesOfEach)
    return 0
  if (mean(whileBroadcasterSpeaks) < louderTimes * mean(whileBroadcasterIsSilent)) return 0
  const atOnce = correlation(remote, local)
  const later = correlation(remote.slice(0, -1), local.slice(1))
  return Math.max(0, atOnce, later)
}

/** Whether the hint is due: a full window of talk, and an own microphone that follows her voice. */
export const detectsEcho = (samples: readonly EchoSample[]): boolean => {
  if (samples.length < echoWindowSamples) return false
  const window = samples.slice(-echoWindowSamples)
  const cancelled = window.flatMap(({ cancelledDb }) => (cancelledDb === null ? [] : [cancelledDb]))
  const isUncancelled = cancelled.length > 0 && mean(cancelled) < cancelledDbMin
  return echoLikelihood(window) >= (isUncancelled ? echoLikelihoodMinUncancelled : echoLikelihoodMin)
}
