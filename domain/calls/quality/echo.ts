/**
 * Detects that the own microphone picks up the partner's voice from the own speaker. The partner then hears
 * an echo, and the member who causes it doesn't notice. The two loudness curves are compared. Pure; samples
 * come twice a second.
 */

/** Levels are root mean squares from 0 to 1, as `totalAudioEnergy` over its duration gives them. */
export interface EchoSample {
  remoteLevel: number
  /** The own microphone as it is sent, after the browser's echo canceller; 0 while muted. */
  localLevel: number
  /**
   * `echoReturnLossEnhancement` in decibels: what the canceller removes. Null where the browser doesn't
   * report it.
   */
  cancelledDb: number | null
}

/** Twelve seconds of talk: long enough to tell an echo from two people who speak at once. */
export const echoWindowSamples = 24
/** Above this level somebody speaks. */
export const speechLevel = 0.015
/**
 * Within the window the partner must speak in so many samples and be silent in so many, or there is nothing
 * to compare.
 */
const samplesOfEach = 5
/** The partner's voice must make the own microphone so many times louder than the partner's silence does. */
const louderTimes = 2
/**
 * The correlation from which on it is an echo; less is enough where the canceller itself reports that it
 * fails.
 */
const echoLikelihoodMin = 0.75
const echoLikelihoodMinUncancelled = 0.55
/** A canceller that removes less than this fails. */
const cancelledDbMin = 3

/** Shown once a call, until it is dismissed. */
export const echoHint = 'お相手に声が響いて聞こえているようです。イヤホンのご利用がおすすめです。'

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** Pearson's correlation; 0 where one of the two is constant. */
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

/** From 0 to 1: how closely the own level follows the partner's, at the same time or one sample later. */
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

/**
 * Whether to show the hint: the window of talk is full, and the own microphone follows the partner's voice.
 */
export const detectsEcho = (samples: readonly EchoSample[]): boolean => {
  if (samples.length < echoWindowSamples) return false
  const window = samples.slice(-echoWindowSamples)
  const cancelled = window.flatMap(({ cancelledDb }) => (cancelledDb === null ? [] : [cancelledDb]))
  const isUncancelled = cancelled.length > 0 && mean(cancelled) < cancelledDbMin
  return echoLikelihood(window) >= (isUncancelled ? echoLikelihoodMinUncancelled : echoLikelihoodMin)
}
