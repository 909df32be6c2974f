import type { QuietHours } from '#contract/notifications/notification-settings.ts'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { clockTime, minuteOf } from './clock-time.ts'
import { SettingRow } from './setting-row.tsx'
import styles from './settings.module.css'
import { useUpdateSettings } from './settings-queries.ts'

/** When no push comes, and whether calls are excepted. */
export const QuietHoursPanel = ({ quietHours }: { quietHours: QuietHours }) => {
  const { isOn, ringsPass } = quietHours
  const update = useUpdateSettings()
  const change = (changed: Partial<QuietHours>) => update.mutate({ quietHours: changed })
  return (
    <Panel>
      <SettingRow
        name="おやすみモード"
        explanation="決めた時間のあいだ、プッシュ通知を届けません（日本時間）。"
        isOn={isOn}
        busy={update.isPending}
        onSwitch={(next) => change({ isOn: next })}
      />
      {isOn ? (
        <>
          <div className={styles.times}>
            <TimeField
              label="開始"
              minute={quietHours.fromMinute}
              attempt={update.submittedAt}
              onChange={(fromMinute) => change({ fromMinute })}
            />
            <TimeField
              label="終了"
              minute={quietHours.toMinute}
              attempt={update.submittedAt}
              onChange={(toMinute) => change({ toMinute })}
            />
          </div>
          <SettingRow
            name="着信は通知する"
            explanation="おやすみ中も、着信と不在着信だけは届けます。プッシュ待機中の着信は、いつでも届きます。"
            isOn={ringsPass}
            busy={update.isPending}
            onSwitch={(next) => change({ ringsPass: next })}
          />
        </>
      ) : null}
    </Panel>
  )
}

/** Saved on blur: while the member types, a time is incomplete. */
const TimeField = ({
  label,
  minute,
  attempt,
  onChange,
}: {
  label: string
  minute: number
  /** A new number after each attempted change: the field shows the stored value again. */
  attempt: number
  onChange: (minute: number) => void
}) => (
  <Field label={label}>
    <Input
      type="time"
      key={`${minute} ${attempt}`}
      defaultValue={clockTime(minute)}
      onBlur={(event) => {
        const next = minuteOf(event.target.value)
        if (next === null || next === minute) event.target.value = clockTime(minute)
        else onChange(next)
      }}
    />
  </Field>
)
