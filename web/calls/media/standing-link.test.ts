import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { flowing, hangs, link, relay } from '../testing/scripted-link.ts'
import type { LinkState, MediaEndpoint } from './media-link.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const standingOptions = (endpoint: MediaEndpoint, states: LinkState[], token = 'call') => ({
  endpoint,
  callId: 'c1',
  token,
  iceServers: [relay],
  keepsPeer: endpoint === 'whep',
  prepare: () => undefined,
  onState: (state: LinkState) => states.push(state),
})

describe('a link that stands while its call rings', () => {
  it.each(['whip', 'whep'] as const)(
    'goes on over the same peer when its page has the place (%s)',
    async (endpoint) => {
      const { link: made, peers, posts, requests } = await flowing(endpoint, { isStanding: true })
      const states: LinkState[] = []
      made.begin(standingOptions(endpoint, states), true)
      expect(states).toEqual(['connecting', 'flowing'])
      expect(posts()).toHaveLength(1)
      expect(peers).toHaveLength(1)
      made.close()
      expect(requests.at(-1)).toMatchObject({ method: 'DELETE', authorization: 'Bearer call' })
    },
  )

  it('is offered anew with the call’s token over a fresh peer when its page hasn’t', async () => {
    const { link: made, peers, posts, wait } = await flowing('whip', { isStanding: true })
    const states: LinkState[] = []
    made.begin(standingOptions('whip', states), false)
    await wait(0)
    expect(posts().map(({ authorization }) => authorization)).toEqual(['Bearer bearer', 'Bearer call'])
    expect(peers.map(({ connectionState }) => connectionState)).toEqual(['closed', 'new'])
    expect(states).toEqual(['connecting'])
  })

  it('waits for the answer of an offer that is on its way, and offers again at once when that is refused', async () => {
    const it = link('whip', { isStanding: true })
    it.answers.push(hangs)
    it.link.open()
    await it.wait(0.1)
    it.link.begin(standingOptions('whip', []), true)
    await it.wait(0.1)
    expect(it.posts()).toHaveLength(1)
    await it.wait(5)
    expect(it.posts().at(-1)?.authorization).toBe('Bearer call')

    const late = link('whip', { isStanding: true })
    late.answers.push(404)
    late.link.open()
    late.link.begin(standingOptions('whip', []), true)
    await late.wait(0)
    expect(late.posts().map(({ authorization }) => authorization)).toEqual(['Bearer bearer', 'Bearer call'])
  })

  it('gives up after a few attempts, until the answer', async () => {
    const it = link('whip', { isStanding: true })
    it.link.open()
    await it.wait(60)
    expect(it.posts()).toHaveLength(3)
    const refused = link('whep', { isStanding: true })
    refused.answers.push(503)
    refused.link.open()
    await refused.wait(60)
    expect(refused.posts()).toHaveLength(1)
    refused.link.begin(standingOptions('whep', []), true)
    await refused.wait(0)
    expect(refused.posts()).toHaveLength(2)
  })
})
