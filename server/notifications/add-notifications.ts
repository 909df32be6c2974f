import type { LotKind } from '#contract/core/shared.ts'
import type { NotificationKind } from '#contract/notifications/notification-settings.ts'
import type { ReportReason } from '#contract/safety/safety.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { whoWants } from './settings-queries.ts'

/** What a notice keeps of its matter. What may change since is looked up when it is read. */
export interface ExpiringLot {
  kind: 'pointsExpiring'
  lotId: number
  lotKind: LotKind
  /** ISO 8601. */
  expiresAt: string
}

/** A campaign's points can be had. */
export interface CampaignOpen {
  kind: 'campaignOpen'
  campaignName: string
  points: number
  /** ISO 8601. */
  claimsUntil: string
}

/** Another account, or her first one, that her earnings go to. */
export interface SavedPayoutAccount {
  kind: 'payoutAccountSaved'
  bankName: string
  maskedNumber: string
}

/** Operators warn him after a report. */
export interface SafetyWarning {
  kind: 'safetyWarning'
  reason: ReportReason
}

/** The reviewed has answered what he wrote. */
export interface ReviewAnswered {
  kind: 'reviewAnswered'
  /** Whose profile it stands on. */
  partnerId: string
}

/** Something was done to the account: who didn't do it hears of it here. */
export type SecurityAlert = { [Kind in SecurityNewsKind]: { kind: Kind } & SecurityWhere }[SecurityNewsKind]
type SecurityNewsKind =
  | 'newSignIn'
  | 'recoveryCodeCreated'
  | 'recoveryCodeUsed'
  | 'passkeyAdded'
  | 'passkeyDeleted'
  | 'googleLinked'
  | 'googleUnlinked'
  | 'phoneChanged'
  | 'phoneRemoved'
  | 'passwordChanged'
  | 'mailChanged'

interface SecurityWhere {
  /** Of the session that did it, as in the list of devices. */
  deviceId: string
  deviceName: string
}

/** Operators have decided about the application to become a broadcaster, or need more. */
export interface ApplicationMoved {
  kind: 'applicationMoved'
  outcome: 'approved' | 'refused' | 'needsMore'
}

/** The zip he asked for is there. */
export interface DataExportReady {
  kind: 'dataExportReady'
  /** ISO 8601. */
  expiresAt: string
}

export interface NewMemberNotice {
  memberId: string
  about:
    | ExpiringLot
    | SavedPayoutAccount
    | SafetyWarning
    | ReviewAnswered
    | CampaignOpen
    | SecurityAlert
    | ApplicationMoved
    | DataExportReady
}

/** The kinds a member may do without; the others, of safety and money, are told to everybody. */
const optional = {
  pointsExpiring: 'pointsExpiring',
  reviewAnswered: 'reviewAnswered',
  campaignOpen: 'campaignOpen',
} as const satisfies Partial<Record<NewMemberNotice['about']['kind'], NotificationKind>>

const optionalKindOf = (kind: NewMemberNotice['about']['kind']): NotificationKind | null =>
  (optional as Partial<Record<typeof kind, NotificationKind>>)[kind] ?? null

/** Those notices whose members want them in the app. */
const wanted = async (tx: Db | Tx, notices: readonly NewMemberNotice[]): Promise<NewMemberNotice[]> => {
  const refused = new Set<NewMemberNotice>()
  for (const kind of Object.values(optional)) {
    const asked = notices.filter(({ about }) => optionalKindOf(about.kind) === kind)
    const ids = new Set(
      await whoWants(
        tx,
        asked.map(({ memberId }) => memberId),
        kind,
        'inApp',
      ),
    )
    for (const notice of asked) if (!ids.has(notice.memberId)) refused.add(notice)
  }
  return notices.filter((notice) => !refused.has(notice))
}

/**
 * Tells members something in the app, when `tx` commits, but for what they don't want to be told of. Whoever calls sees
 * to it that nothing is told twice.
 */
export const addMemberNotices = async (tx: Db | Tx, given: readonly NewMemberNotice[]): Promise<void> => {
  const notices = await wanted(tx, given)
  if (notices.length === 0) return
  await tx
    .insertInto('member_notice')
    .values(
      notices.map(({ memberId, about: { kind, ...details } }) => ({
        member_id: memberId,
        kind,
        details,
      })),
    )
    .execute()
}
