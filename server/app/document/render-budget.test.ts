import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRenderBudget } from './render-budget.ts'

const page = async () => 'page'

const budgetAt = (loopShare = 0) =>
  createRenderBudget({ when: 'idle', now: Date.now, loopShare: () => loopShare })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the budget of members’ pages', () => {
  it('has no time for any while the process has enough to do', async () => {
    expect(await budgetAt(0.5).spend('1', page)).toBe('page')
    const render = vi.fn(page)
    expect(await budgetAt(0.51).spend('1', render)).toBeNull()
    expect(render).not.toHaveBeenCalled()
  })

  it('has time for one at once, until its work has ended', async () => {
    const budget = budgetAt()
    const { promise: work, resolve: finish } = Promise.withResolvers<string>()
    const first = budget.spend('1', () => work)
    expect(await budget.spend('2', page)).toBeNull()
    await vi.advanceTimersByTimeAsync(150)
    expect(await first).toBeNull()
    expect(await budget.spend('2', page)).toBeNull()
    finish('late')
    await vi.advanceTimersByTimeAsync(0)
    expect(await budget.spend('2', page)).toBe('page')
  })

  it('tells a page when nobody waits for it any longer', async () => {
    const seen: boolean[] = []
    const late = budgetAt().spend('1', async (signal) => {
      seen.push(signal.aborted)
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      seen.push(signal.aborted)
      throw new Error('The page was given up')
    })
    await vi.advanceTimersByTimeAsync(150)
    expect(await late).toBeNull()
    expect(seen).toEqual([false, true])
  })

  it('goes on after a page has failed', async () => {
    const budget = budgetAt()
    const failing = async () => {
      throw new Error('This screen fails')
    }
    await expect(budget.spend('1', failing)).rejects.toThrow('This screen fails')
    expect(await budget.spend('1', page)).toBe('page')
  })

  it('renders six of one member in half a minute', async () => {
    const budget = budgetAt()
    const loads = async (count: number) => {
      const pages: (string | null)[] = []
      for (let load = 0; load < count; load += 1) pages.push(await budget.spend('1', page))
      return pages.filter((loaded) => loaded !== null).length
    }
    expect(await loads(8)).toBe(6)
    expect(await budget.spend('2', page)).toBe('page')
    vi.setSystemTime(Date.now() + 30_000)
    expect(await loads(8)).toBe(6)
  })

  it('has no limits, or no time at all, where a setting says so', async () => {
    const budgetOf = (when: 'always' | 'never') =>
      createRenderBudget({ when, now: Date.now, loopShare: () => 1 })
    const always = budgetOf('always')
    for (let load = 0; load < 20; load += 1) expect(await always.spend('1', page)).toBe('page')
    const slow = always.spend('1', () => new Promise((resolve) => setTimeout(() => resolve('late'), 1_000)))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await slow).toBe('late')
    expect(await budgetOf('never').spend('1', page)).toBeNull()
  })

  it('renders ten in a second, of all members together', async () => {
    const budget = budgetAt()
    const pages: (string | null)[] = []
    for (let member = 0; member < 14; member += 1) pages.push(await budget.spend(String(member), page))
    expect(pages.filter((loaded) => loaded !== null)).toHaveLength(10)
    vi.setSystemTime(Date.now() + 1_000)
    expect(await budget.spend('14', page)).toBe('page')
  })
})
