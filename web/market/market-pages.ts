/** All pages of the flea market: they are loaded together, so that no other screen loads what they share. */
export { MarketAddressPage } from './address-page.tsx'
export { MarketItemPage } from './item-page.tsx'
export { MarketFavouritesPage, MarketPage } from './market-page.tsx'
export { MarketOwnPage } from './own-page.tsx'
export { MarketSellPage } from './sell/sell-page.tsx'
export { MarketTransactionPage } from './transaction-page.tsx'
