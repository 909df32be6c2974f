import type { RateBounds } from '#contract/people/rates.ts'
import { broadcasterSharePercent, earnedShare } from '#domain/points/share.ts'
import { RateStepper } from '#web/studio/rates-panel.tsx'
import { pointsPerMinute } from '#web/text/format.ts'
import { Switch } from '#web/ui/form/switch.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PriceTag } from '#web/ui/points/price-tag.tsx'
import styles from './go-live.module.css'
import type { LiveDraft } from './live-draft.ts'

/** What watching and the video chat cost, with what the broadcaster earns by each minute. */
export const LiveRatesPanel = ({
  draft,
  bounds,
  onChange,
}: {
  draft: LiveDraft
  bounds: { watch: RateBounds; call: RateBounds }
  onChange: (change: Partial<LiveDraft>) => void
}) => (
  <Panel title="料金" note={`報酬は${broadcasterSharePercent}%`}>
    <div className={styles.rate}>
      <div className={styles.rateHead}>
        <h3>視聴</h3>
        <PriceTag amount={draft.watch} />
      </div>
      <RateStepper
        name="視聴"
        rate={draft.watch}
        bounds={bounds.watch}
        onChange={(watch) => onChange({ watch })}
      />
      <Earned rate={draft.watch} of="（視聴者1人につき）" />
    </div>
    <div className={styles.rate}>
      <div className={styles.rateHead}>
        <h3 id="live-call">ビデオチャット</h3>
        {draft.isCallOpen ? <PriceTag amount={draft.call} /> : <span>受け付けない</span>}
        <Switch
          isOn={draft.isCallOpen}
          labelledBy="live-call"
          describedBy="live-call-note"
          onSwitch={(isCallOpen) => onChange({ isCallOpen })}
        />
      </div>
      {draft.isCallOpen ? (
        <RateStepper
          name="ビデオチャット"
          rate={draft.call}
          bounds={bounds.call}
          onChange={(call) => onChange({ call })}
        />
      ) : null}
      <div id="live-call-note">
        {draft.isCallOpen ? (
          <Earned rate={draft.call} of="" />
        ) : (
          <p className={styles.note}>配信中にいつでも受け付けに変えられます。</p>
        )}
      </div>
    </div>
  </Panel>
)

const Earned = ({ rate, of }: { rate: number; of: string }) => (
  <p className={styles.note}>
    あなたの報酬 <b className="num">{pointsPerMinute(earnedShare(rate, broadcasterSharePercent))}</b>
    {of}
  </p>
)
