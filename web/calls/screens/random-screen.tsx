import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { defaultRates } from '#contract/calls/calls.ts'
import { waitEstimateText, waitPlaceText } from '#domain/calls/random/random-search.ts'
import { callTextsFor, callTypeOf, endMessage } from '#domain/calls/texts.ts'
import { NotFoundPage } from '#web/layout/status-pages.tsx'
import { useSession } from '#web/session/session.tsx'
import { useMe } from '#web/session/use-me.ts'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { useNow, useStore } from '#web/shell/use-store.ts'
import { clock } from '#web/text/format.ts'
import { callKindLongText } from '#web/text/states.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { PriceTag } from '#web/ui/points/price-tag.tsx'
import styles from '../before-call/before-call.module.css'
import { deviceSwitches, SwitchedOff } from '../before-call/device-switches.tsx'
import { DevicesBlocked } from '../before-call/devices-blocked.tsx'
import { FirstCallOffer } from '../before-call/first-call-offer.tsx'
import { PermissionHint, Rate, WaitingPanel } from '../before-call/waiting-panel.tsx'
import { allowSound, useRemoteElement } from '../in-call/remote-media.tsx'
import { SelfView } from '../in-call/self-view.tsx'
import { browserCallPorts } from '../session/browser-call-ports.ts'
import { isRunning } from '../session/call-view.ts'
import { RandomCall, type RandomStage, type RandomView } from '../session/dialling/random-call.ts'
import { useCallOwner } from '../session/use-call-owner.ts'
import { useLeaveOnClose } from '../session/use-leave-on-close.ts'
import { CallBar } from './call-bar.tsx'
import { CallFrame, DarkCallFrame } from './call-frame.tsx'
import { Room } from './call-room.tsx'
import { Controls } from './controls.tsx'
import { useLeaveCallScreen } from './use-leave-call-screen.ts'

const title = 'ランダム通話'
/** Random calls are matched at the standard price or below. */
const highestRate = defaultRates.video
const call = { kind: 'video', dialled: true, origin: 'random', role: 'caller', connectedAt: null } as const
const texts = callTextsFor(callTypeOf(call), call.role)

/** A video call with the broadcaster who waits longest. Only callers see it. */
export const RandomScreen = ({ wasTapped }: { wasTapped: boolean }) => {
  const { status } = useSession({ required: true })
  const me = useMe()
  if (status !== 'authenticated' || me.isPending) return <DarkCallFrame />
  return me.data?.role === 'broadcaster' ? <NotFoundPage /> : <Random wasTapped={wasTapped} />
}

const Random = ({ wasTapped }: { wasTapped: boolean }) => {
  const element = useRemoteElement('random')
  const random = useCallOwner(
    'random',
    () => new RandomCall(browserCallPorts, { wasTapped }),
    (owner) => {
      const { stage } = owner.store.get()
      if (stage.name !== 'calling') return null
      const { session, entry } = stage
      if (!isRunning(session.store.get().stage)) return null
      return { screenKey: 'random', owner, session, entry, element, Bar: CallBar }
    },
  )
  return random ? <Search random={random} element={element} /> : <DarkCallFrame />
}

const Search = ({ random, element }: { random: RandomCall; element: HTMLVideoElement }) => {
  const { stage, preview, unanswered, switches } = useStore(random.store)
  const leaveScreen = useLeaveCallScreen()
  const hasLeft = stage.name === 'left'
  const search = () => {
    allowSound(element)
    random.search()
  }
  useLeaveOnClose(random)
  usePageTitle(title)
  const goBack = useEffectEvent(() =>
    leaveScreen({ to: paths.home(), partnerId: null, staysPut: true, isIncoming: false }),
  )
  useEffect(() => {
    if (hasLeft) goBack()
  }, [hasLeft])
  if (stage.name === 'calling') {
    const { session, entry } = stage
    return (
      <Room
        key={entry.match?.callId ?? ''}
        session={session}
        entry={entry}
        element={element}
        // The search continues, asks, or leads home.
        isTakenOver={({ endReason, connectedAt }) => connectedAt === null && random.takesOver(endReason)}
      />
    )
  }
  if (stage.name === 'blocked') {
    return (
      <DevicesBlocked
        name={title}
        status={callKindLongText.video}
        avatarId={null}
        problems={stage.problems}
        onRetry={search}
        onGoOn={stage.canGoOn ? () => random.goOnWithoutDevices() : null}
        onLeave={() => random.leave()}
      />
    )
  }
  return (
    <CallFrame
      name={title}
      status={callKindLongText.video}
      behind={preview ? <SelfView stream={preview} isCameraOn={switches.camera} large /> : null}
      bottom={
        <>
          {stage.name === 'confirm' ? <FirstCallOffer /> : null}
          <Actions stage={stage} onSearch={search} />
          <Controls
            left={deviceSwitches({
              kind: 'video',
              switches,
              switchDevice: (...to) => random.switchDevice(...to),
            })}
            end={{ label: 'やめる', onClick: () => random.leave(), disabled: hasLeft }}
          />
        </>
      }
    >
      <SearchStatus stage={stage} unanswered={unanswered} switches={switches} />
    </CallFrame>
  )
}

