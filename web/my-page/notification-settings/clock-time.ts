/** 1380 as 23:00, the format of a time input. */
export const clockTime = (minuteOfDay: number): string =>
  `${String(Math.floor(minuteOfDay / 60)).padStart(2, '0')}:${String(minuteOfDay % 60).padStart(2, '0')}`

/** Minutes of the day; null while the field isn't filled. */
export const minuteOf = (time: string): number | null => {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(time) ?? []
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes)
}
