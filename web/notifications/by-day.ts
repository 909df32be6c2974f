import type { MemberNotice } from '#contract/notifications/notifications.ts'
import { dayNumber } from '#web/text/format.ts'

/** The list under 今日, 昨日, 7日以内 and それ以前, by the days of Japan; parts without a notification are left out. */
export const byDay = (
  notices: readonly MemberNotice[],
  nowMs: number,
): { title: string; notices: MemberNotice[] }[] => {
  const titleOf = ({ createdAt }: MemberNotice): string => {
    const daysAgo = dayNumber(nowMs) - dayNumber(Date.parse(createdAt))
    if (daysAgo <= 0) return '今日'
    if (daysAgo === 1) return '昨日'
    return daysAgo < 7 ? '7日以内' : 'それ以前'
  }
  return [...Map.groupBy(notices, titleOf)].map(([title, some]) => ({ title, notices: some }))
}
