import { day, dayTime } from '#web/text/format.ts'

/** An instant for people, with the exact one for machines. */
export const DateText = ({
  at,
  form = 'dayTime',
  nowMs,
}: {
  at: string
  form?: 'day' | 'dayTime'
  nowMs?: number
}) => <time dateTime={at}>{(form === 'day' ? day : dayTime)(at, nowMs ?? Date.now())}</time>
