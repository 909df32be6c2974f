/** The real app in a process of its own, with members who have sessions and points. Its parent made the database. */

import { startApp } from '#server/app/main.ts'
import { openSession } from '#server/members/actions/open-session.ts'
import { grantPoints } from '#server/points/ledger/ledger.ts'
import { answerCpuQuestions, type PollServer } from './poll-cpu.ts'

const members = 500
const points = 1_200

const app = await startApp(process.env)
const { context } = app
const cookies: string[] = []
for (let index = 0; index < members; index++) {
  const id = String(10_000_000 + index)
  await context.db
    .insertInto('member')
    .values({ id, role: 'caller', name: `測定${index}` })
    .execute()
  await grantPoints(context.db, { key: 'bench', memberId: id, points, kind: 'paid', purpose: 'demo' })
  const session = await openSession(context, context.db, {
    memberId: id,
    isFirstRegister: false,
    userAgent: 'bench',
  })
  cookies.push(`next-auth.session-token=${session.cookieValue}`)
}
answerCpuQuestions(() => app.stop())
process.send?.({ port: Number(new URL(app.url).port), cookies } satisfies PollServer)
