import type { MiddlewareHandler } from 'hono'
import { uploadDocumentPath } from '#contract/applications/applications.ts'
import { uploadImagePath } from '#contract/images/images.ts'
import { endpoints } from '#contract/index.ts'
import { uploadOperatorImagePath } from '#contract/legal/operator/message-pages.ts'
import { dataExportPath } from '#contract/privacy/data-export.ts'
import type { Metrics } from '#server/metrics/metrics.ts'

/** The names in metrics for requests outside of the contract, by the start of the path. The first match counts. */
const timedRoutes: readonly (readonly [path: string, name: string])[] = [
  ['/api/auth/callback/login', 'authLogin'],
  ['/api/auth/callback/register', 'authRegister'],
  ['/api/auth/callback/passkey', 'authPasskey'],
  ['/api/auth/callback/recovery', 'authRecovery'],
  ['/api/auth/callback/google', 'authGoogle'],
  ['/api/auth/session', 'authSession'],
  ['/api/auth/csrf', 'authCsrf'],
  ['/api/auth/', 'authOther'],
  [uploadImagePath, 'uploadImage'],
  [uploadOperatorImagePath, 'uploadOperatorImage'],
  [uploadDocumentPath, 'uploadDocument'],
  ['/api/media/whip/', 'mediaWhip'],
  ['/api/media/whep/', 'mediaWhep'],
  ['/api/media/resource/', 'mediaResource'],
  ['/api/webhooks/square', 'webhookSquare'],
  ['/api/webhooks/paidy', 'webhookPaidy'],
  ['/api/webhooks/storekit', 'webhookStorekit'],
  ['/api/img/', 'image'],
  [dataExportPath, 'dataExport'],
]

const endpointPaths: ReadonlySet<string> = new Set(Object.values(endpoints).map(({ path }) => path))

const nameOf = (path: string): string | undefined =>
  endpointPaths.has(path) ? undefined : timedRoutes.find(([begin]) => path.startsWith(begin))?.[1]

/** Times requests outside of the contract; endpoints are timed where they are answered. */
export const timeRoutes =
  (metrics: Metrics): MiddlewareHandler =>
  async (c, next) => {
    const name = nameOf(c.req.path)
    if (name === undefined) return next()
    const startedMs = performance.now()
    await next()
    metrics.answered(name, c.res.status, (performance.now() - startedMs) / 1_000)
  }
