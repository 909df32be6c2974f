import { Volume2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { adviceTexts } from '#domain/calls/quality/pre-call-check.ts'
import { allOn } from '#web/calls/media/device-memory.ts'
import { devicesOf } from '#web/calls/media/device-texts.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { FigureList } from '#web/ui/panel.tsx'
import {
  type CheckView,
  isShownAtFirstStep,
  measureSec,
  type PathState,
  type StepName,
} from './check-view.ts'
import { DeviceChoice } from './device-choice.tsx'
import { Picture } from './picture.tsx'
import type { PreCallCheck } from './pre-call-check.ts'
import { bitrateText, problemHelp, secondsText } from './step-texts.ts'
import styles from './steps.module.css'

interface BodyProps {
  check: PreCallCheck
  view: CheckView
}

const Actions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>

/** Past steps are read-only until the verdict offers them again. */
const canTry = ({ stage, current }: CheckView, step: StepName): boolean =>
  stage === 'done' || current === step

/** Something stopped the step: what, how to fix it (unless the verdict says it), and how to continue. */
const Stopped = ({
  check,
  view,
  step,
  title,
  children,
  goOn,
}: BodyProps & { step: StepName; title?: string; children?: ReactNode; goOn?: string | null }) => (
  <>
    {title ? <h3>{title}</h3> : null}
    {children ? <p>{children}</p> : null}
    {canTry(view, step) ? (
      <Actions>
        <Button variant={view.stage === 'done' ? 'quiet' : 'primary'} onClick={() => check.retry(step)}>
          もう一度ためす
        </Button>
        {view.stage === 'running' && goOn ? (
          <Button variant="quiet" onClick={() => check.goOn()}>
            {goOn}
          </Button>
        ) : null}
      </Actions>
    ) : null}
  </>
)

const none: CheckView['problems'] = { microphone: null, camera: null }

const Permission = ({ check, view }: BodyProps) => {
  const { steps, kind, problems } = view
  if (steps.permission === 'running')
    return <p>ブラウザにたずねられたら、{devicesOf(kind, allOn)}を「許可」にしてください。</p>
  if (steps.permission !== 'failed' && steps.permission !== 'warned') return null
  const { title, help } = problemHelp(problems, navigator.userAgent)
  return (
    <Stopped {...{ check, view }} step="permission" title={title} goOn="このまま続ける">
      {help}
    </Stopped>
  )
}

const Camera = ({ check, view }: BodyProps) => {
  const { steps, stage, problems, local, cameras, cameraId } = view
  const choice = (
    <DeviceChoice
      label="使うカメラ"
      devices={cameras}
      chosenId={cameraId}
      onChoose={(deviceId) => void check.choose('camera', deviceId)}
    />
  )
  if (isShownAtFirstStep('camera', view)) return null
  if (steps.camera === 'warned' && problems.camera) {
    const { title, help } = problemHelp({ ...none, camera: problems.camera }, navigator.userAgent)
    return (
      <>
        <Stopped {...{ check, view }} step="camera" title={title} goOn="カメラなしで続ける">
          {help}
          <br />
          カメラを使えなくても、音声通話で話せます。
        </Stopped>
        {stage === 'running' ? choice : null}
      </>
    )
  }
  if (stage !== 'running' || steps.camera !== 'passed' || steps.roundTrip === 'running') return null
  return (
    <>
      <Picture stream={local} caption="あなたの映像" mirrored />
      {choice}
    </>
  )
}

const levelBars = 10

const Level = ({ level }: { level: number }) => (
  <div className={styles.level}>
    <meter className="vh" aria-label="マイクの音の大きさ" value={level} />
    {Array.from({ length: levelBars }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: fixed bars
      <i key={index} className={classes(index < level * levelBars && styles.on)} />
    ))}
  </div>
)

const Microphone = ({ check, view }: BodyProps) => {
  const { steps, stage, problems, microphones, microphoneId, level, isSilent } = view
  if (isShownAtFirstStep('microphone', view)) return null
  if (steps.microphone === 'failed' && problems.microphone) {
    const { title, help } = problemHelp({ ...none, microphone: problems.microphone }, navigator.userAgent)
    return (
      <Stopped {...{ check, view }} step="microphone" title={title} goOn="マイクなしで続ける">
        {help}
      </Stopped>
    )
  }
  if (steps.microphone === 'warned' && stage === 'done')
    return <Stopped {...{ check, view }} step="microphone" />
  if (steps.microphone !== 'running') return null
  return (
    <>
      <p>
        {isSilent
          ? 'まだ声が聞こえません。ミュートになっていないか、別のマイクが選ばれていないか、ご確認ください。'
          : 'ふつうの声で、何か話してみてください。'}
      </p>
      <Level level={level} />
      <DeviceChoice
        label="使うマイク"
        devices={microphones}
        chosenId={microphoneId}
        onChoose={(deviceId) => void check.choose('microphone', deviceId)}
      />
      <Actions>
        <Button variant="quiet" onClick={() => check.goOn()}>
          話さずに次へ
        </Button>
      </Actions>
    </>
  )
}

