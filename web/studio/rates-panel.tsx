import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import type { CallKind } from '#contract/calls/calls.ts'
import { defaultRates } from '#contract/calls/calls.ts'
import type { CallRates } from '#contract/people/people.ts'
import { type RateBounds, rateStep } from '#contract/people/rates.ts'
import { type StudioSettings, studioEndpoints } from '#contract/studio/studio.ts'
import { isRate, nearestRate } from '#domain/people/rates.ts'
import { broadcasterSharePercent, earnedShare } from '#domain/points/share.ts'
import { points, pointsPerMinute } from '#web/text/format.ts'
import { callKindLongText } from '#web/text/states.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PriceTag } from '#web/ui/points/price-tag.tsx'
import styles from './rates-panel.module.css'
import { useStudioChange } from './studio-queries.ts'

const kinds = ['video', 'voice'] as const

/** The broadcaster's prices by kind, with their earnings. Nothing is sent before the broadcaster saves. */
export const RatesPanel = ({ settings }: { settings: StudioSettings }) => {
  const { rates, bounds } = settings
  const [chosen, setChosen] = useState<CallRates>(rates)
  const save = useStudioChange(studioEndpoints.updateCallRates, {
    done: () => '料金を保存しました',
    failed: '料金を保存できませんでした',
  })
  const isChanged = kinds.some((kind) => chosen[kind] !== rates[kind])
  const takesNone = kinds.every((kind) => chosen[kind] === null)
  const set = (kind: CallKind, rate: number | null) => setChosen((before) => ({ ...before, [kind]: rate }))
  return (
    <Panel title="通話の料金" note={`報酬は${broadcasterSharePercent}%`}>
      {kinds.map((kind) => (
        <RateRow
          key={kind}
          kind={kind}
          rate={chosen[kind]}
          stored={rates[kind]}
          bounds={bounds[kind]}
          onChange={(rate) => set(kind, rate)}
        />
      ))}
      <p className={styles.note} role={takesNone ? 'alert' : undefined} data-wrong={takesNone || undefined}>
        {takesNone
          ? '音声通話かビデオ通話のどちらかは受け付けてください。'
          : '次の着信から新しい料金になります。呼び出し中と通話中の料金は変わりません。'}
      </p>
      {isChanged ? (
        <div className={styles.two}>
          <Button block aria-disabled={save.isPending} onClick={() => setChosen(rates)}>
            元に戻す
          </Button>
          <Button
            block
            variant="ink"
            busy={save.isPending}
            aria-disabled={takesNone}
            onClick={() => save.mutate({ rates: chosen })}
          >
            料金を保存
          </Button>
        </div>
      ) : null}
    </Panel>
  )
}

const RateRow = ({
  kind,
  rate,
  stored,
  bounds,
  onChange,
}: {
  kind: CallKind
  rate: number | null
  stored: number | null
  bounds: RateBounds
  onChange: (rate: number | null) => void
}) => {
  const id = `rate-${kind}`
  const name = callKindLongText[kind]
  const turnOn = () => onChange(stored ?? nearestRate(defaultRates[kind], bounds))
  return (
    <div className={styles.row}>
      <div className={styles.head}>
        <h3 id={id}>{name}</h3>
        {rate === null ? <span className={styles.off}>受けない</span> : <PriceTag amount={rate} />}
        <Switch
          isOn={rate !== null}
          labelledBy={id}
          describedBy={`${id}-earned`}
          onSwitch={(isOn) => (isOn ? turnOn() : onChange(null))}
        />
      </div>
      {rate === null ? null : <RateStepper name={name} rate={rate} bounds={bounds} onChange={onChange} />}
      <p id={`${id}-earned`} className={styles.earned}>
        {rate === null ? (
          'オンにすると、この通話を受け付けます。'
        ) : (
          <>
            あなたの報酬 <b className="num">{pointsPerMinute(earnedShare(rate, broadcasterSharePercent))}</b>
          </>
        )}
      </p>
      {rate !== null && !isRate(rate, bounds) ? (
        <p className={styles.note}>
          いまの範囲（{points(bounds.min)}〜{points(bounds.max)}
          ）の外ですが、このまま使えます。変更すると範囲の中から選びます。
        </p>
      ) : null}
    </div>
  )
}

/** A slider, and buttons for one step more or less. */
export const RateStepper = ({
  name,
  rate,
  bounds,
  onChange,
}: {
  name: string
  rate: number
  bounds: RateBounds
  onChange: (rate: number) => void
}) => {
  const step = (by: number) => onChange(nearestRate(rate + by, bounds))
  return (
    <div className={styles.stepper}>
      <IconButton
        icon={Minus}
        label={`${name}の料金を${rateStep}pt下げる`}
        className={styles.step}
        disabled={rate <= bounds.min}
        onClick={() => step(-rateStep)}
      />
      <input
        type="range"
        min={bounds.min}
        max={bounds.max}
        step={rateStep}
        value={rate}
        aria-label={`${name}の料金`}
        aria-valuetext={pointsPerMinute(rate)}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <IconButton
        icon={Plus}
        label={`${name}の料金を${rateStep}pt上げる`}
        className={styles.step}
        disabled={rate >= bounds.max}
        onClick={() => step(rateStep)}
      />
    </div>
  )
}
