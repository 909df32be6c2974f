import type { PaidyCheckout } from '#contract/points/purchase.ts'
import { loadScript } from './load-script.ts'

/** The part of Paidy Checkout that we use (https://paidy.com/docs/en/paidycheckout.html). */
interface PaidySdk {
  configure(options: { api_key: string; closed: (result: { id?: string; status: string }) => void }): {
    launch(payload: object): void
  }
}

const sdkOf = async (script: string): Promise<PaidySdk> => {
  await loadScript(script)
  const { Paidy } = window as { Paidy?: PaidySdk }
  if (!Paidy) throw new Error("Paidy's script brought no Paidy")
  return Paidy
}

export type PaidyResult = { status: 'authorized'; paymentId: string } | { status: 'rejected' | 'closed' }

/**
 * Lets the payer authorise an order in Paidy's own window. The authorisation names the order: the server accepts it for
 * this order alone, and captures it. Rejects when Paidy can't be shown.
 */
export const authoriseAtPaidy = async (
  { publicKey, script }: NonNullable<PaidyCheckout>,
  order: { orderId: string; amountYen: number; title: string },
): Promise<PaidyResult> => {
  const paidy = await sdkOf(script)
  return new Promise((resolve) => {
    const checkout = paidy.configure({
      api_key: publicKey,
      closed: ({ id, status }) =>
        resolve(
          status === 'authorized' && id
            ? { status, paymentId: id }
            : { status: status === 'rejected' ? status : 'closed' },
        ),
    })
    checkout.launch({
      amount: order.amountYen,
      currency: 'JPY',
      store_name: 'Koyoi',
      buyer: {},
      order: {
        items: [{ id: 'points', title: order.title, quantity: 1, unit_price: order.amountYen }],
        order_ref: order.orderId,
        tax: 0,
        shipping: 0,
      },
    })
  })
}
