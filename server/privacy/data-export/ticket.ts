import { createHmac, timingSafeEqual } from 'node:crypto'
import { exportLinkLifeMs } from '#contract/privacy/data-export.ts'

/**
 * The content of a link to an export. The session decides whose it is; the ticket decides only how long it
 * opens.
 */
interface ExportTicket {
  memberId: string
  fileId: string
}

const sign = (secret: Buffer, body: string): Buffer =>
  createHmac('sha256', secret).update(`data-export.${body}`).digest()

export const ticketFor = (secret: Buffer, { memberId, fileId }: ExportTicket, nowMs: number): string => {
  const body = [memberId, fileId, nowMs + exportLinkLifeMs].join('.')
  return `${body}.${sign(secret, body).toString('base64url')}`
}

/** Null for a ticket that isn't ours, was changed, or has expired. */
export const readTicket = (secret: Buffer, ticket: string, nowMs: number): ExportTicket | null => {
  const [memberId, fileId, until, mac, rest] = ticket.split('.')
  if (!memberId || !fileId || !until || !mac || rest !== undefined) return null
  const given = Buffer.from(mac, 'base64url')
  const expected = sign(secret, [memberId, fileId, until].join('.'))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  return nowMs < Number(until) ? { memberId, fileId } : null
}
