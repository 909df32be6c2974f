export interface CallTimes {
  connectedMs: number
  chargedMs: number
  callerLostMs: number
  broadcasterLostMs: number
}

export type UnchargedReason = 'callerAway' | 'broadcasterAway' | 'noMedia'

/**
 * Connected seconds that were not charged, by reason. Rounded so that charged and uncharged seconds add up to the
 * connected ones: charged time rounds up as it does for increments, the parts round down, the rest is `noMedia`.
 */
export const unchargedSeconds = (times: CallTimes): { reason: UnchargedReason; seconds: number }[] => {
  const total = Math.max(0, Math.floor(times.connectedMs / 1000) - Math.ceil(times.chargedMs / 1000))
  const callerAway = Math.min(total, Math.floor(times.callerLostMs / 1000))
  const broadcasterAway = Math.min(total - callerAway, Math.floor(times.broadcasterLostMs / 1000))
  const parts = [
    { reason: 'callerAway', seconds: callerAway },
    { reason: 'broadcasterAway', seconds: broadcasterAway },
    { reason: 'noMedia', seconds: total - callerAway - broadcasterAway },
  ] as const
  return parts.filter((part) => part.seconds > 0)
}
