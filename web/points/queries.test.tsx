// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { closePages, memberSession, openPage } from '#web/session/testing/fake-page.tsx'
import { orderOf } from './purchase/testing/fake-purchase.ts'
import { unansweredOrder } from './purchase/unanswered-order.ts'
import { useOrder, useOrders } from './queries.ts'

afterEach(closePages)

const member = memberSession.user.id
const One = () => useOrder('first').data?.state ?? null
const All = () => useOrders().data?.pages.map(({ orders }) => orders.map(({ orderId }) => orderId).join())

it.each([
  ['its page', <One key="one" />, 'granted'],
  ['the list of orders', <All key="all" />, 'other,first'],
])('a member who saw an order on %s buys the next one without a question for it', async (_, node, shown) => {
  unansweredOrder.keep(member, 'first', 'p1000/card')
  const page = await openPage(node, {
    session: memberSession,
    answers: {
      '/api/get-order': { body: { type: 'success', order: orderOf('first') } },
      '/api/get-orders': {
        body: { type: 'success', orders: [orderOf('other'), orderOf('first')], more: false },
      },
    },
  })
  await page.until(() => expect(document.body.textContent).toBe(shown))
  expect(unansweredOrder.of(member)).toBeNull()
})

it('an order that is not in the list stays unanswered', async () => {
  unansweredOrder.keep(member, 'first', 'p1000/card')
  const page = await openPage(<All />, {
    session: memberSession,
    answers: { '/api/get-orders': { body: { type: 'success', orders: [orderOf('other')], more: false } } },
  })
  await page.until(() => expect(document.body.textContent).toBe('other'))
  expect(unansweredOrder.of(member)?.orderId).toBe('first')
})
