import { describe, expect, it } from 'vitest'
import { hereUntil } from './presence.ts'

const stay = { pages: 1, seenAt: 100_000, leftAt: null }

describe('a member counts as present', () => {
  it('for 60 s after the newest heartbeat', () => {
    expect(hereUntil(stay)).toBe(160_000)
    expect(hereUntil({ ...stay, pages: 0 })).toBe(160_000)
  })

  it('for 10 s after the last page closed, and never longer than without closing it', () => {
    expect(hereUntil({ pages: 0, seenAt: 100_000, leftAt: 105_000 })).toBe(115_000)
    expect(hereUntil({ pages: 0, seenAt: 100_000, leftAt: 155_000 })).toBe(160_000)
  })
})
