import type { StorageKey } from '#adapters/storage/port.ts'
import { googleAccountOfMember } from '#server/account/google/queries.ts'
import { mailConfirmationsOfMember } from '#server/account/mail/mail-confirmations.ts'
import { passkeysOfMember } from '#server/account/passkeys/queries.ts'
import { phoneOfMember } from '#server/account/phone/phone-queries.ts'
import { applicationsOfMember } from '#server/applications/queries.ts'
import { boardsOfMember } from '#server/boards/export-queries.ts'
import { bookingsOfMember } from '#server/bookings/queries.ts'
import { callsOfMember } from '#server/calls/export-queries.ts'
import { messagesOfMember } from '#server/chat/export-queries.ts'
import type { Context } from '#server/context.ts'
import { recoveryCodeOfMember } from '#server/credentials/recovery-codes.ts'
import { favouritesOfMember } from '#server/favourites/export-queries.ts'
import { galleryOfMember } from '#server/gallery/own-queries.ts'
import { imagesOfMember } from '#server/images/queries.ts'
import { originalKey } from '#server/images/variants.ts'
import { agreementsOfMember } from '#server/legal/queries.ts'
import { liveRoomsOfMember } from '#server/live/export-queries.ts'
import { liveFlowOfMember } from '#server/live/flow/export-queries.ts'
import { marketOfMember } from '#server/market/export-queries.ts'
import { devicesOfMember } from '#server/members/devices.ts'
import { missionBonusesOfMember } from '#server/missions/queries.ts'
import { reportsOfMember } from '#server/moderation/report-queries.ts'
import { noticesOfMember } from '#server/notifications/queries.ts'
import { settingsOf } from '#server/notifications/settings-queries.ts'
import { availabilityRequestsOfMember } from '#server/people/availability-requests.ts'
import { ownProfileOf } from '#server/people/own-profile-queries.ts'
import { ordersOfMember, payoutsOfMember, pointsOfMember } from '#server/points/export-queries.ts'
import { reviewsOfMember } from '#server/reviews/export-queries.ts'
import { blocksOf } from '#server/safety/queries.ts'
import { findStudioSettings } from '#server/studio/queries.ts'
import { timelineOfMember } from '#server/timeline/export-queries.ts'
import { videosOfMember } from '#server/videos/actions/use-video.ts'

interface ExportedFile {
  name: string
  content(context: Context, memberId: string): Promise<unknown>
}

const profile = async ({ db }: Context, memberId: string) => {
  const { id, role, born_on, campaign_code, created_at } = await db
    .selectFrom('member')
    .select(['id', 'role', 'born_on', 'campaign_code', 'created_at'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return {
    memberId: id,
    role,
    ...(await ownProfileOf(db, memberId)),
    calls: await callSettings(db, memberId),
    bornOn: born_on,
    campaignCode: campaign_code,
    registeredAt: created_at,
  }
}

/** A broadcaster's own; null for a caller. */
const callSettings = async (db: Context['db'], memberId: string) => {
  const settings = await findStudioSettings(db, memberId)
  if (!settings) return null
  const { bounds: _, ...own } = settings
  return own
}

const signIn = async (context: Context, memberId: string) => {
  const { db, now } = context
  const { email, password_hash } = await db
    .selectFrom('member')
    .select(['email', 'password_hash'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return {
    email,
    hasPassword: password_hash !== null,
    phone: await phoneOfMember(context, db, memberId),
    passkeys: (await passkeysOfMember(db, memberId)).map(({ id: _, ...passkey }) => passkey),
    googleAccount: await googleAccountOfMember(db, memberId),
    recoveryCode: await recoveryCodeOfMember(db, memberId),
    devices: await devicesOfMember(db, memberId, now()),
    mailConfirmations: await mailConfirmationsOfMember(db, memberId),
  }
}

/**
 * The files of an export, in the order of its README; an area that stores something new of members adds its
 * own.
 */
export const exportedFiles: readonly ExportedFile[] = [
  { name: 'profile.json', content: profile },
  { name: 'sign-in.json', content: signIn },
  { name: 'agreements.json', content: ({ db }, id) => agreementsOfMember(db, id) },
  { name: 'notification-settings.json', content: ({ db }, id) => settingsOf(db, id) },
  { name: 'notices.json', content: ({ db }, id) => noticesOfMember(db, id) },
  { name: 'applications.json', content: ({ db }, id) => applicationsOfMember(db, id) },
  { name: 'calls.json', content: ({ db }, id) => callsOfMember(db, id) },
  { name: 'market.json', content: (context, id) => marketOfMember(context, id) },
  { name: 'live-rooms.json', content: ({ db }, id) => liveRoomsOfMember(db, id) },
  { name: 'live-flow.json', content: ({ db }, id) => liveFlowOfMember(db, id) },
  { name: 'bookings.json', content: ({ db }, id) => bookingsOfMember(db, id) },
  { name: 'boards.json', content: ({ db }, id) => boardsOfMember(db, id) },
  { name: 'missions.json', content: ({ db }, id) => missionBonusesOfMember(db, id) },
  { name: 'points.json', content: ({ db }, id) => pointsOfMember(db, id) },
  { name: 'orders.json', content: ({ db }, id) => ordersOfMember(db, id) },
  { name: 'payouts.json', content: ({ db }, id) => payoutsOfMember(db, id) },
  { name: 'chats.json', content: ({ db }, id) => messagesOfMember(db, id) },
  { name: 'videos.json', content: ({ db }, id) => videosOfMember(db, id) },
  { name: 'gallery.json', content: ({ db }, id) => galleryOfMember(db, id) },
  { name: 'reviews.json', content: ({ db }, id) => reviewsOfMember(db, id) },
  { name: 'timeline.json', content: ({ db }, id) => timelineOfMember(db, id) },
  {
    name: 'availability-requests.json',
    content: ({ db }, id) => availabilityRequestsOfMember(db, id),
  },
  { name: 'favourites.json', content: ({ db }, id) => favouritesOfMember(db, id) },
  {
    name: 'blocks.json',
    content: async ({ db }, id) =>
      (await blocksOf(db, { memberId: id, role: 'caller' })).map(({ name, blockedAt }) => ({
        name,
        blockedAt,
      })),
  },
  { name: 'reports.json', content: ({ db }, id) => reportsOfMember(db, id) },
]

export interface ExportedImage {
  key: StorageKey
  /** In the zip. */
  name: string
}

export const exportedImages = async ({ db }: Context, memberId: string): Promise<ExportedImage[]> =>
  (await imagesOfMember(db, memberId)).map((file) => ({ key: originalKey(file), name: `images/${file}` }))
