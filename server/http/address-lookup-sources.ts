import type { Config } from '#server/config/config.ts'
import type { PolicySources } from './payment-sources.ts'

/** The outside service from which visitors' browsers request their own IP address. */
export const addressLookupSources = ({ reach }: Pick<Config, 'reach'>): PolicySources[] =>
  reach.ipLookupUrl === undefined ? [] : [{ connect: [new URL(reach.ipLookupUrl).origin] }]
