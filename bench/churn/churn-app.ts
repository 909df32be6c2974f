/** The real app with the demo's members and its own PostgreSQL, and callers whose points last for hours. */

import { startApp } from '#server/app/main.ts'
import { hashPassword } from '#server/credentials/passwords.ts'
import { grantPoints } from '#server/points/ledger/ledger.ts'

/** The app process's first message. */
export interface ChurnApp {
  origin: string
  callers: { mail: string; password: string }[]
}

const callers = 30
const points = 500_000
const password = 'churn-password'

const app = await startApp(process.env)
const { db } = app.context
const passwordHash = await hashPassword(password)
const mails: string[] = []
for (let index = 0; index < callers; index++) {
  const id = String(31_000_000 + index)
  const mail = `churn${index}@bench.example`
  const row = { id, role: 'caller' as const, name: `測定${index}`, email: mail, password_hash: passwordHash }
  await db.insertInto('member').values(row).execute()
  await grantPoints(db, { key: 'bench', memberId: id, points, kind: 'paid', purpose: 'demo' })
  mails.push(mail)
}
process.on('disconnect', () => void app.stop().finally(() => process.exit()))
process.send?.({ origin: app.url, callers: mails.map((mail) => ({ mail, password })) } satisfies ChurnApp)
