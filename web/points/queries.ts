import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '#contract/core/client.ts'
import type { OutputOf } from '#contract/core/endpoint.ts'
import { type Order, type PurchaseStep, purchaseEndpoints } from '#contract/points/purchase.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { unansweredOrder } from './purchase/unanswered-order.ts'

export type CourseInfo = OutputOf<typeof purchaseEndpoints.getCreditPurchaseCourseInfo>

const purchaseKey = ['purchase'] as const
/** What can be bought, and how: after each purchase it is another. */
export const courseInfoKey = [...purchaseKey, 'courses'] as const
/** A payment's answer that got lost is found out within seconds. */
const openOrderPollMs = 1_500

/** The point packs and payment methods; the limits in it change with every purchase. */
export const useCourseInfo = (isEnabled = true) =>
  useQuery({
    queryKey: courseInfoKey,
    queryFn: ({ signal }) => fetchEndpoint(purchaseEndpoints.getCreditPurchaseCourseInfo, {}, { signal }),
    staleTime: 0,
    enabled: isEnabled,
  })

/** An order; fetched again while its outcome is unknown. */
export const useOrder = (orderId: string) =>
  useQuery({
    queryKey: [...purchaseKey, 'order', orderId],
    queryFn: async ({ signal }) => {
      const { order } = await fetchEndpoint(purchaseEndpoints.getOrder, { orderId }, { signal })
      unansweredOrder.forget(orderId)
      return order
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'paying' ? openOrderPollMs : false),
  })

interface OrderPage {
  orders: Order[]
  more: boolean
}

/** The member's orders, newest first, page by page. */
export const useOrders = () =>
  useInfiniteQuery({
    queryKey: [...purchaseKey, 'orders'],
    queryFn: async ({ signal, pageParam }): Promise<OrderPage> => {
      const input = pageParam === '' ? {} : { before: pageParam }
      const page = await fetchEndpoint(purchaseEndpoints.getOrders, input, { signal })
      for (const { orderId } of page.orders) unansweredOrder.forget(orderId)
      return page
    },
    initialPageParam: '',
    getNextPageParam: (page) => (page.more ? page.orders.at(-1)?.createdAt : undefined),
    staleTime: 0,
  })

/** For the operator's funnel; a lost request is ignored. */
export const logStep = (step: PurchaseStep, courseId?: string): void => {
  void call(purchaseEndpoints.logBeforePurchase, courseId === undefined ? { step } : { step, courseId })
}
