import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { scheduleSlotsMax } from '#contract/studio/studio.ts'
import type { Slot } from './schedule.ts'

export const dayMinutes = 1440
const weekMinutes = 7 * dayMinutes

/** In minutes from the beginning of the week, Sunday 0:00 in Japan. */
const startOf = (slot: Slot): number => slot.weekday * dayMinutes + slot.fromMinute

const isBetween = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max

/** A slot begins on its weekday and lasts a day at most; it may pass midnight. */
const isSlot = ({ weekday, fromMinute, toMinute }: Slot): boolean =>
  isBetween(weekday, 0, 6) &&
  isBetween(fromMinute, 0, dayMinutes - 1) &&
  isBetween(toMinute, fromMinute + 1, fromMinute + dayMinutes)

/** In the order of the week. A slot may end where the next begins, and Saturday is followed by Sunday. */
const sortedSlots = (slots: readonly Slot[]): Slot[] =>
  slots.toSorted((one, other) => startOf(one) - startOf(other))

/** Slots that overlap the one after them, also over the end of the week. */
export const overlappingSlots = (slots: readonly Slot[]): Slot[] => {
  const week = sortedSlots(slots)
  return week.filter((slot, index) => {
    const next = week[index + 1] ?? week[0]
    if (next === undefined || next === slot) return false
    const nextStart = startOf(next) + (index + 1 < week.length ? 0 : weekMinutes)
    return startOf(slot) + (slot.toMinute - slot.fromMinute) > nextStart
  })
}

/** The week as it is stored, in order; refuses too many slots, impossible slots and overlaps. */
export const decideSchedule = (slots: readonly Slot[]): Slot[] | Refusal<'scheduleWrong'> =>
  slots.length <= scheduleSlotsMax && slots.every(isSlot) && overlappingSlots(slots).length === 0
    ? sortedSlots(slots)
    : refuse('scheduleWrong')
