import type { CallSnapshot } from '#contract/calls/calls.ts'
import { isFailure } from '#contract/core/client.ts'
import { pause, retryPauseMs, triesMax } from '#web/shell/retry-until.ts'
import { withTimeout } from '#web/shell/with-timeout.ts'
import type { CallApi } from './call-ports.ts'

/** How long a member who hangs up waits for a network that is gone. */
export const answerTimeoutMs = 3_000

/** Ends a call, with retries while no answer arrives. Null: the server is out of reach, or `isOver`. */
export const endAtServer = async (
  api: Pick<CallApi, 'endCall'>,
  callId: string,
  isOver: () => boolean,
): Promise<CallSnapshot | null> => {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const answer = await withTimeout(answerTimeoutMs, api.endCall({ callId }))
    if (isOver()) return null
    if (answer && !isFailure(answer)) return answer.call
    await pause(retryPauseMs)
    if (isOver()) return null
  }
  return null
}
