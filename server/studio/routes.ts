import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { StudioSettings, studioEndpoints } from '#contract/studio/studio.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { countWaitingCallers } from '#server/people/availability-requests.ts'
import { findStandby } from '#server/people/queries.ts'
import { updateCallWaiting } from './actions/update-call-waiting.ts'
import { updateCallRates, updatePushStandby, updateSchedule, updateSharing } from './actions/update-studio.ts'
import { broadcasterHome } from './home-queries.ts'
import { findStudioSettings } from './queries.ts'

const answer = <Code extends Refusal['refused']>(settings: StudioSettings | Refusal<Code>) =>
  isRefusal(settings) ? settings : { type: 'success' as const, settings }

export const studioHandlers: HandlersOf<typeof studioEndpoints> = {
  updateCallWaiting: async ({ context, input, viewer }) => {
    const standby = await updateCallWaiting(context, viewer, input)
    return isRefusal(standby) ? standby : { type: 'success', waiting: standby.waiting, state: standby.state }
  },

  getMyStandby: async ({ context, viewer }) => {
    const standby = viewer.role === 'broadcaster' ? await findStandby(context.db, viewer.memberId) : null
    if (!standby) return refuse('forbidden')
    const waitingCallers = await countWaitingCallers(context.db, viewer.memberId)
    return { type: 'success', ...standby, waitingCallers }
  },

  getStudioSettings: async ({ context, viewer }) => {
    const settings =
      viewer.role === 'broadcaster' ? await findStudioSettings(context.db, viewer.memberId) : null
    return answer(settings ?? refuse('forbidden'))
  },

  getBroadcasterHome: async ({ context, viewer }) =>
    viewer.role === 'broadcaster'
      ? { type: 'success', home: await broadcasterHome(context, viewer.memberId) }
      : refuse('forbidden'),

  updateCallRates: async ({ context, viewer, input }) =>
    answer(await updateCallRates(context, viewer, input.rates)),

  updateSchedule: async ({ context, viewer, input }) =>
    answer(await updateSchedule(context, viewer, input.schedule)),

  updatePushStandby: async ({ context, viewer, input }) =>
    answer(await updatePushStandby(context, viewer, input.pushStandby)),

  updateSharing: async ({ context, viewer, input }) =>
    answer(await updateSharing(context, viewer, input.isShared)),
}
