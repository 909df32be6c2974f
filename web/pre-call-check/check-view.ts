import type { CallKind } from '#contract/calls/calls.ts'
import type { judgeTest, LineFigures } from '#domain/calls/pre-call-check.ts'
import type { DeviceProblem, LocalMedia } from '#web/calls/media/local-media.ts'

/** In their order. */
export const stepNames = ['permission', 'camera', 'microphone', 'speaker', 'connection', 'roundTrip'] as const
export type StepName = (typeof stepNames)[number]

/**
 * `waiting`: not begun. `asking`: the member has to do or say something. `warned` and `failed` stop the test until he
 * tries again or goes on; `skipped` doesn't.
 */
export type StepState = 'waiting' | 'running' | 'asking' | 'passed' | 'warned' | 'failed' | 'skipped'

/** How one way to the media server fared; `absent`: there is no relay to try. */
export type WayState =
  | { name: 'waiting' }
  | { name: 'trying' }
  | { name: 'open'; afterMs: number }
  | { name: 'blocked' }
  | { name: 'absent' }

export interface Device {
  deviceId: string
  label: string
}

export interface TestView {
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
  /** Of the microphone, 0 to 1 in tenths. */
  level: number
  /** He has been listened to for a while, and nothing was heard. */
  isSilent: boolean
  /** `asked`: the tone was played, and he is to say whether he heard it. */
  tone: 'ready' | 'playing' | 'asked' | 'refused'
  ways: { direct: WayState; relay: WayState }
  /** Why the server opened no test, in its words. */
  refusal: string | null
  /** What comes back. */
  remote: MediaStream | null
  /** Seconds of the measurement that are over. */
  measuredSec: number
  figures: LineFigures | null
  result: ReturnType<typeof judgeTest> | null
}

export const measureSec = 10

const allWaiting = Object.fromEntries(stepNames.map((name) => [name, 'waiting'])) as Record<
  StepName,
  StepState
>

export const freshView = (kind: CallKind): TestView => ({
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
  ways: { direct: { name: 'waiting' }, relay: { name: 'waiting' } },
  refusal: null,
  remote: null,
  measuredSec: 0,
  figures: null,
  result: null,
})

export const isRefusal = (problem: DeviceProblem | null): boolean =>
  problem === 'denied' || problem === 'insecure'

/** What was refused stands at the first step, once for both devices. */
export const isToldAtFirst = (device: 'camera' | 'microphone', { steps, problems }: TestView): boolean =>
  steps.permission !== 'passed' && isRefusal(problems[device])
