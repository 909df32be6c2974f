import type { InputOf } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal } from '#contract/core/refusal.ts'
import type { notificationSettingsEndpoints } from '#contract/notifications/notification-settings.ts'
import { decideSettings } from '#domain/notifications/notification-settings.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { settingsToChange, storeSettings } from '#server/notifications/settings-queries.ts'
import { endPushStandby } from '#server/people/actions/end-push-standby.ts'

type SettingsRefusal = Refusal<'notificationUnknown' | 'quietHoursWrong'>

/**
 * Changes the sent fields and leaves the rest; refusals by `decideSettings`. A broadcaster who switches off
 * pushes for rings can't be on push standby, which ends with them.
 */
export const updateNotificationSettings = (
  context: Pick<Context, 'db' | 'events'>,
  memberId: string,
  input: InputOf<typeof notificationSettingsEndpoints.updateNotificationSettings>,
): Promise<SettingsRefusal | null> =>
  inTransaction<SettingsRefusal | null>(context.db, async (tx) => {
    const endsRings = input.choices.some(
      ({ kind, channel, isOn }) => kind === 'ring' && channel === 'push' && !isOn,
    )
    // Locks the broadcaster's row first, as switching push standby on does, which then reads the choices of
    // here.
    if (endsRings) await endPushStandby(context, tx, memberId)
    const stored = await settingsToChange(tx, memberId)
    const changed = decideSettings(stored, input)
    if (isRefusal(changed)) return changed
    await storeSettings(tx, memberId, {
      choices: { ...stored.choices, ...changed.choices },
      quietHours: { ...stored.quietHours, ...changed.quietHours },
    })
    return null
  })
