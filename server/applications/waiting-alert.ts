import type { Tx } from '#server/db/database.ts'
import { dropAlert } from '#server/operators/drop-alert.ts'
import { raiseAlert } from '#server/operators/raise-alert.ts'

const noticeOf = (applicationId: number) =>
  ({ kind: 'applicationWaiting', subject: `application:${applicationId}` }) as const

/** Alerts the operators to a submitted application. */
export const raiseWaitingAlert = (
  tx: Tx,
  { id, memberId }: { id: number; memberId: string },
): Promise<void> =>
  raiseAlert(tx, { ...noticeOf(id), text: `会員 ${memberId} の配信者の申し込みが、審査を待っています。` })

/** It is no longer waiting: decided, returned or withdrawn. */
export const resolveWaitingAlert = (tx: Tx, applicationId: number): Promise<void> =>
  dropAlert(tx, noticeOf(applicationId))
