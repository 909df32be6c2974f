import type { Config } from '#server/config/config.ts'
import type { PolicySources } from './payment-sources.ts'

/** Google tag (https://developers.google.com/tag-platform/security/guides/csp). */
const googleTag: PolicySources = {
  script: ['https://www.googletagmanager.com'],
  connect: [
    'https://www.googletagmanager.com',
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
  ],
  img: ['https://www.googletagmanager.com', 'https://*.google-analytics.com'],
}

/** The sources that analytics need in our pages. */
export const analyticsSources = ({ reach }: Pick<Config, 'reach'>): PolicySources[] =>
  reach.analytics ? [googleTag] : []
