import type { Slot } from '#domain/people/schedule.ts'
import { Field, Select } from '#web/ui/form/field.tsx'
import { type BookingTime, bookingDays, bookingTimes, usualTime } from './booking-times.ts'
import styles from './time-picker.module.css'

export interface PickedTime {
  midnight: number
  startsAt: number | null
}

/** A day and a quarter of an hour within the next two weeks. */
export const TimePicker = ({
  value,
  slots,
  now,
  onPick,
}: {
  value: PickedTime
  /** The broadcaster's plan, whose times are listed first. */
  slots: readonly Slot[]
  now: number
  onPick: (value: PickedTime) => void
}) => {
  const times = bookingTimes(value.midnight, slots, now)
  const planned = times.filter(({ isPlanned }) => isPlanned)
  const others = times.filter(({ isPlanned }) => !isPlanned)
  return (
    <>
      <fieldset className={styles.days}>
        <legend>日にち</legend>
        <div className={`${styles.strip} scroll-x`}>
          {bookingDays(now).map(({ midnight, label, weekday, tone, holiday }) => (
            <button
              key={midnight}
              type="button"
              aria-pressed={midnight === value.midnight}
              data-tone={tone ?? undefined}
              onClick={() => onPick({ midnight, startsAt: usualTime(midnight, slots, now) })}
            >
              <span className="num">{label}</span>
              <small>
                {weekday}
                {holiday ? <span className="vh">（{holiday}）</span> : null}
              </small>
            </button>
          ))}
        </div>
      </fieldset>
      <Field
        label="開始時刻"
        hint={planned.length > 0 ? '待機の予定がある時間を、先に表示しています。' : undefined}
      >
        <Select
          value={value.startsAt ?? ''}
          onChange={(event) => onPick({ ...value, startsAt: Number(event.target.value) })}
        >
          {planned.length > 0 ? (
            <>
              <Times label="待機の予定の時間" times={planned} />
              <Times label="そのほかの時間" times={others} />
            </>
          ) : (
            others.map(({ startsAt, label }) => (
              <option key={startsAt} value={startsAt}>
                {label}
              </option>
            ))
          )}
        </Select>
      </Field>
    </>
  )
}

const Times = ({ label, times }: { label: string; times: readonly BookingTime[] }) => (
  <optgroup label={label}>
    {times.map((time) => (
      <option key={time.startsAt} value={time.startsAt}>
        {time.label}
      </option>
    ))}
  </optgroup>
)
