import type { CallKind } from '#contract/calls/calls.ts'
import { judgeLine, judgeTest, type TestFindings } from '#domain/calls/quality/pre-call-check.ts'
import { stopTracks } from '#web/calls/media/local-media.ts'
import { createStore, type Store } from '#web/shell/store.ts'
import type { CheckPorts } from './check-ports.ts'
import {
  type CheckView,
  freshView,
  isRefusal,
  isShownAtFirstStep,
  type StepName,
  type StepState,
  stepNames,
  wayOf,
} from './check-view.ts'
import { createLineCheck } from './connection-check.ts'
import { listenForVoice } from './voice.ts'

/** A pre-call check, step by step. No React; `close` closes everything it opened. */
export interface PreCallCheck {
  store: Store<CheckView>
  start(kind: CallKind): void
  /** Continues past a step that stopped, or that the member doesn't want to wait for. */
  goOn(): void
  /** Repeats a step, and those that build on it. */
  retry(step: StepName): void
  choose(device: 'camera' | 'microphone', deviceId: string): Promise<void>
  playTone(): void
  answerHeard(isHeard: boolean): void
  /** Releases devices, sound and room, and returns to the beginning. */
  close(options?: { keepalive?: boolean }): void
}

/** The steps that are repeated with a step. */
const builtOn: Record<StepName, readonly StepName[]> = {
  permission: ['camera', 'microphone', 'roundTrip'],
  camera: ['roundTrip'],
  microphone: ['roundTrip'],
  speaker: [],
  connection: ['roundTrip'],
  roundTrip: [],
}

