import type { CallKind } from '#contract/calls/calls.ts'
import { lineTable } from './line-quality.ts'

/** From the best to the worst. */
export const verdicts = ['excellent', 'good', 'unstable', 'impossible'] as const
export type Verdict = (typeof verdicts)[number]

/** The measurements of ten seconds in the echo room. */
export interface LineFigures {
  /** Sound and picture together, as they returned. */
  receivedKbps: number
  /**
   * The bitrate that the browser believes it may send; null where it isn't reported. What returns also
   * depends on the picture.
   */
  sendableKbps: number | null
  /** Of the packets of the worse direction. */
  lossPercent: number
  roundTripMs: number
  /** Of the sound, if there is any. */
  jitterMs: number
}

interface LineLimits {
  lossPercent: number
  roundTripMs: number
  jitterMs: number
  sendableKbps: Record<CallKind, number>
}

/**
 * The upper limits of a line, and the bitrate that it must be able to send, for each verdict. `good` has the
 * same meaning as in the call screen's indicator. Opus needs about 40 kbit/s with its headers, the picture's
 * smaller encoding 200. Beyond `unstable`, words are lost.
 */
const lineLimits: Record<Exclude<Verdict, 'impossible'>, LineLimits> = {
  excellent: { lossPercent: 1, roundTripMs: 150, jitterMs: 30, sendableKbps: { video: 600, voice: 60 } },
  good: {
    lossPercent: lineTable.lossPercent.fair,
    roundTripMs: lineTable.roundTripMs.fair,
    jitterMs: lineTable.jitterMs.fair,
    sendableKbps: { video: 300, voice: 45 },
  },
  unstable: { lossPercent: 30, roundTripMs: 2_000, jitterMs: 500, sendableKbps: { video: 0, voice: 0 } },
}

type LineFault = 'lossy' | 'slow' | 'shaky' | 'narrow'

const faultsOf = (line: LineFigures, limits: LineLimits, kind: CallKind): LineFault[] => [
  ...(line.lossPercent > limits.lossPercent ? (['lossy'] as const) : []),
  ...(line.roundTripMs > limits.roundTripMs ? (['slow'] as const) : []),
  ...(line.jitterMs > limits.jitterMs ? (['shaky'] as const) : []),
  ...((line.sendableKbps ?? Number.POSITIVE_INFINITY) < limits.sendableKbps[kind]
    ? (['narrow'] as const)
    : []),
]

export interface PreCallVerdict {
  verdict: Verdict
  /** The reasons why it is no better than `unstable`. */
  faults: LineFault[]
}

/**
 * The best verdict whose limits every figure of the line keeps, for a call of this kind; `impossible` when none fits. How
 * much can be sent isn't judged where it is null.
 */
export const judgeLine = (line: LineFigures, kind: CallKind): PreCallVerdict => {
  const fits = (verdict: keyof typeof lineLimits) => faultsOf(line, lineLimits[verdict], kind).length === 0
  const verdict = (['excellent', 'good', 'unstable'] as const).find(fits) ?? 'impossible'
  return { verdict, faults: faultsOf(line, lineLimits.good, kind) }
}

/** The results of a check's steps. */
export interface TestFindings {
  kind: CallKind
  microphone: 'heard' | 'silent' | 'unusable'
  /** `unneeded`: the check is for voice calls. */
  camera: 'usable' | 'unusable' | 'unneeded'
  speaker: 'heard' | 'unheard' | 'untested'
  /** How the media server was reached; by a relay only when nothing else worked. */
  way: 'direct' | 'relay' | 'none'
  /** Null when nothing returned, or nothing could be sent. */
  line: LineFigures | null
}

export type Advice =
  | LineFault
  | 'unreachable'
  | 'relayed'
  | 'nothingBack'
  | 'microphoneUnusable'
  | 'microphoneSilent'
  | 'cameraUnusable'
  | 'speakerUnheard'

const worse = (one: Verdict, other: Verdict): Verdict =>
  verdicts.indexOf(one) > verdicts.indexOf(other) ? one : other

/** The overall verdict with its advice, the most important first. */
export const judgeTest = (findings: TestFindings): { verdict: Verdict; advice: Advice[] } => {
  const { kind, microphone, camera, speaker, way, line } = findings
  const hasPicture = kind === 'video' && camera === 'usable'
  const judged = line && judgeLine(line, hasPicture ? 'video' : 'voice')
  const isReached = way !== 'none'
  const advice: Advice[] = []
  let verdict: Verdict = 'excellent'
  const limitIf = (isFound: boolean, atBest: Verdict, ...reasons: Advice[]) => {
    if (!isFound) return
    verdict = worse(verdict, atBest)
    advice.push(...reasons)
  }
  limitIf(!isReached, 'impossible', 'unreachable')
  limitIf(microphone === 'unusable', 'impossible', 'microphoneUnusable')
  limitIf(
    isReached && line === null && (microphone !== 'unusable' || hasPicture),
    'impossible',
    'nothingBack',
  )
  if (judged) limitIf(true, judged.verdict, ...judged.faults)
  limitIf(way === 'relay', 'good', 'relayed')
  limitIf(microphone === 'silent', 'good', 'microphoneSilent')
  limitIf(speaker === 'unheard', 'good', 'speakerUnheard')
  limitIf(camera === 'unusable', 'good', 'cameraUnusable')
  return { verdict, advice }
}

/** With a hyphen that doesn't break at the end of a line. */
export const wifi = 'Wi\u2011Fi'

/** The texts that members read. */
export const verdictTexts: Record<Verdict, { title: string; text: string }> = {
  excellent: { title: 'とても良い', text: '声も映像も、なめらかに届きます。' },
  good: { title: '通話できます', text: 'このまま通話を始められます。' },
  unstable: { title: '不安定です', text: '通話はできますが、声や映像がとぎれることがあります。' },
  impossible: { title: '通話できません', text: '次のことをお確かめのうえ、もう一度お試しください。' },
}

export const adviceTexts: Record<Advice, string> = {
  unreachable: `いまのネットワークからは、通話サーバーにつながりません。別の${wifi}かモバイル回線に切り替えてください。VPNをお使いのときは、オフにしてください。`,
  relayed: `このネットワークでは、中継サーバーを通して通話します。とぎれるときは、別の${wifi}かモバイル回線をお試しください。`,
  nothingBack:
    '通話サーバーから、声や映像が戻ってきませんでした。ブラウザを開き直すか、別のネットワークでお試しください。',
  lossy: `通信の一部が失われています。${wifi}のルーターに近づくか、電波のよい場所に移ってください。`,
  slow: '通信の往復に時間がかかり、会話に間があくことがあります。VPNをオフにするか、別の回線をお試しください。',
  shaky: '通信の速さにむらがあります。ほかの機器の動画やダウンロードを止めると、落ち着くことがあります。',
  narrow: '送れる量が少なめです。映像が粗くなることがあります。音声通話なら、少ない量でも話せます。',
  microphoneUnusable:
    'マイクを使えないと、あなたの声が届きません。下の案内のとおりに、設定を変えてください。',
  microphoneSilent:
    'マイクの音を確かめられませんでした。ミュートになっていないか、別のマイクが選ばれていないか、ご確認ください。',
  cameraUnusable: 'カメラを使えなくても、音声通話で話せます。ビデオ通話でも、お相手の映像は見られます。',
  speakerUnheard: '音が聞こえないときは、音量と消音モード、イヤホンのつながりをご確認ください。',
}
