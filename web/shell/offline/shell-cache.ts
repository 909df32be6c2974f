/** What a service worker does about a request of one of our pages. */
export type Handling = 'network' | 'page' | 'asset'

/** A page without anybody's data: the template, before the server writes the viewer's session into it. */
export const shellPath = '/index.html'

export const shellCacheName = 'koyoi-shell'

/** Hashed files of all releases since; the oldest ones go. */
export const assetsMax = 400

/**
 * Answers of the API, images of people and the console are left to the network: nothing of them is ever stored here.
 * Pages come from the network, and from the stored shell only where there is none; hashed files never change.
 */
export const handlingOf = (
  request: Pick<Request, 'method' | 'mode' | 'url'>,
  ownOrigin: string,
): Handling => {
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== ownOrigin) return 'network'
  if (pathname.startsWith('/assets/')) return 'asset'
  const isPage = request.mode === 'navigate' && !/^\/(api|operator|monitoring)(\/|$)/.test(pathname)
  return isPage && !/\.\w+$/.test(pathname) ? 'page' : 'network'
}

/** The files that the shell needs at once, as its HTML names them. */
export const assetsIn = (html: string): string[] => [
  ...new Set([...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)),
]
