import type { Updateable } from 'kysely'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { CallRates, ScheduleSlot } from '#contract/people/people.ts'
import type { StudioSettings } from '#contract/studio/studio.ts'
import { isWanted } from '#domain/notifications/notification-settings.ts'
import { decideSchedule } from '#domain/people/own-schedule.ts'
import { decideRates } from '#domain/people/rates.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { settingsOf } from '#server/notifications/settings-queries.ts'
import { findStudioSettings, isReachableByPush } from '../queries.ts'

type Columns = Updateable<Tables['broadcaster']>

/** The broadcaster's rates from the next ring on: a call keeps its own. Refusals by `decideRates`. */
export const updateCallRates = (
  context: Context,
  viewer: Viewer,
  wanted: CallRates,
): Promise<StudioSettings | Refusal<'forbidden' | 'rateOutOfBounds' | 'rateNoneLeft'>> =>
  changeStudio(context, viewer, ({ rates: stored, bounds }) => {
    const rates = decideRates({ wanted, stored, bounds })
    return isRefusal(rates) ? rates : { rate_video: rates.video, rate_voice: rates.voice }
  })

/** Replaces the broadcaster's week; refusals by `decideSchedule`. */
export const updateSchedule = (
  context: Context,
  viewer: Viewer,
  wanted: readonly ScheduleSlot[],
): Promise<StudioSettings | Refusal<'forbidden' | 'scheduleWrong'>> =>
  changeStudio(context, viewer, () => {
    const schedule = decideSchedule(wanted)
    return isRefusal(schedule) ? schedule : { schedule }
  })

/**
 * Standby without an open page: refused if no push reaches the broadcaster or pushes for rings are off. The
 * state may change at once.
 */
export const updatePushStandby = (
  context: Context,
  viewer: Viewer,
  pushStandby: boolean,
): Promise<StudioSettings | Refusal<'forbidden' | 'pushMissing' | 'ringPushOff'>> =>
  changeStudio(context, viewer, async (_settings, tx) => {
    if (pushStandby && !(await isReachableByPush(tx, viewer.memberId))) return refuse('pushMissing')
    if (pushStandby && !isWanted(await settingsOf(tx, viewer.memberId), 'ring', 'push'))
      return refuse('ringPushOff')
    await context.events.publish(tx, { type: 'presence:changed', memberId: viewer.memberId })
    return { push_standby: pushStandby }
  })

/** Whether a shared link to the broadcaster's profile shows a card (server/people/sharing/). */
export const updateSharing = (
  context: Context,
  viewer: Viewer,
  isShared: boolean,
): Promise<StudioSettings | Refusal<'forbidden'>> =>
  changeStudio<never>(context, viewer, () => ({ is_shared: isShared }))

/** One change at a time, decided on the stored settings; refused to everybody but broadcasters. */
const changeStudio = <Code extends Refusal['refused']>(
  { db }: Context,
  viewer: Viewer,
  decide: (settings: StudioSettings, tx: Tx) => Columns | Refusal<Code> | Promise<Columns | Refusal<Code>>,
): Promise<StudioSettings | Refusal<Code | 'forbidden'>> =>
  inTransaction<StudioSettings | Refusal<Code | 'forbidden'>>(db, async (tx) => {
    if (viewer.role !== 'broadcaster') return refuse('forbidden')
    await tx
      .selectFrom('broadcaster')
      .select('member_id')
      .where('member_id', '=', viewer.memberId)
      .forUpdate()
      .execute()
    const settings = await findStudioSettings(tx, viewer.memberId)
    if (!settings) return refuse('forbidden')
    const columns = await decide(settings, tx)
    if (isRefusal(columns)) return columns
    await tx.updateTable('broadcaster').set(columns).where('member_id', '=', viewer.memberId).execute()
    return (await findStudioSettings(tx, viewer.memberId)) ?? refuse('forbidden')
  })
