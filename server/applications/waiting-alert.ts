import type { Tx } from '#server/db/database.ts'
import { dropAlert } from '#server/operators/drop-alert.ts'
import { raiseNotice } from '#server/operators/raise-alert.ts'

const noticeOf = (applicationId: number) =>
  ({ kind: 'applicationWaiting', subject: `application:${applicationId}` }) as const

/** Calls the operators to an application that was handed in. */
export const raiseWaiting = (tx: Tx, { id, memberId }: { id: number; memberId: string }): Promise<void> =>
  raiseNotice(tx, { ...noticeOf(id), text: `会員 ${memberId} の配信者の申し込みが、審査を待っています。` })

/** It waits no more: decided, sent back or taken back. */
export const dropWaiting = (tx: Tx, applicationId: number): Promise<void> =>
  dropAlert(tx, noticeOf(applicationId))
