import type { BookingMoment } from '#contract/bookings/bookings.ts'
import { japanOffsetMs } from '#domain/text/japanese-day.ts'

/** The titles of notifications and pushes; the text names the partner and the time. */
export const bookingTitles = {
  proposed: '通話の予約の申し込みがありました',
  countered: '別の時間の提案がありました',
  accepted: '通話の予約が決まりました',
  declined: '予約は見送られました',
  cancelled: '通話の予約が取り消されました',
  soon: 'まもなく、予約した通話の時間です',
  starting: '予約した通話の時間になりました',
} as const satisfies Record<BookingMoment, string>

const weekdayNames = ['日', '月', '火', '水', '木', '金', '土']

/** 11月23日(月) 21:00, in Japanese time; also in the service worker, which has no other formats. */
export const japaneseDayAndTime = (at: number): string => {
  const date = new Date(at + japanOffsetMs)
  const minute = String(date.getUTCMinutes()).padStart(2, '0')
  const day = `${date.getUTCMonth() + 1}月${date.getUTCDate()}日(${weekdayNames[date.getUTCDay()]})`
  return `${day} ${date.getUTCHours()}:${minute}`
}
