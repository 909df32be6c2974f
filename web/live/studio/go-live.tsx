import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { EndpointSpec, OutputOf } from '#contract/core/endpoint.ts'
import { type LiveRates, liveRoomEndpoints, liveTitleMax } from '#contract/live/rooms.ts'
import type { RateBounds } from '#contract/people/rates.ts'
import { graphemeCount } from '#domain/text/written.ts'
import { SubPage } from '#web/layout/sub-page.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { useStore } from '#web/shell/use-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { MenuEditor } from '../flow/menu-editor.tsx'
import { EncoderPanel } from './encoder-panel.tsx'
import styles from './go-live.module.css'
import { isCutOff } from './line/line-check.ts'
import { LineCheckPanel } from './line/line-check-panel.tsx'
import { useLineCheck } from './line/use-line-check.ts'
import {
  firstDraft,
  isShortTime,
  type LiveDraft,
  type LiveSource,
  ratesOf,
  timeLeftText,
  titleFault,
} from './live-draft.ts'
import { LiveRatesPanel } from './live-rates.tsx'
import { Preview } from './preview.tsx'
import { TagField } from './tag-field.tsx'
import type { StudioDevices } from './use-studio-media.ts'

type Started = OutputOf<(typeof liveRoomEndpoints)['startLive'] & EndpointSpec>

interface GoLiveProps {
  offered: {
    last: { title: string; tags: string[]; rates: LiveRates }
    bounds: { watch: RateBounds; call: RateBounds }
    leftTodayMs: number
  }
  devices: StudioDevices
  source: LiveSource
  onSource: (source: LiveSource) => void
  onLive: (started: Started) => void
}

/** The settings of a room, with the picture that it will show. Nothing is lost by a refusal. */
export const GoLive = ({ offered, devices, source, onSource, onLive }: GoLiveProps) => {
  const { bounds, leftTodayMs } = offered
  const [draft, setDraft] = useState(() => firstDraft(offered))
  const [isAsked, setIsAsked] = useState(false)
  // A retry names the same room, so a lost answer opens no second one.
  const [roomId] = useState(() => crypto.randomUUID())
  const set = (change: Partial<LiveDraft>) => setDraft((before) => ({ ...before, ...change }))
  const start = useMutation({
    mutationFn: () =>
      fetchEndpoint(liveRoomEndpoints.startLive, {
        roomId,
        title: draft.title.trim(),
        tags: [...draft.tags],
        rates: ratesOf(draft),
        source,
      }),
    onSuccess: onLive,
  })
  const fault = isAsked ? titleFault(draft.title) : null
  const { media } = devices
  const sendsNothing =
    source === 'browser' && (!media || (media.problems.camera !== null && media.problems.microphone !== null))
  const check = useLineCheck(source === 'browser')
  const hasNoLine = isCutOff(useStore(check.store))
  const go = () => {
    setIsAsked(true)
    if (titleFault(draft.title) === null) start.mutate()
  }
  return (
    <SubPage title="配信をはじめる" back={paths.base()} isWide>
      <div className={styles.columns}>
        <div className={styles.column}>
          <SourceChoice source={source} onSource={onSource} />
          {source === 'browser' ? <Preview devices={devices} /> : <EncoderPanel />}
          {source === 'browser' && media && !sendsNothing ? (
            <LineCheckPanel check={check} media={media} />
          ) : null}
          <MenuEditor />
        </div>
        <div className={styles.column}>
          <Panel title="配信の内容" className={styles.fields}>
            <Field label="配信タイトル" note={`${graphemeCount(draft.title)}/${liveTitleMax}`} error={fault}>
              <Input
                value={draft.title}
                autoComplete="off"
                placeholder="例：寝る前にゆっくり話しませんか"
                onChange={(event) => set({ title: event.target.value })}
              />
            </Field>
            <TagField tags={draft.tags} onChange={(tags) => set({ tags })} />
          </Panel>
          <LiveRatesPanel draft={draft} bounds={bounds} onChange={set} />
          <Start
            leftTodayMs={leftTodayMs}
            refusal={start.error?.message ?? null}
            hasNoLine={hasNoLine}
            sendsNothing={sendsNothing}
            isBusy={start.isPending}
            onStart={go}
          />
        </div>
      </div>
    </SubPage>
  )
}

/** The button that goes live, with what is in its way. */
const Start = ({
  leftTodayMs,
  refusal,
  hasNoLine,
  sendsNothing,
  isBusy,
  onStart,
}: {
  leftTodayMs: number
  refusal: string | null
  hasNoLine: boolean
  sendsNothing: boolean
  isBusy: boolean
  onStart: () => void
}) => {
  const isOver = leftTodayMs <= 0
  return (
    <div className={styles.start}>
      <p data-short={isShortTime(leftTodayMs) || undefined}>
        {isOver
          ? '今日の配信時間を使い切りました。明日0時からまた配信できます。'
          : `今日はあと${timeLeftText(leftTodayMs)}配信できます`}
      </p>
      {hasNoLine ? (
        <p className={styles.refused}>
          回線がつながらないため、まだ配信を始められません。ネットワークを切り替えて、もう一度たしかめてください。
        </p>
      ) : null}
      {refusal ? (
        <p role="alert" className={styles.refused}>
          {refusal}
        </p>
      ) : null}
      <Button
        variant="primary"
        size="l"
        block
        busy={isBusy}
        aria-disabled={isOver || sendsNothing || hasNoLine}
        onClick={onStart}
      >
        配信をはじめる
      </Button>
    </div>
  )
}

const sources = [
  { source: 'browser', name: 'このブラウザ' },
  { source: 'encoder', name: '配信ソフト（OBSなど）' },
] as const satisfies { source: LiveSource; name: string }[]

const SourceChoice = ({
  source,
  onSource,
}: {
  source: LiveSource
  onSource: (source: LiveSource) => void
}) => (
  <fieldset className={styles.sources}>
    <legend className="vh">映像と音声</legend>
    {sources.map((each) => (
      <label key={each.source}>
        <input
          type="radio"
          name="live-source"
          checked={each.source === source}
          onChange={() => onSource(each.source)}
        />
        {each.name}
      </label>
    ))}
  </fieldset>
)