const SearchButton = ({ onSearch, label }: { onSearch: () => void; label: string }) => (
  <Button variant="primary" size="l" block onClick={onSearch}>
    {label}
    <span className={styles.highest}>
      最大
      <PriceTag amount={highestRate} />
    </span>
  </Button>
)

const Actions = ({ stage, onSearch }: { stage: RandomStage; onSearch: () => void }) => {
  switch (stage.name) {
    case 'confirm':
      return (
        <div className={styles.actions}>
          <SearchButton onSearch={onSearch} label="お相手をさがす" />
        </div>
      )
    case 'asking':
      return (
        <div className={styles.actions}>
          <SearchButton onSearch={onSearch} label="もう一度さがす" />
        </div>
      )
    case 'refused':
      return (
        <div className={styles.actions}>
          {stage.isPointless ? (
            <ButtonLink variant="primary" size="l" block to={paths.purchase()}>
              ポイントを購入する
            </ButtonLink>
          ) : (
            <SearchButton onSearch={onSearch} label="もう一度ためす" />
          )}
        </div>
      )
    default:
      return null
  }
}

const SearchStatus = ({ stage, unanswered, switches }: Omit<RandomView, 'preview'>) => {
  const switchedOff = <SwitchedOff kind="video" switches={switches} />
  switch (stage.name) {
    case 'confirm':
      return (
        <WaitingPanel avatarId={null} title="だれにつながるかは、お楽しみ">
          <p>{texts.prompt}</p>
          {switchedOff}
          <Rate amount={highestRate} isHighest />
        </WaitingPanel>
      )
    case 'devices':
      return (
        <WaitingPanel avatarId={null} title="準備しています">
          <PermissionHint kind="video" switches={switches} />
          {switchedOff}
        </WaitingPanel>
      )
    case 'waiting':
      return <Waiting stage={stage} unanswered={unanswered} switchedOff={switchedOff} />
    case 'asking':
      return (
        <WaitingPanel avatarId={null} small title="応答がありませんでした">
          <p>{unanswered}人の方におかけしましたが、応答がありませんでした。続けておさがししますか？</p>
        </WaitingPanel>
      )
    case 'refused':
      return (
        <WaitingPanel
          avatarId={null}
          small
          title={stage.isPointless ? 'ポイントが不足しています' : 'おつなぎできませんでした'}
        >
          <p>{stage.isPointless ? endMessage('pointless', call) : stage.message}</p>
        </WaitingPanel>
      )
    default:
      return <WaitingPanel avatarId={null} title="確認しています" />
  }
}

const Waiting = ({
  stage: { wait, since },
  unanswered,
  switchedOff,
}: {
  stage: Extract<RandomStage, { name: 'waiting' }>
  unanswered: number
  switchedOff: ReactNode
}) => {
  const estimate = wait && waitEstimateText(wait.estimateSec)
  return (
    <WaitingPanel
      avatarId={null}
      isCalling
      title={unanswered > 0 ? '次のお相手をさがしています' : 'お相手をさがしています'}
    >
      {unanswered > 0 ? <p>応答がありませんでした。ほかの方におつなぎします。</p> : null}
      <p role="status">
        {wait ? `${waitPlaceText(wait.ahead)}${estimate ? `・${estimate}` : ''}` : '順番を確認しています'}
      </p>
      <Waited since={since} />
      {switchedOff}
      <Rate amount={highestRate} isHighest />
    </WaitingPanel>
  )
}

const Waited = ({ since }: { since: number }) => (
  <p className="num">待ち時間 {clock((useNow(1_000) - since) / 1000)}</p>
)
