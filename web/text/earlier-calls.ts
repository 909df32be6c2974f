import { earlierCallsMax } from '#contract/calls/calls.ts'

/** Which call of the two this one is, to the broadcaster: はじめての方, 3回目. */
export const callNumberText = (earlierCalls: number): string => {
  if (earlierCalls === 0) return 'はじめての方'
  return earlierCalls < earlierCallsMax ? `${earlierCalls + 1}回目` : `${earlierCallsMax}回以上`
}

/** How often the two have talked so far, to the broadcaster: はじめての方, 通話2回. */
export const callsSoFarText = (earlierCalls: number): string => {
  if (earlierCalls === 0) return 'はじめての方'
  return earlierCalls < earlierCallsMax ? `通話${earlierCalls}回` : `通話${earlierCallsMax}回以上`
}
