import { permissionHelp } from '#domain/calls/permission-help.ts'
import { adviceTexts, verdictTexts } from '#domain/calls/quality/pre-call-check.ts'
import { type DeviceHelp, deviceHelp } from '#web/calls/media/device-texts.ts'
import { type CheckView, isShownAtFirstStep, type StepName, type StepState, stepNames } from './check-view.ts'

export const stepTitle = (step: StepName, { kind }: Pick<CheckView, 'kind'>): string =>
  ({
    permission: kind === 'video' ? 'カメラとマイクの許可' : 'マイクの許可',
    camera: 'カメラ',
    microphone: 'マイク',
    speaker: 'スピーカー',
    connection: '通話サーバーへの接続',
    roundTrip: kind === 'video' ? '映像と声の往復' : '声の往復',
  })[step]

const stateTexts: Record<StepState, string> = {
  waiting: 'これから',
  running: '確認中',
  asking: 'お試しください',
  passed: 'OK',
  warned: '注意',
  failed: '使えません',
  skipped: '省略',
}
const specialTexts: Partial<Record<StepName, Partial<Record<StepState, string>>>> = {
  permission: { warned: '一部だけ', failed: '許可なし' },
  camera: { warned: '使えません' },
  microphone: { warned: '未確認' },
  speaker: { warned: '聞こえません' },
  connection: { failed: 'つながりません' },
  roundTrip: { warned: '不安定', failed: 'よくありません' },
}

/** The state of a step, as a word. */
export const stateText = (step: StepName, { kind, steps }: Pick<CheckView, 'kind' | 'steps'>): string => {
  if (step === 'camera' && kind === 'voice' && steps.camera === 'skipped') return '使いません'
  return specialTexts[step]?.[steps[step]] ?? stateTexts[steps[step]]
}

type Problems = CheckView['problems']

/** Why these devices can't be used and what to do; after a refusal, where this browser has its settings. */
export const problemHelp = (problems: Problems, userAgent: string): Pick<DeviceHelp, 'title' | 'help'> => {
  const { title, help } = deviceHelp(problems)
  const isDenied = problems.microphone === 'denied' || (!problems.microphone && problems.camera === 'denied')
  const device =
    problems.microphone && problems.camera ? 'カメラとマイク' : problems.camera ? 'カメラ' : 'マイク'
  return { title, help: isDenied ? permissionHelp(userAgent, device) : help }
}

/** What stopped a step, as a sentence; null while nothing has. */
const stopOf = (step: StepName, view: CheckView, userAgent: string): string | null => {
  const { steps, problems, refusal, tone } = view
  if (steps[step] !== 'failed' && steps[step] !== 'warned') return null
  if (step === 'permission') return problemHelp(problems, userAgent).title
  if (step === 'camera' || step === 'microphone') {
    if (isShownAtFirstStep(step, view)) return null
    const none = { microphone: null, camera: null }
    return problems[step] && problemHelp({ ...none, [step]: problems[step] }, userAgent).title
  }
  if (step === 'speaker') return tone === 'asked' ? adviceTexts.speakerUnheard : null
  return refusal ?? (step === 'connection' ? adviceTexts.unreachable : null)
}

/** The announcement for a screen reader as the check goes on. */
export const announcementOf = (view: CheckView, userAgent: string): string => {
  const { stage, current, result } = view
  if (stage === 'intro') return ''
  if (stage === 'done' && result) {
    const { title, text } = verdictTexts[result.verdict]
    return [`結果は「${title}」。`, text, ...result.advice.map((code) => adviceTexts[code])].join('')
  }
  const count = `${stepNames.length}つのうち${stepNames.indexOf(current) + 1}つ目`
  const stop = stopOf(current, view, userAgent)
  return `${count}、${stepTitle(current, view)}。${stateText(current, view)}。${stop ?? ''}`
}

/** 850 kbps, 1.2 Mbps. */
export const bitrateText = (kbps: number): { value: string; unit: string } =>
  kbps >= 1_000
    ? { value: (kbps / 1_000).toFixed(1), unit: 'Mbps' }
    : { value: String(Math.round(kbps)), unit: 'kbps' }

/** 0.1秒 or more: nobody notices less. */
export const secondsText = (ms: number): string => `${Math.max(0.1, ms / 1_000).toFixed(1)}秒`