const Speaker = ({ check, view }: BodyProps) => {
  const { steps, stage, tone } = view
  const play = (label: string, variant: 'primary' | 'quiet' = 'primary') => (
    <Button variant={variant} icon={Volume2} busy={tone === 'playing'} onClick={() => check.playTone()}>
      {tone === 'playing' ? '鳴らしています' : label}
    </Button>
  )
  if (steps.speaker === 'warned')
    return stage === 'done' ? (
      <Stopped {...{ check, view }} step="speaker" />
    ) : (
      <>
        <p>{adviceTexts.speakerUnheard}</p>
        {canTry(view, 'speaker') ? (
          <Actions>
            {play('もう一度鳴らす')}
            <Button variant="quiet" onClick={() => check.goOn()}>
              このまま続ける
            </Button>
          </Actions>
        ) : null}
      </>
    )
  if (steps.speaker !== 'asking') return null
  if (tone === 'asked')
    return (
      <>
        <p>音が聞こえましたか？</p>
        <Actions>
          <Button variant="primary" onClick={() => check.answerHeard(true)}>
            聞こえました
          </Button>
          <Button variant="quiet" onClick={() => check.answerHeard(false)}>
            聞こえません
          </Button>
          <Button variant="quiet" onClick={() => check.playTone()}>
            もう一度鳴らす
          </Button>
        </Actions>
      </>
    )
  return (
    <>
      <p>
        {tone === 'refused'
          ? 'ブラウザが音を止めています。もう一度押してください。'
          : '短い音が鳴ります。音量を確かめてから、押してください。'}
      </p>
      <Actions>
        {play('音を鳴らす')}
        {tone === 'playing' ? null : (
          <Button variant="quiet" onClick={() => check.goOn()}>
            鳴らさずに次へ
          </Button>
        )}
      </Actions>
    </>
  )
}

const pathText = (way: PathState): string => {
  switch (way.name) {
    case 'open':
      return `つながりました（${secondsText(way.afterMs)}）`
    case 'blocked':
      return 'つながりません'
    case 'trying':
      return '確認中'
    case 'waiting':
    case 'absent':
      return 'これから'
  }
}

const Connection = ({ check, view }: BodyProps) => {
  const { steps, stage, ways, refusal } = view
  if (steps.connection === 'waiting') return null
  const rows = [
    { label: '直接（UDP）', way: ways.direct },
    ...(ways.relay.name === 'absent' ? [] : [{ label: '中継サーバー経由', way: ways.relay }]),
  ]
  return (
    <>
      {refusal ? null : (
        <dl className={styles.ways}>
          {rows.map(({ label, way }) => (
            <div key={label} data-way={way.name}>
              <dt>{label}</dt>
              <dd>{pathText(way)}</dd>
            </div>
          ))}
        </dl>
      )}
      {steps.connection === 'failed' ? (
        <Stopped {...{ check, view }} step="connection" goOn={refusal ? null : '結果を見る'}>
          {refusal ?? (stage === 'done' ? null : adviceTexts.unreachable)}
        </Stopped>
      ) : null}
    </>
  )
}

const figureItems = ({
  receivedKbps,
  lossPercent,
  roundTripMs,
  jitterMs,
}: NonNullable<CheckView['figures']>) => [
  { label: '届いた量', ...bitrateText(receivedKbps) },
  { label: '損失', value: lossPercent.toFixed(1), unit: '%' },
  { label: '往復', value: String(Math.round(roundTripMs)), unit: 'ms' },
  { label: 'ゆらぎ', value: String(Math.round(jitterMs)), unit: 'ms' },
]

const RoundTrip = ({ check, view }: BodyProps) => {
  const { steps, stage, kind, local, remote, measuredSec, figures, refusal } = view
  const isRunning = steps.roundTrip === 'running'
  const hasPicture = kind === 'video' && (local?.getVideoTracks().length ?? 0) > 0
  return (
    <>
      {isRunning ? (
        <>
          <p>
            {hasPicture ? '映像と声' : '声'}を通話サーバーへ送り、戻ってくるまでを{measureSec}
            秒ほど測ります。音は鳴りません。
          </p>
          {hasPicture ? (
            <div className={styles.pictures}>
              <Picture stream={local} caption="送る映像" />
              <Picture stream={remote} caption="戻った映像" />
            </div>
          ) : null}
          <progress className={styles.progress} aria-label="測定" max={measureSec} value={measuredSec} />
        </>
      ) : null}
      {figures ? <FigureList items={figureItems(figures)} /> : null}
      {steps.roundTrip === 'failed' || (steps.roundTrip === 'warned' && stage === 'done') ? (
        <Stopped {...{ check, view }} step="roundTrip">
          {refusal}
        </Stopped>
      ) : null}
    </>
  )
}

export const stepBodies: Record<StepName, (props: BodyProps) => ReactNode> = {
  permission: Permission,
  camera: Camera,
  microphone: Microphone,
  speaker: Speaker,
  connection: Connection,
  roundTrip: RoundTrip,
}
