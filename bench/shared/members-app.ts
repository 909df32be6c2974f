/**
 * The real app in a process of its own, with as many callers as broadcasters on standby, each with a session. The
 * parent created the database; half of the number in its message are callers.
 */

import { answerCpuQuestions } from '#bench/poll/poll-cpu.ts'
import { startApp } from '#server/app/main.ts'
import { addBenchMembers, type BenchMember } from './members.ts'

export interface MembersApp {
  url: string
  callers: BenchMember[]
  broadcasters: BenchMember[]
}

const app = await startApp(process.env)
const members = await addBenchMembers(app.context.sql, Number(process.env.BENCH_MEMBERS) / 2)
answerCpuQuestions(() => app.stop())
process.send?.({ url: app.url.replace('localhost', '127.0.0.1'), ...members } satisfies MembersApp)
