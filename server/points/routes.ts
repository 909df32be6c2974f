import type { pointsEndpoints } from '#contract/points/points.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { myPoint, myWallet } from './my-point.ts'
import { pointHistory } from './point-history.ts'
import { earningsOf } from './queries.ts'

export const pointsHandlers: HandlersOf<typeof pointsEndpoints> = {
  getMyPoint: async ({ context, viewer }) => ({
    type: 'success',
    point: await myPoint(context, viewer.memberId),
  }),

  getMyWallet: async ({ context, viewer }) => {
    const [wallet, earnings] = await Promise.all([
      myWallet(context, viewer.memberId),
      viewer.role === 'broadcaster' ? earningsOf(context.db, viewer.memberId) : null,
    ])
    return {
      type: 'success',
      point: wallet.point,
      held: wallet.held,
      lots: wallet.lots.map((lot) => ({ ...lot, expiresAt: lot.expiresAt.toISOString() })),
      earnings,
    }
  },

  getPointHistory: async ({ context, viewer, input }) => ({
    type: 'success',
    ...(await pointHistory(context.db, viewer.memberId, input)),
  }),
}
