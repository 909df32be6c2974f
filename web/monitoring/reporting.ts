import {
  type BrowserOptions,
  breadcrumbsIntegration,
  browserTracingIntegration,
  captureException,
  dedupeIntegration,
  eventFiltersIntegration,
  globalHandlersIntegration,
  httpContextIntegration,
  init,
  linkedErrorsIntegration,
} from '@sentry/browser'
import {
  breadcrumbsMax,
  bufferedRequestsMax,
  errorSampleRate,
  linkedErrorsMax,
  monitoringPath,
} from '#contract/monitoring/monitoring.ts'
import { isUnreported, scrubbed } from '#domain/monitoring/scrub.ts'

/** What one presses and writes is nobody's: moves and requests alone are kept. */
const integrations = (isTraced: boolean) => [
  eventFiltersIntegration(),
  globalHandlersIntegration(),
  breadcrumbsIntegration({ dom: false }),
  linkedErrorsIntegration({ limit: linkedErrorsMax }),
  dedupeIntegration(),
  httpContextIntegration(),
  ...(isTraced ? [browserTracingIntegration()] : []),
]

/** The figures of specification 9 and the drops of specification 8; nothing that names anybody leaves the page. */
export const reportingOptions = (dsn: string, isTraced: boolean): BrowserOptions => ({
  dsn,
  tunnel: monitoringPath,
  defaultIntegrations: false,
  integrations: integrations(isTraced),
  sampleRate: errorSampleRate,
  // Which pages are traced has been decided before this code was fetched for them.
  tracesSampleRate: isTraced ? 1 : 0,
  traceLifecycle: 'static',
  // Nobody else's requests carry our traces.
  tracePropagationTargets: [],
  maxBreadcrumbs: breadcrumbsMax,
  transportOptions: { bufferSize: bufferedRequestsMax },
  dataCollection: { userInfo: false, cookies: false, httpBodies: [], urlQueryParams: false },
  beforeBreadcrumb: (breadcrumb) => (isUnreported(breadcrumb.data?.url) ? null : scrubbed(breadcrumb)),
  beforeSend: (event) => (isUnreported(event.request?.url) ? null : scrubbed(event)),
  beforeSendTransaction: (event) => (isUnreported(event.request?.url) ? null : scrubbed(event)),
})

/** Starts the SDK. `held`: errors that were there before it. */
export const startReporting = ({
  dsn,
  isTraced,
  held,
}: {
  dsn: string
  isTraced: boolean
  held: readonly unknown[]
}): void => {
  init(reportingOptions(dsn, isTraced))
  for (const error of held) captureException(error)
}
