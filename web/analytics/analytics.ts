import { withoutNames } from '#domain/shell/path-names.ts'
import { rememberAnalyticsId } from './analytics-id.ts'

export interface Paths {
  state: { location: { pathname: string } }
  /** @returns the end of it */
  subscribe(listener: (state: Paths['state']) => void): () => void
}

type Gtag = (...command: unknown[]) => void

const tagUrl = 'https://www.googletagmanager.com/gtag/js'

/** Google's queue needs the arguments object itself, not an array of them. */
const openQueue = (): Gtag => {
  const page = window as Window & { dataLayer?: unknown[] }
  page.dataLayer ??= []
  const queue = page.dataLayer
  return function gtag() {
    // biome-ignore lint/complexity/noArguments: see above
    queue.push(arguments)
  }
}

/** Nothing shows with whom somebody talks: ids are cut out of paths, titles and referrers aren't sent. */
const placeOf = (pathname: string) => ({
  page_location: `${location.origin}${withoutNames(pathname)}`,
  page_title: '',
  page_referrer: '',
})

/** Google's switch: while it is true the tag sends nothing and writes no cookie. */
const setDisabled = (measurementId: string, isDisabled: boolean): void => {
  Object.assign(window, { [`ga-disable-${measurementId}`]: isDisabled })
}

const loadTag = (measurementId: string): void => {
  const src = `${tagUrl}?id=${encodeURIComponent(measurementId)}`
  if (document.querySelector(`script[src="${src}"]`)) return
  const script = document.createElement('script')
  script.src = src
  script.async = true
  document.head.append(script)
}

/**
 * Reports page views, and nothing else, to the operator's data stream. Only where it is configured, and named on the
 * external-transmission page. @returns a function that stops it
 */
export const startAnalytics = (measurementId: string, router: Paths): (() => void) => {
  let isOver = false
  setDisabled(measurementId, false)
  const gtag = openQueue()
  const report = (pathname: string) => {
    gtag('set', placeOf(pathname))
    gtag('event', 'page_view', placeOf(pathname))
  }
  gtag('js', new Date())
  gtag('set', placeOf(router.state.location.pathname))
  gtag('config', measurementId, {
    send_page_view: false,
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
    // Cookies of this host alone, which `clearAnalytics` can delete.
    cookie_domain: 'none',
  })
  gtag('get', measurementId, 'client_id', (id: unknown) => {
    if (typeof id === 'string' && !isOver) rememberAnalyticsId(id)
  })
  let reported = router.state.location.pathname
  report(reported)
  const unsubscribe = router.subscribe(({ location: { pathname } }) => {
    if (pathname === reported) return
    reported = pathname
    report(pathname)
  })
  loadTag(measurementId)
  return () => {
    isOver = true
    setDisabled(measurementId, true)
    unsubscribe()
  }
}
