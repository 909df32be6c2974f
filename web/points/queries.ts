import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '#contract/core/client.ts'
import type { OutputOf } from '#contract/core/endpoint.ts'
import { type Order, type PurchaseStep, purchaseEndpoints } from '#contract/points/purchase.ts'
import { fetchEndpoint } from '#web/shell/query.ts'

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
    queryFn: async ({ signal }) =>
      (await fetchEndpoint(purchaseEndpoints.getOrder, { orderId }, { signal })).order,
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
    queryFn: ({ signal, pageParam }): Promise<OrderPage> =>
      fetchEndpoint(purchaseEndpoints.getOrders, pageParam === '' ? {} : { before: pageParam }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.more ? page.orders.at(-1)?.createdAt : undefined),
    staleTime: 0,
  })

/** For the operator's funnel; a lost request is ignored. */
export const logStep = (step: PurchaseStep, courseId?: string): void => {
  void call(purchaseEndpoints.logBeforePurchase, courseId === undefined ? { step } : { step, courseId })
}
