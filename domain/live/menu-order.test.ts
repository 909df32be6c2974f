import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isRefusal } from '#contract/core/refusal.ts'
import { menuQueueMax } from '#contract/live/flow.ts'
import { decideMenuOrder, decideQueue, type MenuOrderEvent, type MenuOrderState } from './menu-order.ts'

const events = ['acknowledge', 'skip', 'release'] as const satisfies MenuOrderEvent[]
const step = fc.oneof(
  fc.record({
    does: fc.constant('buy' as const),
    points: fc.integer({ min: 10, max: 1000 }).map((n) => n * 5),
  }),
  fc.record({ does: fc.constantFrom(...events), order: fc.nat(40) }),
  fc.record({ does: fc.constantFrom('pause' as const, 'resume' as const, 'close' as const) }),
)

interface Order {
  points: number
  state: MenuOrderState
}

/** A room's menu with a buyer's wallet of three parts: free, held, spent. */
const room = (funds: number) => {
  const wallet = { free: funds, held: 0, spent: 0 }
  const orders: Order[] = []
  let isPaused = false
  let isOver = false
  const settle = (order: Order, event: MenuOrderEvent) => {
    const decided = decideMenuOrder(order.state, event)
    if (isRefusal(decided)) return
    order.state = decided.state
    wallet.held -= order.points
    wallet[decided.effect === 'capture' ? 'spent' : 'free'] += order.points
  }
  return {
    wallet,
    orders,
    take: (step: { does: string; points?: number; order?: number }) => {
      const waiting = orders.filter(({ state }) => state === 'waiting')
      if (step.does === 'buy') {
        const { points = 0 } = step
        if (isOver || points > wallet.free) return
        if (decideQueue({ isPaused, hasDevices: true, waiting: waiting.length })) return
        wallet.free -= points
        wallet.held += points
        orders.push({ points, state: 'waiting' })
      } else if (step.does === 'pause' || step.does === 'close') {
        isPaused = true
        isOver ||= step.does === 'close'
        for (const order of waiting) settle(order, 'release')
      } else if (step.does === 'resume') {
        isPaused = false
      } else {
        const order = orders[step.order ?? 0]
        if (order) settle(order, step.does as MenuOrderEvent)
      }
    },
  }
}

it('points are conserved over every history, and nothing is held after the room closes', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), fc.integer({ min: 0, max: 50_000 }), (steps, funds) => {
      const { wallet, orders, take } = room(funds)
      const sum = (state: MenuOrderState) =>
        orders.filter((order) => order.state === state).reduce((total, { points }) => total + points, 0)
      for (const each of steps) {
        const before = orders.map(({ state }) => state)
        take(each)
        expect(wallet.free + wallet.held + wallet.spent).toBe(funds)
        expect([wallet.held, wallet.spent]).toEqual([sum('waiting'), sum('done')])
        expect(Math.min(wallet.free, wallet.held)).toBeGreaterThanOrEqual(0)
        expect(orders.filter(({ state }) => state === 'waiting').length).toBeLessThanOrEqual(menuQueueMax)
        // What has become of an order stays.
        for (const [index, state] of before.entries())
          if (state !== 'waiting') expect(orders[index]?.state).toBe(state)
      }
      take({ does: 'close' })
      expect(wallet.held).toBe(0)
    }),
    { numRuns: 500 },
  )
})

it('no order is queued while devices are off', () => {
  expect(decideQueue({ isPaused: false, hasDevices: false, waiting: 0 })).toEqual({
    refused: 'liveMenuPaused',
  })
  expect(decideQueue({ isPaused: false, hasDevices: true, waiting: 20 })).toEqual({ refused: 'liveMenuFull' })
})
