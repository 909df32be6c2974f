import { isRefusal } from '#contract/core/refusal.ts'
import type { availabilityEndpoints } from '#contract/people/availability.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { cancelAvailability, requestAvailability } from './actions/request-availability.ts'
import { openAvailabilityRequests } from './availability-requests.ts'

export const availabilityHandlers: HandlersOf<typeof availabilityEndpoints> = {
  getAvailabilityRequests: async ({ context, viewer }) => ({
    type: 'success',
    requests: await openAvailabilityRequests(context.db, viewer.memberId),
  }),

  requestAvailability: async ({ context, viewer, input }) => {
    const requests = await requestAvailability(context, viewer, input.partnerId)
    return isRefusal(requests) ? requests : { type: 'success', requests }
  },

  cancelAvailability: async ({ context, viewer, input }) => ({
    type: 'success',
    requests: await cancelAvailability(context, viewer, input.partnerId),
  }),
}
