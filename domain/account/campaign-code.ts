import { campaignCodeDefault } from '#contract/account/account.ts'

const shape = /^[\w.-]{1,64}$/

/** A bad campaign code never prevents a registration: it is replaced by the default. */
export const campaignCodeOf = (given: string | undefined): string =>
  given !== undefined && shape.test(given) ? given : campaignCodeDefault
