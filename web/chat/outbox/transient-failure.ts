import type { Failure } from '#contract/core/client.ts'

const passing: readonly Failure['code'][] = [
  'serverFailure',
  'tooManyRequests',
  'chatTooFast',
  'notReady',
  // The session may be renewed; whoever signs out takes what waits with him.
  'notLoggedIn',
]

/** A no that may be a yes in a while: it is worth asking again. */
export const isPassing = ({ code }: Failure): boolean => passing.includes(code)
