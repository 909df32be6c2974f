import type { Failure } from '#contract/core/client.ts'
import type { PendingMessage, PendingState } from './pending.ts'

/** A message as the browser stores it until the server has it. */
export interface OutboxEntry extends Omit<PendingMessage, 'state'> {
  /** Lower goes first. */
  readonly order: number
  /** The server's refusal, which stays until the member tries again. */
  readonly refused: { code: Failure['code']; sentence: string } | null
}

export const inOrder = (one: OutboxEntry, other: OutboxEntry): number =>
  one.order - other.order || (one.id < other.id ? -1 : 1)

type Retried = Pick<OutboxEntry, 'body' | 'replyTo'>

/** What is sent again after a refusal: without parts that the server no longer has. */
export const contentToRetry = ({ body, replyTo }: Retried, code: Failure['code']): Retried => ({
  body: body.kind === 'image' && code === 'imageGone' ? { ...body, imageId: null } : body,
  replyTo: code === 'chatReplyGone' ? null : replyTo,
})

export const pendingOf = (
  { order: _, refused, ...message }: OutboxEntry,
  trouble: Failure | null,
  progress: number | null,
): PendingMessage => {
  const failure = refused ?? (trouble && { code: trouble.code, sentence: trouble.message })
  const state: PendingState = failure ? { name: 'failed', ...failure } : { name: 'sending', progress }
  return { ...message, state }
}
