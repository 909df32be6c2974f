import { firstBroadcasters } from './broadcasters/p01-to-p14.ts'
import { furtherBroadcasters } from './broadcasters/p15-to-p28.ts'
import type { SeedBroadcaster } from './types.ts'

/**
 * Portrait and clip follow the order of this list: the first is p01. Each answers after another time from 2
 * to 4 s.
 */
export const broadcasters: readonly SeedBroadcaster[] = [...firstBroadcasters, ...furtherBroadcasters].map(
  ({ login, ...person }, index) => {
    const picture = `p${String(index + 1).padStart(2, '0')}`
    return {
      ...person,
      mail: `${login}@demo.koyoi.example`,
      portrait: `${picture}.svg`,
      clip: picture,
      answerAfterMs: 2000 + ((index * 700) % 1900),
    }
  },
)