export const createPreCallCheck = (ports: CheckPorts): PreCallCheck => {
  const store = createStore<CheckView>(freshView('video'))
  const line = createLineCheck(store, ports)
  let stopListening: (() => void) | null = null
  let stopTone: (() => void) | null = null
  /** Identifies the current run; results of an earlier one are ignored. */
  let run = Symbol('run')

  const begin = () => {
    run = Symbol('run')
    const own = run
    stopListening?.()
    stopListening = null
    stopTone?.()
    stopTone = null
    return () => run === own
  }
  const mark = (step: StepName, state: StepState) =>
    store.update({ steps: { ...store.get().steps, [step]: state } })
  const set = (step: StepName, state: StepState) =>
    store.update({ current: step, steps: { ...store.get().steps, [step]: state } })
  const release = () => {
    stopTracks(store.get().local)
    store.update({ local: null, remote: null, level: 0 })
  }

  const findings = (): TestFindings => {
    const { kind, steps, problems, ways, figures } = store.get()
    return {
      kind,
      microphone: problems.microphone ? 'unusable' : steps.microphone === 'passed' ? 'heard' : 'silent',
      camera: kind === 'voice' ? 'unneeded' : problems.camera ? 'unusable' : 'usable',
      speaker: steps.speaker === 'passed' ? 'heard' : steps.speaker === 'warned' ? 'unheard' : 'untested',
      way: wayOf(ways),
      line: figures,
    }
  }

  /** The first step that hasn't been done, or the verdict. */
  const advance = (): void => {
    const { steps } = store.get()
    const next = stepNames.find((name) => steps[name] === 'waiting')
    if (next) void runs[next](begin())
    else {
      begin()
      line.close()
      release()
      store.update({ stage: 'done', result: judgeTest(findings()) })
    }
  }
  const finish = (step: StepName, state: StepState) => {
    set(step, state)
    if (state === 'passed' || state === 'skipped') advance()
  }

  const acquire = async (isCurrent: () => boolean): Promise<boolean> => {
    release()
    const media = await ports.acquireMedia(store.get().kind)
    if (!isCurrent()) {
      stopTracks(media.stream)
      return false
    }
    const idOf = (track: MediaStreamTrack | undefined) => track?.getSettings().deviceId ?? null
    store.update({
      local: media.stream,
      problems: media.problems,
      cameraId: idOf(media.stream.getVideoTracks()[0]),
      microphoneId: idOf(media.stream.getAudioTracks()[0]),
    })
    const devices = await ports.devices()
    if (isCurrent()) store.update(devices)
    return isCurrent()
  }
  /** Requests again what a verdict or a new attempt has released. */
  const haveMedia = async (isCurrent: () => boolean): Promise<boolean> =>
    store.get().local !== null || acquire(isCurrent)

  const runs: Record<StepName, (isCurrent: () => boolean) => Promise<void>> = {
    permission: async (isCurrent) => {
      set('permission', 'running')
      if (!(await acquire(isCurrent))) return
      const { microphone, camera } = store.get().problems
      if (isRefusal(microphone)) return set('permission', 'failed')
      finish('permission', isRefusal(camera) ? 'warned' : 'passed')
    },
    camera: async (isCurrent) => {
      if (store.get().kind === 'voice') return finish('camera', 'skipped')
      set('camera', 'running')
      if (!(await haveMedia(isCurrent))) return
      if (!store.get().problems.camera) return finish('camera', 'passed')
      set('camera', 'warned')
      if (isShownAtFirstStep('camera', store.get())) advance()
    },
    microphone: async (isCurrent) => {
      set('microphone', 'running')
      if (!(await haveMedia(isCurrent))) return
      if (!store.get().problems.microphone) return listen()
      set('microphone', 'failed')
      if (isShownAtFirstStep('microphone', store.get())) advance()
    },
    speaker: async () => {
      store.update({ tone: 'ready' })
      set('speaker', 'asking')
    },
    connection: async (isCurrent) => {
      set('connection', 'running')
      const isReached = await line.connect()
      if (!isCurrent()) return
      finish('connection', isReached ? 'passed' : 'failed')
    },
    roundTrip: async (isCurrent) => {
      if (wayOf(store.get().ways) === 'none') return finish('roundTrip', 'skipped')
      set('roundTrip', 'running')
      if (!(await haveMedia(isCurrent))) return
      const { local, kind } = store.get()
      if (!local || local.getTracks().length === 0) return finish('roundTrip', 'skipped')
      const figures = await line.measure(local)
      if (!isCurrent()) return
      if (store.get().refusal) return set('roundTrip', 'failed')
      const hasPicture = kind === 'video' && local.getVideoTracks().length > 0
      const judged = figures && judgeLine(figures, hasPicture ? 'video' : 'voice').verdict
      set(
        'roundTrip',
        !judged || judged === 'impossible' ? 'failed' : judged === 'unstable' ? 'warned' : 'passed',
      )
      // The verdict says what to do, whatever the measurement showed.
      advance()
    },
  }

  const listen = () => {
    const { local } = store.get()
    stopListening?.()
    store.update({ level: 0, isSilent: false })
    if (!local) return
    stopListening = listenForVoice(ports.listen(local), {
      onLevel: (level) => store.update({ level }),
      onSilent: () => store.update({ isSilent: true }),
      onVoice: () => {
        store.update({ level: 0, isSilent: false })
        finish('microphone', 'passed')
      },
    })
  }

  const close: PreCallCheck['close'] = (options) => {
    begin()
    line.close(options)
    release()
    store.set(freshView(store.get().kind))
  }

  return {
    store,
    start: (kind) => {
      close()
      store.set({ ...freshView(kind), stage: 'running' })
      advance()
    },
    goOn: () => {
      const { current, steps, refusal } = store.get()
      const state = steps[current]
      if (current === 'microphone' && state === 'running') set(current, 'warned')
      if (current === 'speaker' && state === 'asking') set(current, 'skipped')
      const hasRefusal = refusal !== null && (current === 'connection' || current === 'roundTrip')
      if (store.get().steps[current] !== 'running' && !hasRefusal) advance()
    },
    retry: (wanted) => {
      const { steps, problems } = store.get()
      const isDevice = wanted === 'camera' || wanted === 'microphone'
      const step = isDevice && isRefusal(problems[wanted]) ? 'permission' : wanted
      if (isDevice && problems[wanted]) release()
      const again = new Set<StepName>([step, ...builtOn[step]])
      const states = stepNames.map((name) => [name, again.has(name) ? 'waiting' : steps[name]] as const)
      const isLineAgain = again.has('roundTrip')
      store.update({
        stage: 'running',
        result: null,
        steps: Object.fromEntries(states) as CheckView['steps'],
        ...(isLineAgain && { figures: null, measuredSec: 0, refusal: null }),
      })
      if (isLineAgain) line.close()
      advance()
    },
    choose: async (device, deviceId) => {
      const { local, steps } = store.get()
      if (!local || steps.roundTrip === 'running') return
      const old = device === 'camera' ? local.getVideoTracks()[0] : local.getAudioTracks()[0]
      // A phone opens one camera at a time, so the old one is closed first.
      old?.stop()
      const wish = { deviceId: { exact: deviceId } }
      const track = await ports.openTrack(device === 'camera' ? { video: wish } : { audio: wish })
      if (store.get().local !== local) return track?.stop()
      if (old) local.removeTrack(old)
      if (track) local.addTrack(track)
      store.update({
        problems: { ...store.get().problems, [device]: track ? null : 'inUse' },
        ...(device === 'camera' ? { cameraId: deviceId } : { microphoneId: deviceId }),
      })
      const isHere = store.get().current === device
      if (device === 'microphone') {
        if (isHere) begin()
        mark('microphone', track ? (isHere ? 'running' : steps.microphone) : 'failed')
        if (isHere && track) listen()
      } else if (isHere && track) finish('camera', 'passed')
      else mark('camera', track ? 'passed' : 'warned')
    },
    playTone: () => {
      const isCurrent = begin()
      const tone = ports.playTone()
      stopTone = tone.stop
      set('speaker', 'asking')
      store.update({ tone: 'playing' })
      void tone.over.then((isPlayed) => {
        if (isCurrent()) store.update({ tone: isPlayed ? 'asked' : 'refused' })
      })
    },
    answerHeard: (isHeard) => finish('speaker', isHeard ? 'passed' : 'warned'),
    close,
  }
}
