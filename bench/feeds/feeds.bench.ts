/**
 * The feed of a member with 500 favourites among 1,000,000 posts: first pages, and the pages after them, one request
 * after the other. The reference is everybody's feed in the same run. A post of a broadcaster with 50,000 followers
 * must write no row per follower.
 */

import { randomUUID } from 'node:crypto'
import { type Bench, percentile } from '#bench/bench.ts'
import type { MembersApp } from '#bench/shared/members-app.ts'
import { post } from '#bench/shared/page-sockets.ts'
import { withMembersApp } from '#bench/shared/with-members-app.ts'
import { type TimelineFeed, timelineEndpoints } from '#contract/timeline/timeline.ts'
import type { Sql } from '#server/db/database.ts'

const barMs = 30
/** The post and its announcement; a job makes notifications of that, for at most 5,000 followers who want them. */
const rowsOfPost = 2
const authors = 20_000
const posts = 1_000_000
const favourites = 500
const followers = 50_000
const warmUpPages = 20
/** Visits, each of so many pages. */
const visits = 60
const pagesMax = 4

interface Page {
  type: string
  posts: { postId: string }[]
  next: string | null
}

/** Authors of very different diligence: the square of a random number, so that a few write most. */
const fill = async (sql: Sql, readerId: string): Promise<void> => {
  await sql`
    INSERT INTO member (id, role, name)
    SELECT (40000000 + n)::text, 'broadcaster', 'b' || n FROM generate_series(1, ${authors}) n`
  await sql`SELECT setseed(0.76)`
  await sql`
    INSERT INTO timeline_post (id, author_id, state, is_public, text, created_at, seq, posted_at)
    SELECT gen_random_uuid(), (40000001 + floor(power(random(), 2) * ${authors})::int)::text, 'shown', true,
      'こんばんは。今日もおつかれさまでした。' || n, now(), nextval('timeline_seq'), now()
    FROM generate_series(1, ${posts}) n`
  await sql`
    INSERT INTO bookmark (member_id, partner_id)
    SELECT ${readerId}, (40000001 + n * ${authors / favourites})::text FROM generate_series(0, ${favourites - 1}) n`
  await sql`
    INSERT INTO member (id, role, name)
    SELECT (50000000 + n)::text, 'caller', 'c' || n FROM generate_series(1, ${followers}) n`
  await sql`
    INSERT INTO timeline_like (post_id, member_id)
    SELECT p.id, (50000001 + floor(random() * ${followers})::int)::text
    FROM (SELECT id FROM timeline_post ORDER BY seq DESC LIMIT 20000) p, generate_series(1, 5)
    ON CONFLICT DO NOTHING`
  await sql`VACUUM ANALYZE member, bookmark, timeline_post, timeline_like, timeline_tally`
}

const shown = (label: string, times: readonly number[]): string =>
  `${label.padEnd(28)} p50 ${percentile(times, 50).toFixed(1)} ms, p99 ${percentile(times, 99).toFixed(1)} ms, worst ${Math.max(...times).toFixed(1)} ms (${times.length})`

/** Every row of the database, but for the counts of queues, which work meanwhile. */
const rowsOf = async (sql: Sql): Promise<number> => {
  const [row] = await sql<{ rows: number }[]>`
    SELECT sum(n)::int AS rows FROM (
      SELECT (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I', relname), false, true, '')))[1]::text::int AS n
      FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r') counted`
  return row?.rows ?? 0
}

export const bench: Bench = (print) =>
  withMembersApp(2, async ({ database, startApp }) => {
    const { sql } = database
    const { url, callers, broadcasters } = await startApp().next<MembersApp>()
    const reader = callers[0]
    if (!reader) throw new Error('the app has no member')
    const startedAt = performance.now()
    await fill(sql, reader.id)
    print(
      `${posts} posts of ${authors} broadcasters made in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
    )

    const path = `${url}${timelineEndpoints.getTimeline.path}`
    const scroll = async (feed: TimelineFeed, count: number): Promise<number[]> => {
      const times: number[] = []
      for (let nth = 0; nth < count; nth += 1) {
        let before: string | undefined
        for (let page = 0; page < pagesMax; page += 1) {
          const requestedAt = performance.now()
          const answer = await post<Page>(path, reader.cookie, { feed, ...(before ? { before } : {}) })
          times.push(performance.now() - requestedAt)
          if (answer.type !== 'success' || answer.posts.length !== 20) throw new Error(JSON.stringify(answer))
          if (answer.next === null) break
          before = answer.next
        }
      }
      return times
    }
    await scroll('favourites', warmUpPages)
    const times = await scroll('favourites', visits)
    print(shown('favourites, over HTTP', times))
    await scroll('all', warmUpPages)
    print(shown('everybody, over HTTP', await scroll('all', visits)))

    const broadcaster = broadcasters[0]
    if (!broadcaster) throw new Error('the app has no broadcaster')
    await sql`
      INSERT INTO bookmark (member_id, partner_id)
      SELECT (50000000 + n)::text, ${broadcaster.id} FROM generate_series(1, ${followers}) n`
    const before = await rowsOf(sql)
    const requestedAt = performance.now()
    const words = { postId: randomUUID(), text: 'こんばんは' }
    const posted = await post<{ type: string }>(
      `${url}${timelineEndpoints.postTimeline.path}`,
      broadcaster.cookie,
      words,
    )
    if (posted.type !== 'success') throw new Error(JSON.stringify(posted))
    const postMs = performance.now() - requestedAt
    const written = (await rowsOf(sql)) - before
    print(
      `a post of a broadcaster with ${followers} followers writes ${written} row(s) in ${postMs.toFixed(0)} ms`,
    )
    const p99 = percentile(times, 99)
    return { figure: `${p99.toFixed(1)}ms`, bar: `<${barMs}ms`, isMet: p99 < barMs && written <= rowsOfPost }
  })
