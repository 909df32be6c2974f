import { sql } from 'kysely'
import type { MailOutcome } from '../../adapters/mail/port.ts'
import { restAfterTryMs } from '../../domain/outbox/retry.ts'
import { type Loops, loop } from '../calls/loop.ts'
import type { Context } from '../context.ts'

const sendEveryMs = 2_000
const sentAtOnce = 10
/** Nobody else takes a mail that is being sent; longer than the port's 30 s. */
const claimedMs = 60_000

type MailContext = Pick<Context, 'db' | 'log' | 'mailer' | 'now'>

interface Due {
  id: string
  to: string
  subject: string
  text: string
  tries: number
}

export const startSendingMail = (context: MailContext): Loops =>
  loop(context, 'mail', sendEveryMs, () => sendDueMail(context))

/** Sends what is due, and gives up what has expired. Any number of processes may run it at once. */
export const sendDueMail = async (context: MailContext): Promise<void> => {
  await giveUpExpired(context)
  const claimed = await claim(context)
  await Promise.all(claimed.map(async (mail) => settle(context, mail, await context.mailer.send(mail))))
}

const claim = async ({ db, now }: MailContext): Promise<Due[]> => {
  const at = new Date(now())
  const { rows } = await sql<Due>`
    UPDATE outgoing_mail SET tries = tries + 1, next_try_at = ${new Date(now() + claimedMs)}
    WHERE id IN (
      SELECT id FROM outgoing_mail
      WHERE sent_at IS NULL AND given_up_at IS NULL AND next_try_at <= ${at}
      ORDER BY next_try_at LIMIT ${sentAtOnce} FOR UPDATE SKIP LOCKED
    )
    RETURNING id, recipient AS "to", subject, body AS text, tries`.execute(db)
  return rows
}

const settle = async (
  { db, log, mailer, now }: MailContext,
  mail: Due,
  result: MailOutcome,
): Promise<void> => {
  const at = new Date(now())
  const own = db.updateTable('outgoing_mail').where('id', '=', mail.id).where('sent_at', 'is', null)
  switch (result.outcome) {
    case 'sent':
      // It may have run out, and been given up elsewhere, while a server took it.
      await own
        .set({ sent_at: at, given_up_at: null, failure: null, ...(mailer.keepsText ? {} : { body: null }) })
        .execute()
      return
    case 'refused':
      log.info('mail-refused', { mailId: mail.id, reason: result.reason })
      await own.set({ given_up_at: at, failure: result.reason, body: null }).execute()
      return
    case 'later':
      log.error('mail-not-sent', { mailId: mail.id, tries: mail.tries, reason: result.reason })
      await own
        .set({ failure: result.reason, next_try_at: new Date(now() + restAfterTryMs(mail.tries)) })
        .execute()
  }
}

const giveUpExpired = async ({ db, now }: MailContext): Promise<void> => {
  const at = new Date(now())
  await db
    .updateTable('outgoing_mail')
    .set({ given_up_at: at, body: null })
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('expires_at', '<=', at)
    .execute()
}
