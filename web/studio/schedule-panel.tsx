import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { ScheduleSlot } from '#contract/people/people.ts'
import { clockLabel } from '#domain/people/schedule.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Panel, Rows } from '#web/ui/panel.tsx'
import { stretchesOf, weekdaysInOrder } from './day-draft.ts'
import { DayModal } from './day-modal.tsx'
import styles from './schedule-panel.module.css'
import { WeekdayName } from './weekday-name.tsx'

/** The broadcaster's week, day by day; a press on a day opens it. */
export const SchedulePanel = ({ schedule }: { schedule: readonly ScheduleSlot[] }) => {
  const [open, setOpen] = useState<number | null>(null)
  return (
    <Panel title="待機の予定" note="プロフィールに表示されます">
      <Rows className={styles.week}>
        {weekdaysInOrder.map((weekday) => (
          <li key={weekday} data-weekday={weekday}>
            <button type="button" onClick={() => setOpen(weekday)}>
              <WeekdayName weekday={weekday} />
              <Times schedule={schedule} weekday={weekday} />
              <Icon of={ChevronRight} size="s" />
            </button>
          </li>
        ))}
      </Rows>
      {open === null ? null : (
        <DayModal key={open} schedule={schedule} weekday={open} onClose={() => setOpen(null)} />
      )}
    </Panel>
  )
}

const Times = ({ schedule, weekday }: { schedule: readonly ScheduleSlot[]; weekday: number }) => {
  const stretches = stretchesOf(schedule, weekday)
  if (stretches.length === 0) return <span className={styles.off}>お休み</span>
  return (
    <span className={styles.times}>
      {stretches.map(({ fromMinute, toMinute }) => (
        <span key={fromMinute}>
          {clockLabel(fromMinute)}〜{clockLabel(toMinute)}
        </span>
      ))}
    </span>
  )
}
