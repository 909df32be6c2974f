import type { callKindEndpoints } from '#contract/calls/call-kind.ts'
import type { CallRole } from '#contract/calls/calls.ts'
import type { RefusalsOf } from '#contract/core/endpoint.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { KindEvent } from '#domain/calls/kind-change.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { mayRaiseMeter } from '#server/points/metering/segments.ts'
import { type ApplyRefusal, applyEvent } from './actions/apply-event.ts'
import { type CallRecord, roleIn } from './call-record.ts'
import { videoPriceOf } from './live.ts'
import { snapshotOf } from './queries.ts'

type KindRefusal = RefusalsOf<(typeof callKindEndpoints)['askForVideo']>
type Choose = (
  tx: Tx,
  call: CallRecord,
  by: CallRole,
) => KindEvent | Promise<KindEvent | Refusal<'insufficientPoints'>>

/** What an event of a call's kind is refused for; the rest belongs to other events. */
const refusalOf = (refused: ApplyRefusal, role: CallRole | null): KindRefusal => {
  switch (refused) {
    case 'notFound':
    case 'callGone':
    case 'callWrongKind':
    case 'callKindRefused':
    case 'callRateChanged':
    case 'callNotAsked':
      return refused
    case 'insufficientPoints':
      // product.md 3.3: a broadcaster doesn't learn that the caller can't pay.
      return role === 'caller' ? refused : 'callNotAsked'
    default:
      return 'callGone'
  }
}

/** A participant's own event on the kind of a call; anybody else's id is answered with `notFound`. */
const onBehalf = async (context: Context, viewer: Viewer, callId: string, choose: Choose) => {
  if (!context.limits.kindChange.admits(viewer.memberId)) return refuse('tooManyRequests')
  let role: CallRole | null = null
  const applied = await applyEvent(context, callId, async (tx, call) => {
    role = roleIn(call, viewer.memberId)
    return role ? choose(tx, call, role) : refuse('notFound')
  })
  if ('refused' in applied) return refuse(refusalOf(applied.refused, role))
  const by = roleIn(applied.after, viewer.memberId)
  if (!by) return refuse('notFound')
  return { type: 'success' as const, call: await snapshotOf(context, applied.after, by) }
}

export const callKindHandlers: HandlersOf<typeof callKindEndpoints> = {
  askForVideo: ({ context, viewer, input }) => {
    const { expectedPointsPerMin = null } = input
    return onBehalf(context, viewer, input.callId, async (tx, call, by) => {
      const ratePointsPerMin = await videoPriceOf(tx, call, context.now())
      // A caller who can't pay for it reads so at once, and nobody is asked.
      const isBroke =
        by === 'caller' && ratePointsPerMin !== null && !(await mayRaiseMeter(tx, call.id, ratePointsPerMin))
      if (isBroke) return refuse('insufficientPoints')
      return { type: 'requestVideo', by, ratePointsPerMin, expectedPointsPerMin }
    })
  },
  answerVideoAsk: ({ context, viewer, input }) => {
    const { agrees, expectedPointsPerMin = null } = input
    return onBehalf(context, viewer, input.callId, (_, __, by) => ({
      type: 'answerVideo',
      by,
      agrees,
      expectedPointsPerMin,
    }))
  },
  changeCallToVoice: ({ context, viewer, input }) =>
    onBehalf(context, viewer, input.callId, () => ({ type: 'toVoice' })),
}
