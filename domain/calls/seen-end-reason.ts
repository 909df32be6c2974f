import type { CallRole, EndReason } from '#contract/calls/calls.ts'

/**
 * Why a call ended, as one side may know it. product.md 3.3: a refusal shows a broadcaster who dialled only
 * 'つながりませんでした'. The broadcaster's view of a call that never connected is therefore `failed`, whatever the
 * caller did.
 */
export const seenEndReason = (
  reason: EndReason | null,
  { role, dialled, isConnected }: { role: CallRole; dialled: boolean; isConnected: boolean },
): EndReason | null => {
  const isHidden = role === 'broadcaster' && dialled && !isConnected
  return isHidden &&
    (reason === 'declined' || reason === 'missed' || reason === 'busy' || reason === 'pointless')
    ? 'failed'
    : reason
}
