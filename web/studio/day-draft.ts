import { scheduleSlotsMax } from '#contract/studio/studio.ts'
import { dayMinutes, overlappingSlots } from '#domain/people/own-schedule.ts'
import { clockLabel, type Slot } from '#domain/people/schedule.ts'

/** One stretch of a day while it is edited: minutes of the day, the end past 1440 after midnight. */
export interface Stretch {
  fromMinute: number
  toMinute: number
}

/** As Japanese weeks are planned: Monday first. 0 is Sunday. */
export const weekdaysInOrder = [1, 2, 3, 4, 5, 6, 0] as const
export const weekdayNames = ['日', '月', '火', '水', '木', '金', '土'] as const

/** Times are offered by the half hour. */
const offeredEvery = 30
/** A new stretch: 21時 to 24時, when most callers come. */
const evening: Stretch = { fromMinute: 1260, toMinute: 1440 }
/** The length of a further stretch. */
const furtherMinutes = 120

export const stretchesOf = (slots: readonly Slot[], weekday: number): Stretch[] =>
  slots
    .filter((slot) => slot.weekday === weekday)
    .map(({ fromMinute, toMinute }) => ({ fromMinute, toMinute }))
    .toSorted((one, other) => one.fromMinute - other.fromMinute)

/** A stretch to begin with: the evening, or the next free time of the day; null when the day is full. */
export const nextStretch = (stretches: readonly Stretch[]): Stretch | null => {
  const isFree = (wanted: Stretch) =>
    stretches.every((taken) => wanted.toMinute <= taken.fromMinute || wanted.fromMinute >= taken.toMinute)
  const later = stretches.map(({ toMinute }) => ({
    fromMinute: toMinute,
    toMinute: toMinute + furtherMinutes,
  }))
  const earlier = stretches.map(({ fromMinute }) => ({
    fromMinute: fromMinute - furtherMinutes,
    toMinute: fromMinute,
  }))
  return (
    [evening, ...later, ...earlier].find(
      (stretch) => stretch.fromMinute >= 0 && stretch.fromMinute < dayMinutes && isFree(stretch),
    ) ?? null
  )
}

const offered = (from: number, to: number, current: number): number[] => {
  const times = Array.from(
    { length: Math.floor((to - from) / offeredEvery) + 1 },
    (_, index) => from + index * offeredEvery,
  )
  return times.includes(current) ? times : [...times, current].toSorted((one, other) => one - other)
}

/** The selectable starts of a stretch, the present one among them. */
export const offeredStarts = ({ fromMinute }: Stretch): number[] =>
  offered(0, dayMinutes - offeredEvery, fromMinute)

/** Where it may end: within a day of its beginning. */
export const offeredEnds = ({ fromMinute, toMinute }: Stretch): number[] =>
  offered(fromMinute + offeredEvery, fromMinute + dayMinutes, toMinute)

/** A moved start keeps the length, so that one choice moves the whole stretch. */
export const movedTo = ({ fromMinute, toMinute }: Stretch, start: number): Stretch => ({
  fromMinute: start,
  toMinute: start + toMinute - fromMinute,
})

/** 21時, and 翌1時 after midnight. */
export const endLabel = (minute: number): string =>
  minute <= dayMinutes ? clockLabel(minute) : `翌${clockLabel(minute - dayMinutes)}`

/** The week with these days' stretches in place of the former ones. */
export const weekWith = (
  slots: readonly Slot[],
  weekdays: readonly number[],
  stretches: readonly Stretch[],
): Slot[] => [
  ...slots.filter(({ weekday }) => !weekdays.includes(weekday)),
  ...weekdays.flatMap((weekday) => stretches.map((stretch) => ({ weekday, ...stretch }))),
]

/** Why this week can't be saved, in words; null when it can. */
export const weekProblem = (week: readonly Slot[]): string | null => {
  if (week.length > scheduleSlotsMax) return `予定は1週間に${scheduleSlotsMax}件までです。`
  const [first] = overlappingSlots(week)
  if (!first) return null
  return `${weekdayNames[first.weekday]}曜日の${clockLabel(first.fromMinute)}からの予定が、次の予定と重なっています。`
}
