/**
 * The real app in a process of its own, with as many callers as broadcasters on standby, each with a session. Its
 * parent made the database; half of the number it is told are callers.
 */
import { hash, randomBytes, randomUUID } from 'node:crypto'
import { startApp } from '../server/main.ts'
import { answerCpuQuestions } from './poll-cpu.ts'

export interface RingsApp {
  url: string
  callers: BenchMember[]
  broadcasters: BenchMember[]
}

export interface BenchMember {
  id: string
  cookie: string
}

const points = 10_000
const sessionSecret = () => randomBytes(32).toString('base64url')

const app = await startApp(process.env)
const { sql } = app.context
const count = Number(process.env.BENCH_MEMBERS) / 2

const membersFrom = (first: number): (BenchMember & { secret: string })[] =>
  Array.from({ length: count }, (_, index) => {
    const secret = sessionSecret()
    return { id: String(first + index), cookie: `next-auth.session-token=${secret}`, secret }
  })
const callers = membersFrom(20_000_000)
const broadcasters = membersFrom(30_000_000)
const all = [...callers, ...broadcasters]
const ids = all.map(({ id }) => id)
const keys = all.map(({ secret }) => hash('sha256', secret, 'hex'))
await sql`
  insert into member (id, name, role)
  select id, '測定' || id, case when id < '3' then 'caller' else 'broadcaster' end from unnest(${ids}::text[]) id`
await sql`
  insert into broadcaster (member_id, rate_video, rate_voice, standby_since)
  select id, 200, 140, now() from unnest(${broadcasters.map(({ id }) => id)}::text[]) id`
await sql`
  select count(*) from unnest(${callers.map(({ id }) => id)}::text[]) id,
    lateral grant_points('bench:' || id, id, ${points}::bigint, 'paid', interval '90 days', 'demo', null)`
await sql`
  insert into session (id_hash, member_id, token, expires_at)
  select decode(key, 'hex'), id, ${randomUUID()} || id, now() + interval '30 days'
  from unnest(${keys}::text[], ${ids}::text[]) as s (key, id)`

answerCpuQuestions(() => app.stop())
const told = ({ id, cookie }: BenchMember): BenchMember => ({ id, cookie })
process.send?.({
  url: app.url.replace('localhost', '127.0.0.1'),
  callers: callers.map(told),
  broadcasters: broadcasters.map(told),
} satisfies RingsApp)
