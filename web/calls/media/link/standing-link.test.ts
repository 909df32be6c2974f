import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { halfOfLine, hangs, link } from '../../testing/scripted-link.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const ways = ['whip', 'whep'] as const
const resource = '/api/media/resource/c1/line'

describe('a link that goes on with half of a line', () => {
  it.each(ways)('is up without an offer of its own (%s)', async (endpoint) => {
    const { half, peer, isLeft } = halfOfLine()
    peer.become('connected')
    const it = link(endpoint, half)
    it.link.open()
    await it.wait(0)
    expect(it.states).toEqual(['connecting', 'flowing'])
    expect(it.requests).toEqual([])
    it.link.close()
    expect(it.requests).toMatchObject([{ method: 'DELETE', url: resource, authorization: 'Bearer bearer' }])
    expect(isLeft()).toBe(true)
  })

  it.each(ways)(
    'waits for its connection, and offers anew when that doesn’t come up (%s)',
    async (endpoint) => {
      const { half, peer } = halfOfLine()
      const it = link(endpoint, half)
      it.link.open()
      await it.wait(1)
      peer.become('connecting')
      peer.become('connected')
      expect(it.states).toEqual(['connecting', 'flowing'])

      const never = link(endpoint, halfOfLine().half)
      never.link.open()
      await never.wait(7)
      expect(never.posts()).toHaveLength(1)
    },
  )

  it.each(ways)('waits for the answer of an offer that is on its way (%s)', async (endpoint) => {
    const { half, peer, answer } = halfOfLine('later')
    const it = link(endpoint, half)
    it.link.open()
    await it.wait(0.2)
    expect(it.posts()).toHaveLength(0)
    answer(resource)
    await it.wait(0)
    peer.become('connected')
    expect(it.states).toEqual(['connecting', 'flowing'])
    expect(it.posts()).toHaveLength(0)
  })

  it.each([
    ['is refused', (answer: (resource: string | null) => void) => answer(null)],
    ['never arrives', () => undefined],
  ])('offers over a fresh peer when the answer of the line %s', async (_what, arrive) => {
    const { half, answer, isLeft } = halfOfLine('later')
    const it = link('whip', half)
    it.link.open()
    arrive(answer)
    await it.wait(5.1)
    expect(it.posts().map(({ authorization }) => authorization)).toEqual(['Bearer bearer'])
    expect(it.peers).toHaveLength(1)
    expect(isLeft()).toBe(true)
  })

  it('closes a resource that is answered only after the call has ended', async () => {
    const { half, answer } = halfOfLine('later')
    const it = link('whip', half)
    it.link.open()
    it.link.close()
    answer(resource)
    await it.wait(0)
    expect(it.requests).toMatchObject([{ method: 'DELETE', url: resource }])
  })

  it.each(ways)(
    'is made again over a peer of its own, and lets the line go once that is up (%s)',
    async (endpoint) => {
      const { half, peer, isLeft } = halfOfLine()
      peer.become('connected')
      const it = link(endpoint, half)
      it.link.open()
      await it.wait(0)
      it.link.markLost()
      await it.wait(0)
      expect(it.posts()).toHaveLength(1)
      // The other direction may go on with it, and its last picture stays on the screen.
      expect([it.peers.length, isLeft()]).toEqual([1, false])
      it.newest().become('connected')
      expect(isLeft()).toBe(true)
      expect(it.newest().restarts).toBe(0)
      // From then on it is a link like any other.
      it.newest().become('failed')
      await it.wait(0.3)
      expect(it.peers).toHaveLength(endpoint === 'whep' ? 1 : 2)
    },
  )

  it.each(ways)('is made again when the server says that it lost its end (%s)', async (endpoint) => {
    const { half } = halfOfLine('later')
    const it = link(endpoint, half)
    it.answers.push(hangs)
    it.link.open()
    it.reopen()
    await it.wait(0)
    expect(it.posts()).toHaveLength(1)
  })
})
