import { call, isFailure } from '#contract/core/client.ts'
import type { EndpointSpec, OutputOf, RequestOf } from '#contract/core/endpoint.ts'
import { getSession } from '#web/session/session.tsx'
import { observable } from '#web/shell/observable.ts'
import { AnswerError } from '#web/shell/query.ts'
import { useStore } from '#web/shell/use-store.ts'

/** Receives whether the account was proven; null while nothing waits for a proof. */
type ProofListener = (isProven: boolean) => void

const waiting = observable<ProofListener | null>(null)

export const useIsIdentityProofRequested = (): boolean => useStore(waiting) !== null

/** Ends the question. After a proof the session has another token, which the page learns first. */
export const endIdentityProof = async (isProven: boolean): Promise<void> => {
  if (isProven) await getSession()
  const settle = waiting.get()
  waiting.set(null)
  settle?.(isProven)
}

const proveIdentity = (): Promise<boolean> =>
  new Promise((resolve) => {
    waiting.get()?.(false)
    waiting.set(resolve)
  })

/**
 * Calls an endpoint that needs a proven session (contract/core/endpoint.ts). Where the proof is too old, a modal asks the
 * viewer for a new one and the call is made once more. Throws `AnswerError`, also when the viewer closes the modal.
 */
export const requireProof = async <E extends EndpointSpec>(
  endpoint: E,
  input: RequestOf<E>,
): Promise<OutputOf<E>> => {
  const answer = await call(endpoint, input)
  if (!isFailure(answer)) return answer
  if (answer.code !== 'identityProofNeeded' || !(await proveIdentity())) throw new AnswerError(answer)
  const again = await call(endpoint, input)
  if (isFailure(again)) throw new AnswerError(again)
  return again
}
