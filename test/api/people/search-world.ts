import { randomInt } from 'node:crypto'
import type { OutputOf, RequestOf } from '#contract/core/endpoint.ts'
import { serverHalfOf } from '#contract/core/server-half.ts'
import { type SearchFilters, searchEndpoints } from '#contract/people/search.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'

type Page = OutputOf<typeof searchEndpoints.searchUsers>
type Asked = RequestOf<typeof searchEndpoints.searchUsers>

interface Facts {
  name?: string
  age?: number
  region?: string
  job?: string
  bio?: string
  tags?: string[]
  video?: number | null
  voice?: number | null
  /** Scores of as many reviews. */
  scores?: number[]
  approvedDaysAgo?: number
  isWaiting?: boolean
  bornOn?: string
}

/** Broadcasters, and a visitor who searches. The clock of the standby lists stands still. */
export const createSearchWorld = async () => {
  const world: TestWorld = await createTestWorld()
  const { sql } = world.database

  const add = async (facts: Facts = {}): Promise<string> => {
    const id = String(randomInt(10_000_000, 99_999_999))
    await sql`
      INSERT INTO member (id, role, name, age, region, born_on, born_on_stated_at)
      VALUES (${id}, 'broadcaster', ${facts.name ?? 'なまえ'}, ${facts.age ?? 27}, ${facts.region ?? '東京'},
        ${facts.bornOn ?? null}::text::date, CASE WHEN ${facts.bornOn ?? null}::text IS NOT NULL THEN now() END)`
    const scores = facts.scores ?? []
    await sql`
      INSERT INTO broadcaster (member_id, job, bio, tags, rate_video, rate_voice, standby_since, approved_at,
        review_count, review_score_sum)
      VALUES (${id}, ${facts.job ?? null}, ${facts.bio ?? ''}, ${facts.tags ?? []},
        ${facts.video === undefined ? 200 : facts.video}, ${facts.voice === undefined ? 140 : facts.voice},
        CASE WHEN ${facts.isWaiting ?? false} THEN now() END,
        now() - make_interval(days => ${facts.approvedDaysAgo ?? 100}::int),
        ${scores.length}, ${scores.reduce((sum, score) => sum + score, 0)})`
    if (facts.isWaiting) await setWaiting(id, true)
    return id
  }

  const setWaiting = async (id: string, isWaiting: boolean): Promise<void> => {
    await sql`UPDATE broadcaster SET standby_since = CASE WHEN ${isWaiting} THEN now() END WHERE member_id = ${id}`
    await sql`INSERT INTO presence (member_id, node_id, here_until, is_open)
      VALUES (${id}, gen_random_uuid(), now() + interval '1 minute', true)`
  }

  const requestRaw = async (input: unknown, cookie = '') => {
    const response = await world.request(searchEndpoints.searchUsers.path, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    return { status: response.status, body: (await response.json()) as Page & { code?: string } }
  }

  const page = async (input: Asked, viewer?: Person): Promise<Page> => {
    const { status, body } = await requestRaw(input, viewer?.cookie)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return serverHalfOf(searchEndpoints.searchUsers).output.parse(body)
  }

  /** The ids of one page of 60. */
  const found = async (filters: Partial<SearchFilters>, viewer?: Person): Promise<string[]> =>
    (await page({ ...filters, limit: 60 }, viewer)).users.map(({ id }) => id)

  /** All pages of two, with what happens between them. */
  const allPages = async (filters: Partial<SearchFilters>, between?: () => Promise<unknown>) => {
    const ids: string[] = []
    let after: string | undefined
    do {
      const { users, next } = await page({ ...filters, limit: 2, ...(after ? { after } : {}) })
      ids.push(...users.map(({ id }) => id))
      after = next ?? undefined
      await between?.()
    } while (after !== undefined)
    return ids
  }

  return { ...world, sql, add, setWaiting, requestRaw, page, found, allPages }
}

export type SearchWorld = Awaited<ReturnType<typeof createSearchWorld>>
