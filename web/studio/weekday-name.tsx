import { weekdayNames } from './day-draft.ts'

/** 金 to the eye, 金曜日 to the ear. */
export const WeekdayName = ({ weekday }: { weekday: number }) => (
  <>
    <b aria-hidden="true">{weekdayNames[weekday]}</b>
    <span className="vh">{weekdayNames[weekday]}曜日</span>
  </>
)
