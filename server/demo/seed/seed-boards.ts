import { sql } from 'kysely'
import { markSource } from '#domain/boards/board.ts'
import { seedThreads } from '#seed/boards.ts'
import type { Context } from '#server/context.ts'
import { keyedHash } from '#server/secrets/keyed-hash.ts'
import { seedId } from './seed-id.ts'
import { memberRows } from './seed-rows.ts'

const authors = memberRows.filter(({ role }) => role === 'caller' || role === 'broadcaster').slice(0, 24)

/** A week on the boards, once; the authors of one thread are different people. */
export const seedBoards = async ({
  db,
  secret,
  now,
}: Pick<Context, 'db' | 'secret' | 'now'>): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    for (const [place, { category, title, posts }] of seedThreads.entries()) {
      const threadId = seedId(`board:${title}`)
      const rows = posts.map(([author, minutesAgo, text], index) => {
        const memberId = authors[(author * 2 + place) % authors.length]?.id ?? ''
        const at = now() - minutesAgo * 60_000
        return {
          thread_id: threadId,
          id: index === 0 ? threadId : seedId(`board:${title}:${index}`),
          number: index + 1,
          author_id: memberId,
          mark: keyedHash(secret, 'boardMark', markSource(threadId, memberId, at)).slice(0, 8),
          text,
          posted_at: new Date(at),
        }
      })
      const [first] = rows
      const last = rows.at(-1)
      if (!first || !last) continue
      const added = await sql`
        INSERT INTO board_thread (id, category_id, author_id, title, grams, posts, opened_at, last_post_at)
        VALUES (${threadId}, ${category}, ${first.author_id}, ${title},
          search_grams(search_fold(${`${title} ${first.text}`})), ${rows.length}, ${first.posted_at}, ${last.posted_at})
        ON CONFLICT DO NOTHING RETURNING 1`.execute(tx)
      if (added.rows.length === 0) continue
      await tx.insertInto('board_post').values(rows).execute()
    }
  })
}
