import { hash, randomBytes, randomUUID } from 'node:crypto'
import type { Sql } from '#server/db/database.ts'

/** A signed-in member. */
export interface BenchMember {
  id: string
  /** A Cookie header. */
  cookie: string
}

const points = 10_000

const membersFrom = (first: number, count: number): (BenchMember & { secret: string })[] =>
  Array.from({ length: count }, (_, index) => {
    const secret = randomBytes(32).toString('base64url')
    return { id: String(first + index), cookie: `next-auth.session-token=${secret}`, secret }
  })

const shared = ({ id, cookie }: BenchMember): BenchMember => ({ id, cookie })

/** As many callers with points as broadcasters on standby, each with a session. */
export const addBenchMembers = async (
  sql: Sql,
  ofEach: number,
): Promise<{ callers: BenchMember[]; broadcasters: BenchMember[] }> => {
  const callers = membersFrom(20_000_000, ofEach)
  const broadcasters = membersFrom(30_000_000, ofEach)
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
  return { callers: callers.map(shared), broadcasters: broadcasters.map(shared) }
}
