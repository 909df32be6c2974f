import { campaignCodeDefault } from '#contract/account/account.ts'

const shape = /^[\w.-]{1,64}$/

/** What a campaign's link carries never keeps anybody from registering: whatever can't be a code is the default. */
export const campaignCodeOf = (given: string | undefined): string =>
  given !== undefined && shape.test(given) ? given : campaignCodeDefault
