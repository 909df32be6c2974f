import type { NotificationKind } from '#contract/notifications/notification-settings.ts'
import type { MemberNotice, MemberNoticeKind } from '#contract/notifications/notifications.ts'

/** What a notification in the inbox is about; the inbox shows its sign. */
export const noticeGroups = [
  'calls',
  'favourites',
  'timeline',
  'boards',
  'gallery',
  'market',
  'points',
  'earnings',
  'account',
] as const
export type NoticeGroup = (typeof noticeGroups)[number]

type AboutOf<Kind extends MemberNoticeKind> = Extract<MemberNotice['about'], { kind: Kind }>

interface KindRule<Kind extends MemberNoticeKind> {
  group: NoticeGroup
  /**
   * The switch of the settings that it obeys, in the app and by push; null: it has none, because it is about safety,
   * money or something the member asked for.
   */
  switch: (about: Pick<AboutOf<Kind>, Extract<'moment', keyof AboutOf<Kind>>>) => NotificationKind | null
  /** The inbox pushes it to closed pages. Others have their own push, or none. */
  isPushed: boolean
  /** What it is grouped by while it is unread: the newest of a group takes the place of the others. */
  groupBy: 'person' | 'subject' | null
  /** It tells of what both agreed on: it stays when the other one's account closes, under the name of closed accounts. */
  isAgreement?: true
}

const always = () => null
const security = { group: 'account', switch: always, isPushed: false, groupBy: null } as const

/**
 * Every kind of the inbox, in one place: a new one doesn't compile without its line here, its text and its target
 * (web/notifications/notification-text.ts, notice-target.ts), and its stored form (server/notifications).
 */
const alertKinds: { [Kind in MemberNoticeKind]: KindRule<Kind> } = {
  partnerAvailable: { group: 'calls', switch: always, isPushed: false, groupBy: null },
  booking: { group: 'calls', switch: always, isPushed: false, groupBy: null, isAgreement: true },
  reviewAnswered: { group: 'calls', switch: () => 'reviewAnswered', isPushed: false, groupBy: null },
  favouritePost: {
    group: 'favourites',
    switch: () => 'favouritePost',
    isPushed: true,
    groupBy: 'person',
  },
  favouriteItem: {
    group: 'favourites',
    switch: () => 'favouriteItem',
    isPushed: true,
    groupBy: 'person',
  },
  // Pushed to every follower by the room's own start.
  favouriteLive: {
    group: 'favourites',
    switch: () => 'favouriteLive',
    isPushed: false,
    groupBy: 'person',
  },
  timeline: {
    group: 'timeline',
    switch: ({ moment }) => (moment === 'like' ? 'timelineLike' : 'timeline'),
    isPushed: true,
    groupBy: 'subject',
  },
  boardAnswered: { group: 'boards', switch: () => 'boardAnswered', isPushed: true, groupBy: 'subject' },
  gallerySold: {
    group: 'gallery',
    switch: () => 'gallery',
    isPushed: true,
    groupBy: 'subject',
    isAgreement: true,
  },
  galleryReviewed: { group: 'gallery', switch: () => 'gallery', isPushed: true, groupBy: null },
  imageRequest: {
    group: 'gallery',
    switch: () => 'gallery',
    isPushed: true,
    groupBy: null,
    isAgreement: true,
  },
  market: { group: 'market', switch: () => 'market', isPushed: true, groupBy: null },
  pointsExpiring: { group: 'points', switch: () => 'pointsExpiring', isPushed: false, groupBy: null },
  campaignOpen: { group: 'points', switch: () => 'campaignOpen', isPushed: false, groupBy: null },
  pointsMoved: { group: 'points', switch: always, isPushed: false, groupBy: null },
  missionReached: { group: 'points', switch: always, isPushed: false, groupBy: null },
  payoutMoved: { group: 'earnings', switch: () => 'payout', isPushed: true, groupBy: null },
  payoutAccountSaved: { group: 'earnings', switch: always, isPushed: false, groupBy: null },
  applicationMoved: { group: 'account', switch: always, isPushed: false, groupBy: null },
  safetyWarning: security,
  dataExportReady: security,
  newSignIn: security,
  recoveryCodeCreated: security,
  recoveryCodeUsed: security,
  passkeyAdded: security,
  passkeyDeleted: security,
  googleLinked: security,
  googleUnlinked: security,
  phoneChanged: security,
  phoneRemoved: security,
  passwordChanged: security,
  mailChanged: security,
}

/** Kinds whose rows stay when the person behind them closes the account. */
export const agreementKinds: readonly string[] = Object.entries(alertKinds)
  .filter(([, { isAgreement }]) => isAgreement === true)
  .map(([kind]) => kind)

/** The rule of a kind with what this notification makes of it. */
export const noticeRuleOf = (about: {
  kind: MemberNoticeKind
}): {
  group: NoticeGroup
  switch: NotificationKind | null
  isPushed: boolean
  groupBy: 'person' | 'subject' | null
} => {
  const rule = alertKinds[about.kind] as KindRule<MemberNoticeKind>
  return { ...rule, switch: rule.switch(about as never) }
}
