import { clockLabel, type ScheduleDay, type Slot, scheduleWeek } from '#domain/people/schedule.ts'
import { SectionHead } from '#web/ui/panel.tsx'
import styles from './schedule.module.css'

const weekdayNames = ['日', '月', '火', '水', '木', '金', '土']

/** The broadcaster's planned standby, seven days from today; absent without a plan. */
export const Schedule = ({ slots, nowMs }: { slots: readonly Slot[]; nowMs: number }) => {
  if (slots.length === 0) return null
  return (
    <section aria-labelledby="schedule">
      <SectionHead id="schedule" title="待機の予定" />
      <ul className={styles.week}>
        {scheduleWeek(slots, nowMs).map((day, ahead) => (
          <Day key={day.weekday} day={day} isToday={ahead === 0} />
        ))}
      </ul>
    </section>
  )
}

const Day = ({ day, isToday }: { day: ScheduleDay; isToday: boolean }) => (
  <li
    data-today={isToday || undefined}
    data-off={day.slots.length === 0 || undefined}
    data-weekday={day.weekday}
    data-holiday={day.holiday ? true : undefined}
  >
    <span className={styles.weekday}>{weekdayNames[day.weekday]}</span>
    <b className="num">
      {day.day}
      <span className="vh">
        日{isToday ? '、今日' : ''}
        {day.holiday ? `、${day.holiday}` : ''}
      </span>
    </b>
    {day.slots.length === 0 ? (
      <span className={styles.off}>お休み</span>
    ) : (
      day.slots.map((slot) => (
        <span key={slot.fromMinute} className={styles.time}>
          {clockLabel(slot.fromMinute)}
          <br />〜{clockLabel(slot.toMinute)}
        </span>
      ))
    )}
  </li>
)
