import { registrationBonusPoints } from '#contract/points/points.ts'
import { demoOperatorMail, demoPassword } from '#seed/people.ts'
import type { Context } from '#server/context.ts'
import { hashPassword } from '#server/credentials/passwords.ts'
import type { Sql } from '#server/db/database.ts'
import { addOperatorOnce } from '#server/operators/accounts.ts'
import { grantPoints } from '#server/points/ledger/ledger.ts'
import { seedPastEarnings } from './past-earnings.ts'
import { placePortraits, type SeededImage } from './portraits.ts'
import { seedApplications } from './seed-applications.ts'
import { seedBoards } from './seed-boards.ts'
import { seedDemoBookings } from './seed-bookings.ts'
import { seedCallCounts } from './seed-call-counts.ts'
import { seedConversations } from './seed-conversations.ts'
import { seedGallery } from './seed-gallery.ts'
import { seedMarket } from './seed-market.ts'
import { seedMessagePages } from './seed-message-pages.ts'
import { bookmarkRows, broadcasterRows, memberRows, reviewRows, walletRows } from './seed-rows.ts'
import { seedTimeline } from './seed-timeline.ts'
import { seedGalleryVideos } from './seed-videos.ts'

/** Any fixed number: two starts at once on one database seed one after the other. */
const advisoryLockKey = 5_306_112_027

/**
 * Adds what is missing of the demo: its people with their portraits, favourites, reviews and points. Existing
 * rows stay as they are. Never run in production.
 */
export const seedDemo = async (context: Context): Promise<{ addedMembers: number }> => {
  const images = await placePortraits(context.storage, memberRows)
  const present = await context.sql<{ id: string }[]>`
    SELECT id FROM member WHERE id IN ${context.sql(memberRows.map((row) => row.id))}`
  const missing = memberRows.filter((row) => !present.some(({ id }) => id === row.id))
  if (missing.length > 0) await insertPeople(context.sql, missing, images)
  await seedPastEarnings(context)
  await seedConversations(context)
  await seedMessagePages(context)
  await seedApplications(context)
  await seedDemoBookings(context)
  await seedTimeline(context)
  await seedBoards(context)
  await seedGallery(context)
  await seedGalleryVideos(context)
  for (const wallet of walletRows) await fillWallet(context, wallet)
  await seedMarket(context)
  await context.db.transaction().execute((tx) => addOperatorOnce(tx, demoOperatorMail, demoPassword))
  return { addedMembers: missing.length }
}

/** Each of the two grants has its own key, so that a second start grants nothing twice. */
const fillWallet = async (
  { db }: Context,
  { memberId, paidPoints }: { memberId: string; paidPoints: number },
): Promise<void> => {
  await grantPoints(db, {
    key: 'registration',
    memberId,
    points: registrationBonusPoints,
    kind: 'free',
    purpose: 'registration',
  })
  await grantPoints(db, { key: 'demo', memberId, points: paidPoints, kind: 'paid', purpose: 'demo' })
}

const insertPeople = async (
  sql: Sql,
  members: typeof memberRows,
  images: readonly SeededImage[],
): Promise<void> => {
  const isAdded = new Set(members.map((row) => row.id))
  // One hash for all: the password is the same, and each would cost 30 ms.
  const passwordHash = await hashPassword(demoPassword)
  const avatarIds = new Map(images.map((image) => [image.owner_id, image.id]))
  await sql.begin(async (tx) => {
    await tx`SELECT pg_advisory_xact_lock(${advisoryLockKey})`
    await tx`
      INSERT INTO member (id, role, name, region, age, email, password_hash, avatar_id, is_demo, created_at)
      SELECT id, role, name, region, age, email, CASE WHEN email IS NOT NULL THEN ${passwordHash} END, avatar_id, true,
        now() - make_interval(days => joined_days_ago)
      FROM jsonb_to_recordset(${sql.json(members.map((row) => ({ ...row, avatar_id: avatarIds.get(row.id) ?? null })))})
        AS row (id text, role text, name text, region text, age int, email text, avatar_id text, joined_days_ago int)
      ON CONFLICT DO NOTHING`
    await tx`
      INSERT INTO image (id, owner_id, kind, purpose, path)
      SELECT id, owner_id, 1, 'avatar', path
      FROM jsonb_to_recordset(${sql.json(images.filter((row) => isAdded.has(row.owner_id)))})
        AS row (id text, owner_id text, path text)
      ON CONFLICT (id) DO UPDATE SET owner_id = EXCLUDED.owner_id`
    await tx`
      INSERT INTO broadcaster (member_id, job, bio, tags, rate_video, rate_voice, schedule, answers_automatically,
        standby_since, approved_at)
      SELECT member_id, job, bio, tags, rate_video, rate_voice, schedule, answers_automatically,
        now() - make_interval(mins => standby_minutes_ago), now() - make_interval(days => approved_days_ago)
      FROM jsonb_to_recordset(${sql.json(broadcasterRows.filter((row) => isAdded.has(row.member_id)))})
        AS row (member_id text, job text, bio text, tags text[], rate_video int, rate_voice int, schedule jsonb,
          answers_automatically boolean, standby_minutes_ago int, approved_days_ago int)
      ON CONFLICT DO NOTHING`
    await tx`
      INSERT INTO bookmark (member_id, partner_id, created_at)
      SELECT member_id, partner_id, now() - make_interval(days => days_ago)
      FROM jsonb_to_recordset(${sql.json(
        bookmarkRows.filter((row) => isAdded.has(row.member_id) || isAdded.has(row.partner_id)),
      )}) AS row (member_id text, partner_id text, days_ago int)
      ON CONFLICT DO NOTHING`
    await tx`
      WITH row AS (
        SELECT * FROM jsonb_to_recordset(${sql.json(
          reviewRows.filter((row) => isAdded.has(row.author_id) || isAdded.has(row.target_id)),
        )}) AS row (author_id text, author_label text, target_id text, score int, description text, answer text, minutes_ago int)
      ), added AS (
        INSERT INTO review (author_id, author_label, target_id, score, description, created_at)
        SELECT author_id, author_label, target_id, score, description, now() - make_interval(mins => minutes_ago) FROM row
        WHERE NOT EXISTS (
          SELECT 1 FROM review r
          WHERE r.author_id = row.author_id AND r.target_id = row.target_id AND r.call_id IS NULL)
        RETURNING id, author_id, target_id, created_at
      )
      INSERT INTO review_answer (review_id, text, created_at)
      SELECT added.id, row.answer, added.created_at + interval '5 hours'
      FROM added JOIN row USING (author_id, target_id) WHERE row.answer IS NOT NULL`
  })
  await seedCallCounts(
    sql,
    reviewRows.filter((row) => isAdded.has(row.author_id) || isAdded.has(row.target_id)),
  )
}
