import type { Receipt } from '#contract/calls/calls.ts'
import { commandId } from '#contract/core/shared.ts'
import type { ReceiptFields } from '#contract/receipts/receipts.ts'
import type { Context } from '#server/context.ts'
import { checkpointsOfCall } from '#server/points/checkpoints.ts'
import { signReceipt } from '#server/secrets/sign-receipt.ts'
import { findCall, memberOf } from '../call-record.ts'
import { receiptFor } from './receipts.ts'

/**
 * One side's receipt as it is signed: the times and figures that this side saw, and nothing about the other
 * side.
 */
const fieldsOf = (receipt: Receipt): ReceiptFields => ({
  role: receipt.role,
  callKind: receipt.kind,
  startedAt: receipt.startedAt,
  endedAt: receipt.endedAt,
  endReason: receipt.endReason,
  ratePointsPerMin: receipt.ratePointsPerMin,
  connectedSec: receipt.connectedSec,
  chargedSec: receipt.chargedSec,
  chargedIncrements: receipt.chargedIncrements,
  ...(receipt.role === 'caller'
    ? {
        points: receipt.points,
        freePoints: pointsOfLots(receipt, 'free'),
        paidPoints: pointsOfLots(receipt, 'paid'),
        pointBack: receipt.pointBack ?? 0,
      }
    : { earned: receipt.earned }),
})

const pointsOfLots = (receipt: Receipt, kind: Receipt['lots'][number]['kind']): number =>
  receipt.lots.filter((lot) => lot.kind === kind).reduce((sum, lot) => sum + lot.points, 0)

export const signedCallReceipt = async (context: Context, receipt: Receipt): Promise<string> =>
  signReceipt(context, {
    kind: 'call',
    id: receipt.callId,
    fields: fieldsOf(receipt),
    checkpoints: await checkpointsOfCall(context.db, receipt.callId),
  })

/** The receipt of the side that `fields` names, for any verifier. */
export const callReceiptRecord = async (context: Context, callId: string, fields: ReceiptFields) => {
  if (!commandId.safeParse(callId).success) return null
  if (fields.role !== 'caller' && fields.role !== 'broadcaster') return null
  const record = await findCall(context.db, callId)
  if (!record) return null
  const holderId = memberOf(record, fields.role)
  const receipt = await receiptFor(context, callId, holderId)
  if (!receipt) return null
  // Older receipts were signed with charged seconds rounded up; now charged and connected seconds are rounded
  // down.
  const roundedUp = Math.ceil(record.chargedMs / 1000)
  const chargedSec = fields.chargedSec === roundedUp ? roundedUp : receipt.chargedSec
  return {
    holderId,
    fields: { ...fieldsOf(receipt), chargedSec },
    checkpoints: await checkpointsOfCall(context.db, callId),
  }
}
