import type { CallKind } from '#contract/calls/calls.ts'
import type { judgeTest, LineFigures, TestFindings } from '#domain/calls/quality/pre-call-check.ts'
import type { DeviceProblem, LocalMedia } from '#web/calls/media/local-media.ts'

/** In their order. */
export const stepNames = ['permission', 'camera', 'microphone', 'speaker', 'connection', 'roundTrip'] as const
export type StepName = (typeof stepNames)[number]

/**
 * `waiting`: not begun. `asking`: the member has to do or say something. `warned` and `failed` stop the check
 * until the member retries or continues; `skipped` doesn't.
 */
export type StepState = 'waiting' | 'running' | 'asking' | 'passed' | 'warned' | 'failed' | 'skipped'

/** The result of one path to the media server; `absent`: there is no relay to try. */
export type PathState =
  | { name: 'waiting' }
  | { name: 'trying' }
  | { name: 'open'; afterMs: number }
  | { name: 'blocked' }
  | { name: 'absent' }

export interface Device {
  deviceId: string
  label: string
}

export interface CheckView {
  stage: 'intro' | 'running' | 'done'
  kind: CallKind
  steps: Record<StepName, StepState>
  /** The step that is shown open. */
  current: StepName
  local: MediaStream | null
  problems: LocalMedia['problems']
  cameras: readonly Device[]
  microphones: readonly Device[]
  cameraId: string | null
  microphoneId: string | null
  /** Level of the microphone, 0 to 1 in tenths. */
  level: number
  /** The microphone was on for a while, and no sound was heard. */
  isSilent: boolean
  /** `asked`: the tone was played, and the member is asked whether it was heard. */
  tone: 'ready' | 'playing' | 'asked' | 'refused'
  ways: { direct: PathState; relay: PathState }
  /** Why the server opened no check, in its words. */
  refusal: string | null
  /** The media that comes back. */
  remote: MediaStream | null
  /** Seconds of the measurement that are over. */
  measuredSec: number
  figures: LineFigures | null
  result: ReturnType<typeof judgeTest> | null
}

/** What is known of the line alone, which going live checks too. */
export type LineView = Pick<CheckView, 'ways' | 'refusal' | 'remote' | 'measuredSec' | 'figures'>

export const freshLine: LineView = {
  ways: { direct: { name: 'waiting' }, relay: { name: 'waiting' } },
  refusal: null,
  remote: null,
  measuredSec: 0,
  figures: null,
}

/** How the media server was reached: by a relay only when nothing else worked. */
export const wayOf = ({ direct, relay }: LineView['ways']): TestFindings['way'] =>
  direct.name === 'open' ? 'direct' : relay.name === 'open' ? 'relay' : 'none'

export const measureSec = 10

const allWaiting = Object.fromEntries(stepNames.map((name) => [name, 'waiting'])) as Record<
  StepName,
  StepState
>

export const freshView = (kind: CallKind): CheckView => ({
  stage: 'intro',
  kind,
  steps: allWaiting,
  current: 'permission',
  local: null,
  problems: { microphone: null, camera: null },
  cameras: [],
  microphones: [],
  cameraId: null,
  microphoneId: null,
  level: 0,
  isSilent: false,
  tone: 'ready',
  ...freshLine,
  result: null,
})

export const isRefusal = (problem: DeviceProblem | null): boolean =>
  problem === 'denied' || problem === 'insecure'

/** A refused permission is shown at the first step, once for both devices. */
export const isShownAtFirstStep = (
  device: 'camera' | 'microphone',
  { steps, problems }: CheckView,
): boolean => steps.permission !== 'passed' && isRefusal(problems[device])
