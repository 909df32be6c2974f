import { Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { isRefusal } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { clientOf, type ServerEnv } from '#server/http/client-of.ts'
import { refused } from '#server/http/refused.ts'
import { isSignedForOperator, operatorFileName, parseImageSignature } from '#server/images/signed-address.ts'
import { type AuditEntry, recordAudit } from '#server/operators/audit.ts'
import { admittedOperator } from '#server/operators/operator-sessions.ts'
import { readVersion, sendVersion } from './send-version.ts'

/** A player asks for many ranges: one operator's are one line in the audit log for so long. */
const oneLineMs = 10 * 60_000
const linesMax = 1_000

/** The videos that operators see through one kind of subject: an item of the gallery, a report. */
export interface OperatorVideos {
  /** What the subject's id may look like in the address, as a regular expression. */
  idPattern: string
  /** The name of the line in the audit log, and of its subject before the colon. */
  action: AuditEntry['action']
  subject: string
  /** Whether the address has to be signed for the operator and the subject. */
  isSigned: boolean
  /** The video of this subject; null without one. */
  videoOf: (db: Db, subjectId: string) => Promise<string | null>
}

/** Videos for signed-in operators, also of what was taken down: `/{subject}/720.mp4`. No cache may store them. */
export const operatorVideoRoutes = (
  context: Context,
  { idPattern, action, subject, isSigned, videoOf }: OperatorVideos,
): Hono<ServerEnv> => {
  const written = new LRUCache<string, true>({ max: linesMax, ttl: oneLineMs })
  const app = new Hono<ServerEnv>()
  app.get(`/:subjectId{${idPattern}}/:name`, async (c) => {
    const operator = await admittedOperator(context, c.req.header('cookie'))
    if (isRefusal(operator)) return refused(c, operator.refused)
    const { subjectId = '', name = '' } = c.req.param()
    const signature = parseImageSignature(new URL(c.req.url).searchParams)
    if (
      isSigned &&
      !isSignedForOperator(context, operatorFileName(subject, subjectId), operator.id, signature)
    )
      return refused(c, 'notFound')
    const version = readVersion(name)
    const videoId = version ? await videoOf(context.db, subjectId) : null
    if (version === null || videoId === null) return refused(c, 'notFound')
    const line = `${operator.id}:${subjectId}`
    if (!written.has(line)) {
      await recordAudit(context.db, {
        operatorId: operator.id,
        address: clientOf(c, context.config.trustedProxyHops).address,
        action,
        subject: `${subject}:${subjectId}`,
      })
      written.set(line, true)
    }
    return sendVersion(c, context, { videoId, version, caching: 'private, no-store' })
  })
  return app
}
