import type { SideObservation, VisitObservation } from './observations.ts'

/**
 * The visits as the server has them: of the pages that had one after the other, the first one's plan decides the limit
 * and the free look, and the last one's word about money counts.
 */
export const joinedVisits = (stories: readonly VisitObservation[]): VisitObservation[] =>
  [...Map.groupBy(stories, (story) => story.callId ?? story).values()].map((pages) => pages.reduce(joined))

const joined = (before: VisitObservation, after: VisitObservation): VisitObservation => ({
  ...before,
  ...after,
  plan: before.plan,
  enteredAt: before.enteredAt ?? after.enteredAt,
  watcher: joinedSides(before.watcher, after.watcher),
  payments: [...before.payments, ...after.payments],
})

const joinedSides = (before: SideObservation, after: SideObservation): SideObservation => ({
  ...before,
  ...after,
  stages: [...before.stages, ...after.stages],
  cuts: [...before.cuts, ...after.cuts],
  heardMs: before.heardMs + after.heardMs,
  sound: [...before.sound, ...after.sound],
  endpointRequests: [...before.endpointRequests, ...after.endpointRequests],
  endsTold: [...before.endsTold, ...after.endsTold],
  stuckAt: before.stuckAt ?? after.stuckAt,
})
