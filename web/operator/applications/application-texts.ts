import type { SubmittedState } from '#contract/applications/operator.ts'

export const applicationStateText: Record<SubmittedState, string> = {
  submitted: '審査待ち',
  needsMore: '再提出待ち',
  approved: '承認',
  refused: 'お断り',
  withdrawn: '取り下げ',
}

const hourMs = 3_600_000

/** How long an application has been waiting: 5時間待ち, 3日待ち. */
export const waitedText = (submittedAt: string, nowMs: number): string => {
  const hours = Math.floor((nowMs - Date.parse(submittedAt)) / hourMs)
  if (hours < 1) return '届いたばかり'
  return hours < 48 ? `${hours}時間待ち` : `${Math.floor(hours / 24)}日待ち`
}
