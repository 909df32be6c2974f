import type { RouteObject } from '#web/router/router.ts'
import { paths, patterns } from '#web/shell/navigation/paths.ts'
import { framed } from './framed.ts'
import { onDevice } from './on-device.ts'

const incoming = () => import('#web/calls/screens/incoming-screen.tsx')
const watch = async () => ({ Component: (await import('#web/live/watch/watch-page.tsx')).WatchPage })
const liveCall = () => import('#web/live/call/live-call-page.tsx')
const lazyLiveCall = async () => ({ Component: (await liveCall()).LiveCallPage })
const market = () => import('#web/market/market-pages.ts')
const liveStudio = async () => ({
  Component: (await import('#web/live/studio/live-studio-page.tsx')).LiveStudioPage,
})

/** Live rooms, from the list to the call over one. */
export const liveScreens: RouteObject[] = [
  { path: patterns.liveStudio, lazy: liveStudio, ...framed('bare') },
  {
    path: patterns.liveSummary,
    lazy: async () => ({ Component: (await import('#web/live/studio/summary-page.tsx')).SummaryPage }),
    ...framed('rail'),
  },
  { path: patterns.outgoingVideoChat, lazy: lazyLiveCall, ...framed('bare') },
  {
    path: patterns.liveBroadcaster,
    loader: onDevice(true, paths.liveBroadcaster),
    lazy: lazyLiveCall,
    ...framed('bare'),
  },
  {
    path: patterns.liveBroadcasterPc,
    loader: onDevice(false, paths.liveBroadcaster),
    lazy: lazyLiveCall,
    ...framed('bare'),
  },
  { path: patterns.channel, loader: onDevice(true, paths.channel), lazy: watch, ...framed('bare') },
  { path: patterns.channelPc, loader: onDevice(false, paths.channel), lazy: watch, ...framed('bare') },
  {
    path: patterns.live,
    lazy: async () => ({ Component: (await import('#web/live/list/live-page.tsx')).LivePage }),
    ...framed('rail'),
  },
  {
    path: patterns.incomingVideoChat,
    lazy: async () => ({ Component: (await incoming()).IncomingLiveScreen }),
    ...framed('bare'),
  },
]

/** The flea market. */
export const marketScreens: RouteObject[] = [
  {
    path: patterns.market,
    lazy: async () => ({ Component: (await market()).MarketPage }),
    ...framed('rail'),
  },
  {
    path: patterns.marketFavourites,
    lazy: async () => ({ Component: (await market()).MarketFavouritesPage }),
    ...framed('rail'),
  },
  {
    path: patterns.marketOwn,
    lazy: async () => ({ Component: (await market()).MarketOwnPage }),
    ...framed('rail'),
  },
  {
    path: patterns.marketSell,
    lazy: async () => ({ Component: (await market()).MarketSellPage }),
    ...framed('rail'),
  },
  {
    path: patterns.marketAddress,
    lazy: async () => ({ Component: (await market()).MarketAddressPage }),
    ...framed('rail'),
  },
  {
    path: patterns.marketItem,
    lazy: async () => ({ Component: (await market()).MarketItemPage }),
    ...framed('rail'),
  },
  {
    path: patterns.marketTransaction,
    lazy: async () => ({
      Component: (await market()).MarketTransactionPage,
    }),
    ...framed('rail'),
  },
]
