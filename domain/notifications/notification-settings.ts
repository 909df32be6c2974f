import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type {
  NotificationChannel,
  NotificationChoice,
  NotificationKind,
  QuietHours,
} from '#contract/notifications/notification-settings.ts'

/**
 * The channels of each kind, and whether it is on before the member has chosen. Calls and invitations are
 * always in the conversation, so they have no switch within the app. A push for each standby of a favourite
 * would be too much by default.
 */
const usualChoices = {
  ring: { push: true },
  missedCall: { push: true },
  chat: { push: true },
  videoRequest: { push: true },
  favouriteStandby: { inApp: true, push: false },
  favouriteLive: { inApp: true, push: true },
  // Members ask for both themselves; in the app they are always there.
  partnerAvailable: { push: true },
  booking: { push: true },
  favouritePost: { inApp: true, push: false },
  favouriteItem: { inApp: true, push: false },
  timeline: { inApp: true, push: true },
  timelineLike: { inApp: true, push: false },
  reviewAnswered: { inApp: true, mail: false },
  pointsExpiring: { inApp: true, mail: true },
  // Advertising mail needs an opt-in (特定電子メール法).
  campaignOpen: { inApp: true, mail: false },
  boardAnswered: { inApp: true, push: true },
  // Steps of purchases and of money are always in the app.
  gallery: { push: true },
  market: { push: true },
  payout: { push: true },
} as const satisfies Record<NotificationKind, Partial<Record<NotificationChannel, boolean>>>

/** A member's stored choices, under names such as `ring.push`. */
export type StoredChoices = Readonly<Record<string, boolean>>

/** 23:00 to 7:00, off until it is switched on. */
const usualQuietHours: QuietHours = { isOn: false, fromMinute: 23 * 60, toMinute: 7 * 60, ringsPass: false }

/** As it is stored; choices that were never made are missing. */
export interface StoredSettings {
  choices: StoredChoices
  quietHours: Partial<QuietHours>
}

export const noSettings: StoredSettings = { choices: {}, quietHours: {} }

const keyOf = (kind: NotificationKind, channel: NotificationChannel): string => `${kind}.${channel}`

/** Undefined for a pair that doesn't exist. */
const usualOf = (kind: NotificationKind, channel: NotificationChannel): boolean | undefined =>
  (usualChoices[kind] as Partial<Record<NotificationChannel, boolean>>)[channel]

/** Whether a kind comes by this channel at all. */
export const hasChannel = (kind: NotificationKind, channel: NotificationChannel): boolean =>
  usualOf(kind, channel) !== undefined

/** Whether a kind is on for this channel. */
export const isWanted = (
  { choices }: StoredSettings,
  kind: NotificationKind,
  channel: NotificationChannel,
): boolean => choices[keyOf(kind, channel)] ?? usualOf(kind, channel) ?? false

export const quietHoursOf = ({ quietHours }: StoredSettings): QuietHours => ({
  ...usualQuietHours,
  ...quietHours,
})

/** All choices with this member's settings. */
export const choicesOf = (settings: StoredSettings): NotificationChoice[] =>
  (Object.keys(usualChoices) as NotificationKind[]).flatMap((kind) =>
    (Object.keys(usualChoices[kind]) as NotificationChannel[]).map((channel) => ({
      kind,
      channel,
      isOn: isWanted(settings, kind, channel),
    })),
  )

/** Both ends on the same day, or over midnight. */
const isWithin = (minute: number, { fromMinute, toMinute }: QuietHours): boolean =>
  fromMinute < toMinute
    ? minute >= fromMinute && minute < toMinute
    : minute >= fromMinute || minute < toMinute

const minuteMs = 60_000
const jstOffsetMinutes = 9 * 60

/** Minutes of the day in Japan. */
const minuteInJapan = (nowMs: number): number => (Math.floor(nowMs / minuteMs) + jstOffsetMinutes) % (24 * 60)

/**
 * Whether a push may be sent now. In the quiet hours only calls may, if the member lets them pass or waits
 * for them without an open page; a missed call follows its ring.
 *
 * @param waitsForRings on push standby now
 */
export const allowsPush = (
  settings: StoredSettings,
  kind: NotificationKind,
  { nowMs, waitsForRings }: { nowMs: number; waitsForRings: boolean },
): boolean => {
  if (!isWanted(settings, kind, 'push')) return false
  const quiet = quietHoursOf(settings)
  if (!quiet.isOn || !isWithin(minuteInJapan(nowMs), quiet)) return true
  return (kind === 'ring' || kind === 'missedCall') && (quiet.ringsPass || waitsForRings)
}

interface SettingsChanges {
  choices: readonly NotificationChoice[]
  quietHours?: { [Key in keyof QuietHours]?: QuietHours[Key] | undefined } | undefined
}

/**
 * The settings to store, field by field. Refuses `notificationUnknown` for a pair that doesn't exist, then
 * `quietHoursWrong` for hours that begin when they end.
 */
export const decideSettings = (
  stored: StoredSettings,
  { choices, quietHours = {} }: SettingsChanges,
): StoredSettings | Refusal<'notificationUnknown' | 'quietHoursWrong'> => {
  if (choices.some(({ kind, channel }) => usualOf(kind, channel) === undefined))
    return refuse('notificationUnknown')
  const changed = Object.fromEntries(
    Object.entries(quietHours).filter(([, value]) => value !== undefined),
  ) as Partial<QuietHours>
  const { fromMinute, toMinute } = { ...quietHoursOf(stored), ...changed }
  if (fromMinute === toMinute) return refuse('quietHoursWrong')
  return {
    choices: Object.fromEntries(choices.map(({ kind, channel, isOn }) => [keyOf(kind, channel), isOn])),
    quietHours: changed,
  }
}
