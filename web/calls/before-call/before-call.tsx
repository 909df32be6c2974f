import { BellRing, Phone, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CallKind, CallOrigin } from '#contract/calls/calls.ts'
import { incrementMs } from '#contract/points/points.ts'
import { callTextsFor, callTypeOf } from '#domain/calls/texts.ts'
import { incrementPoints } from '#domain/points/increment.ts'
import { AvailabilityButton } from '#web/people/availability-button.tsx'
import { points } from '#web/text/format.ts'
import { callKindLongText } from '#web/text/states.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { CallButton } from '#web/ui/points/call-button.tsx'
import { PriceTag } from '#web/ui/points/price-tag.tsx'
import { SelfView } from '../in-call/self-view.tsx'
import { useHiddenRing, useRinging, useTitleBlink } from '../ringing/use-ringing.ts'
import { CallFrame, CallSafety } from '../screens/call-frame.tsx'
import { Controls } from '../screens/controls.tsx'
import type { CallSession } from '../session/call-session.ts'
import {
  type CallPartner,
  type CallStage,
  type CallView,
  isDialling,
  isRunning,
} from '../session/call-view.ts'
import styles from './before-call.module.css'
import { deviceSwitches, SwitchedOff } from './device-switches.tsx'
import { DevicesBlocked } from './devices-blocked.tsx'
import { FirstCallOffer } from './first-call-offer.tsx'
import { Reward } from './reward.tsx'
import { PermissionHint, Rate, WaitingPanel } from './waiting-panel.tsx'

const dialTitles = {
  looking: '確認しています',
  devices: '準備しています',
  requesting: '呼び出しています',
  ringing: '呼び出しています',
  connecting: 'つないでいます',
  inCall: 'つないでいます',
  leaving: '終了しています',
} as const satisfies Partial<Record<CallStage['name'], string>>

/** The browser may be asking for the devices. */
const isAsking = (stage: CallStage): boolean => stage.name === 'devices' && !stage.openAtOnce

/** Devices that open without a question are no step of their own. */
const dialTitleOf = (stage: CallStage): string => {
  const name = stage.name === 'devices' && stage.openAtOnce ? 'requesting' : stage.name
  return dialTitles[name as keyof typeof dialTitles] ?? ''
}

const resumingTitle = '通話に戻っています'

export interface BeforeCallProps {
  session: CallSession
  view: CallView
  person: CallPartner
  kind: CallKind
  origin: CallOrigin
  isCaller: boolean
  /** The partner's picture, which begins on this screen. */
  early: ReactNode
  /** Called first in every tap that may lead into the call: it allows the partner's sound. */
  onTap: () => void
}

/** For a caller the price is on the button that dials. */
const DialButton = ({
  kind,
  word,
  rate,
  name,
  onDial,
}: {
  kind: CallKind
  word: string
  rate: number | null
  name: string
  onDial: (shownRate: number | null) => void
}) => (
  <div className={styles.actions}>
    {rate === null ? (
      <Button variant="primary" size="l" block onClick={() => onDial(null)}>
        {word}
      </Button>
    ) : (
      <CallButton
        kind={kind}
        word={word}
        ratePointsPerMin={rate}
        name={name}
        variant="solid"
        size="l"
        onClick={() => onDial(rate)}
      />
    )}
  </div>
)

/** The own picture behind a screen before the call; the partner sees it only in the call. */
const OwnPicture = ({ kind, view: { preview, switches } }: Pick<BeforeCallProps, 'kind' | 'view'>) =>
  kind === 'video' && preview ? <SelfView stream={preview} isCameraOn={switches.camera} large /> : null

/** Dialling: the price first when it wasn't shown yet, then the ring. */
export const Dialling = (props: BeforeCallProps) => {
  const { session, view, early, person, kind, origin, isCaller, onTap } = props
  const { stage, call, switches } = view
  const rate = call?.ratePointsPerMin ?? person.rates?.[kind] ?? null
  const isRinging = isDialling(stage)
  useRinging(isRinging ? 'outgoing' : null)
  const texts = callTextsFor(
    callTypeOf({ kind, dialled: true, origin: call?.origin ?? origin }),
    isCaller ? 'caller' : 'broadcaster',
  )
  const isConfirming = stage.name === 'confirm'
  const hasCall = view.isResuming || isRunning(stage)
  const dial = (shownRate: number | null) => {
    onTap()
    session.dial(shownRate)
  }
  return (
    <CallFrame
      name={person.name}
      status={callKindLongText[kind]}
      behind={OwnPicture(props)}
      early={early}
      isFirst
      bottom={
        <>
          {isConfirming || isAsking(stage) ? <FirstCallOffer /> : null}
          {isConfirming ? (
            <DialButton
              kind={kind}
              word={texts.actionButton}
              rate={isCaller ? rate : null}
              name={person.name}
              onDial={dial}
            />
          ) : null}
          <Controls
            left={deviceSwitches({ kind, switches, switchDevice: (...to) => session.switchDevice(...to) })}
            end={{
              label: hasCall ? '通話を終える' : isConfirming ? 'やめる' : '発信をやめる',
              onClick: () => session.hangUp(),
              disabled: stage.name === 'leaving',
            }}
          />
        </>
      }
    >
      <WaitingPanel
        avatarId={person.avatarId}
        isCalling={isRinging}
        title={
          view.isResuming
            ? resumingTitle
            : isConfirming
              ? `${person.name ? `${person.name}さんに` : ''}${callKindLongText[kind]}`
              : dialTitleOf(stage)
        }
      >
        {isAsking(stage) ? (
          <PermissionHint kind={kind} switches={switches} />
        ) : view.isResuming ? null : (
          <p>{texts.prompt}</p>
        )}
        <SwitchedOff kind={kind} switches={switches} />
        {isCaller && rate !== null && !isAsking(stage) && !view.isResuming ? <Rate amount={rate} /> : null}
        <Reward call={call} />
      </WaitingPanel>
    </CallFrame>
  )
}

