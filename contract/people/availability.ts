import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { instant, memberId, nothing, success } from '#contract/core/shared.ts'

/** A caller's open request to be notified once when a broadcaster is on standby (product.md 3.22). */
export const availabilityRequest = z.object({ partnerId: memberId, expiresAt: instant })
export type AvailabilityRequest = z.infer<typeof availabilityRequest>

const openRequests = z.object({ type: success, requests: z.array(availabilityRequest) })
const partner = z.object({ partnerId: memberId })

/** 空いたら知らせる. Every answer holds all open requests of the caller, the newest first. */
export const availabilityEndpoints = {
  getAvailabilityRequests: defineEndpoint({
    method: 'POST',
    path: '/api/get-availability-requests',
    access: 'session',
    summary: "The caller's open requests to be notified when a broadcaster is on standby",
    input: nothing,
    output: openRequests,
    refusals: [],
  }),
  requestAvailability: defineEndpoint({
    method: 'POST',
    path: '/api/request-availability',
    access: 'session',
    summary: 'Asks to be notified once when this broadcaster is on standby; again changes nothing',
    input: partner,
    output: openRequests,
    refusals: ['forbidden', 'notFound', 'availabilityTooMany'],
  }),
  cancelAvailability: defineEndpoint({
    method: 'POST',
    path: '/api/cancel-availability',
    access: 'session',
    summary: 'Takes the request back; a request that is over already changes nothing',
    input: partner,
    output: openRequests,
    refusals: [],
  }),
}

/** For a broadcaster: how many callers wait to be notified. Nothing says who. */
export const waitingCallers = z.int().check(z.nonnegative())
