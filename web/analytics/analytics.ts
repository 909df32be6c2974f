import { withoutNames } from '../../domain/shell/path-names.ts'
import { noteAnalyticsId } from './analytics-id.ts'

interface Paths {
  state: { location: { pathname: string } }
  subscribe(listener: (state: Paths['state']) => void): unknown
}

type Gtag = (...command: unknown[]) => void

const tagUrl = 'https://www.googletagmanager.com/gtag/js'

/** Google's queue takes the arguments object itself, not an array of them. */
const openQueue = (): Gtag => {
  const page = window as Window & { dataLayer?: unknown[] }
  page.dataLayer ??= []
  const queue = page.dataLayer
  return function gtag() {
    // biome-ignore lint/complexity/noArguments: see above
    queue.push(arguments)
  }
}

/** Nothing tells with whom somebody is: ids are cut out of paths, titles and what led here aren't sent. */
const placeOf = (pathname: string) => ({
  page_location: `${location.origin}${withoutNames(pathname)}`,
  page_title: '',
  page_referrer: '',
})

/**
 * Tells the operator's data stream of page views, and of nothing else. Only where it is configured, and named on the
 * external-transmission page.
 */
export const startAnalytics = (measurementId: string, router: Paths): void => {
  const gtag = openQueue()
  const tell = (pathname: string) => {
    gtag('set', placeOf(pathname))
    gtag('event', 'page_view', placeOf(pathname))
  }
  gtag('js', new Date())
  gtag('set', placeOf(router.state.location.pathname))
  gtag('config', measurementId, {
    send_page_view: false,
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
  })
  gtag('get', measurementId, 'client_id', (id: unknown) => {
    if (typeof id === 'string') noteAnalyticsId(id)
  })
  let told = router.state.location.pathname
  tell(told)
  router.subscribe(({ location: { pathname } }) => {
    if (pathname === told) return
    told = pathname
    tell(pathname)
  })
  const script = document.createElement('script')
  script.src = `${tagUrl}?id=${encodeURIComponent(measurementId)}`
  script.async = true
  document.head.append(script)
}