/** A browser keeps a page silent until it is touched: one touch anywhere, best here, lets it ring. */
const RingHint = ({ onTap }: { onTap: () => void }) => (
  <Button variant="tonal" icon={BellRing} onClick={onTap}>
    タップすると着信音が鳴ります
  </Button>
)

const incomingTitle = ({ isResuming, stage }: CallView, { name }: CallPartner): string => {
  if (isResuming) return resumingTitle
  if (stage.name === 'leaving') return '終了しています'
  return name ? `${name}さんから着信` : '着信'
}

/** Whether the member has answered, and the call's own screen isn't there yet. */
const isAnswered = (stage: CallStage): boolean =>
  stage.name === 'answering' || stage.name === 'devices' || isRunning(stage)

/** A call rings here: the partner, the kind, and for a caller the price on the button that answers. */
export const Incoming = (props: BeforeCallProps) => {
  const { session, view, early, person, kind, origin, isCaller, onTap } = props
  const { stage, call, switches } = view
  const isRinging = stage.name === 'incoming'
  const ringing = useRinging(isRinging ? 'incoming' : null)
  useHiddenRing(isRinging ? call : null)
  useTitleBlink(isRinging ? `【着信中】${person.name ? `${person.name}さん` : '今宵 Koyoi'}` : null)
  const texts = callTextsFor(
    callTypeOf({ kind, dialled: false, origin: call?.origin ?? origin }),
    isCaller ? 'caller' : 'broadcaster',
  )
  const isBusy = isAnswered(stage)
  const rate = call?.ratePointsPerMin ?? null
  return (
    <CallFrame
      name={view.isResuming ? person.name : callKindLongText[kind]}
      status={view.isResuming ? callKindLongText[kind] : undefined}
      topRight={<CallSafety view={view} />}
      behind={OwnPicture(props)}
      early={early}
      isFirst
      bottom={
        <>
          <div className={styles.actions} hidden={view.isResuming}>
            <button
              type="button"
              className={styles.answer}
              aria-busy={isBusy || undefined}
              disabled={(!isRinging && !isBusy) || (isCaller && call === null)}
              onClick={() => {
                onTap()
                session.answer()
              }}
            >
              <Icon of={kind === 'video' ? Video : Phone} />
              {texts.actionButton}
              {rate === null ? null : <PriceTag amount={rate} />}
            </button>
          </div>
          <Controls
            left={deviceSwitches({ kind, switches, switchDevice: (...to) => session.switchDevice(...to) })}
            end={{
              label: view.isResuming || isRunning(stage) ? '通話を終える' : '応答しない',
              onClick: () => session.hangUp(),
              disabled: stage.name === 'leaving',
            }}
          />
        </>
      }
    >
      <WaitingPanel avatarId={person.avatarId} isCalling={isRinging} title={incomingTitle(view, person)}>
        {isAsking(stage) ? (
          <PermissionHint kind={kind} switches={switches} />
        ) : view.isResuming ? null : (
          <p>{texts.prompt}</p>
        )}
        <SwitchedOff kind={kind} switches={switches} />
        {isRinging && view.preview && switches.camera ? (
          <p>あなたの映像は、応答するまで届きません。</p>
        ) : null}
        {rate !== null && !isAsking(stage) && !view.isResuming ? (
          <p>
            {incrementMs / 1000}秒ごとに{points(incrementPoints(rate))}を使います。
          </p>
        ) : null}
        <Reward call={call} />
        {ringing.isBlocked ? <RingHint onTap={ringing.unblock} /> : null}
      </WaitingPanel>
    </CallFrame>
  )
}

/** A device can't be used. */
export const Blocked = ({
  session,
  person,
  kind,
  onTap,
  stage,
}: BeforeCallProps & { stage: Extract<CallStage, { name: 'blocked' }> }) => (
  <DevicesBlocked
    name={person.name}
    status={callKindLongText[kind]}
    avatarId={person.avatarId}
    problems={stage.problems}
    onRetry={() => {
      onTap()
      session.retryDevices()
    }}
    onGoOn={
      stage.canGoOn
        ? () => {
            onTap()
            session.goOnWithoutDevices()
          }
        : null
    }
    onLeave={() => session.hangUp()}
  />
)

/** The server refused: its sentence, and a link back. */
export const Refused = ({
  session,
  person,
  kind,
  isCaller,
  onTap,
  stage,
}: BeforeCallProps & { stage: Extract<CallStage, { name: 'refused' }> }) => {
  const rate = isCaller ? (person.rates?.[kind] ?? null) : null
  const dial = () => {
    onTap()
    session.dial(rate)
  }
  return (
    <CallFrame
      name={person.name}
      status={callKindLongText[kind]}
      bottom={
        <div className={styles.actions}>
          <Button variant="primary" size="l" block onClick={() => session.hangUp()}>
            戻る
          </Button>
          {stage.offlineId !== undefined ? (
            <AvailabilityButton person={{ id: stage.offlineId, name: person.name }} />
          ) : null}
          {stage.canRetry ? (
            <Button variant="quiet" block onClick={dial}>
              もう一度かける
              {rate === null ? null : <PriceTag amount={rate} />}
            </Button>
          ) : null}
        </div>
      }
    >
      <WaitingPanel avatarId={person.avatarId} small title={stage.message} />
    </CallFrame>
  )
}
