import type { Context } from '#server/context.ts'
import { fundedMsOf } from '#server/points/metering/meter-funding.ts'

/**
 * Tells the media server what a visit's meter funds now, more or less than before. A spend cap, and a payment within one,
 * take back what was funded ahead, and nothing of that may be watched for free. A failure is logged: the visit's next
 * report finds the difference.
 */
export const passOnFunding = async (context: Context, callId: string): Promise<void> => {
  try {
    const fundedMs = await fundedMsOf(context.db, callId)
    await context.media.limitFunding(callId, fundedMs)
    await context.media.extendFunding(callId, fundedMs)
  } catch (error) {
    context.log.error('funding-not-passed-on', { callId, error })
  }
}
