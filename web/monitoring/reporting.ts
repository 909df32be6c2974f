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

/** Presses and typed text are private: only navigation and requests are recorded. */
const integrations = (isTraced: boolean) => [
  eventFiltersIntegration(),
  globalHandlersIntegration(),
  breadcrumbsIntegration({ dom: false }),
  linkedErrorsIntegration({ limit: linkedErrorsMax }),
  dedupeIntegration(),
  httpContextIntegration(),
  ...(isTraced ? [browserTracingIntegration()] : []),
]

/** The figures of specification 9 and the drops of specification 8; nothing that names a person leaves the page. */
export const reportingOptions = (dsn: string, isTraced: boolean): BrowserOptions => ({
  dsn,
  tunnel: monitoringPath,
  defaultIntegrations: false,
  integrations: integrations(isTraced),
  sampleRate: errorSampleRate,
  // Which pages are traced has been decided before this code was fetched for them.
  tracesSampleRate: isTraced ? 1 : 0,
  traceLifecycle: 'static',
  // Requests to other origins carry no trace headers.
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
