import type { CallInProgress } from '#contract/calls/in-call.ts'

/** A video call in which everything is on, in the caller's view; for tests. */
export const callLive = (change: Partial<CallInProgress> = {}): CallInProgress => ({
  kind: 'video',
  carries: 'video',
  pointsPerMin: { voice: 140, video: 200 },
  currentPointsPerMin: 200,
  sending: { caller: null, broadcaster: null },
  videoRequest: null,
  ...change,
})
