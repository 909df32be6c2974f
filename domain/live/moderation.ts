import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { FlowRole } from '#contract/live/flow.ts'

export type ModerationKind = 'pin' | 'remove' | 'mute' | 'kick' | 'slowMode' | 'moderator'

/**
 * Whether somebody in the room may moderate so. The moderator may do everything but name a moderator and act against
 * the broadcaster; nobody mutes or puts out the broadcaster.
 *
 * @param target whom it is about, seen in the room; null for actions about nobody
 */
export const decideModeration = (
  role: FlowRole | null,
  kind: ModerationKind,
  target: FlowRole | null,
): null | Refusal<'forbidden'> => {
  if (role !== 'broadcaster' && role !== 'moderator') return refuse('forbidden')
  if (role === 'moderator' && (kind === 'moderator' || target === 'broadcaster' || target === 'moderator'))
    return refuse('forbidden')
  return (kind === 'mute' || kind === 'kick') && target === 'broadcaster' ? refuse('forbidden') : null
}
