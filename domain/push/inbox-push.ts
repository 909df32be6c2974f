import type { MemberNotice, MemberNoticeKind } from '#contract/notifications/notifications.ts'
import type { InboxPush } from '#contract/push/push.ts'
import { marketTitles } from '#domain/market/market-texts.ts'
import { noticeRuleOf } from '#domain/notifications/notice-kinds.ts'
import { noticeTargetOf } from '#domain/notifications/notice-target.ts'

const isPushed = (kind: MemberNoticeKind): kind is InboxPush['about']['kind'] =>
  noticeRuleOf({ kind }).isPushed

/**
 * The push of a notification of the inbox: what it is about and where it leads, no text that a member has written, no
 * title and no amount, because a locked screen shows it. Null for a kind that isn't pushed.
 *
 * @param partnerName empty where the member may not read it
 * @param key a later push with the same key takes the place of this one
 */
export const inboxPush = (
  about: MemberNotice['about'],
  partnerName: string,
  key: string,
): InboxPush | null => {
  const { kind } = about
  if (!isPushed(kind)) return null
  return {
    kind: 'inbox',
    key: `${kind}-${key}`,
    about: { kind, moment: 'moment' in about ? about.moment : null },
    partnerName,
    target: noticeTargetOf(about).target,
  }
}

const timelineTitles: Readonly<Record<string, { named: string; nameless: string }>> = {
  comment: { named: 'があなたの投稿にコメントしました', nameless: 'あなたの投稿にコメントが届きました' },
  answer: { named: 'があなたのコメントに返信しました', nameless: 'あなたのコメントに返信が届きました' },
  mention: { named: 'があなたをメンションしました', nameless: 'タイムラインでメンションされました' },
  like: { named: 'がいいねしました', nameless: 'あなたの投稿にいいねが届きました' },
}

/** What a locked screen shows of it. */
export const inboxPushTitle = ({ about: { kind, moment }, partnerName }: InboxPush): string => {
  const from = (named: string, nameless: string) => (partnerName ? `${partnerName}さん${named}` : nameless)
  switch (kind) {
    case 'favouritePost':
      return from('が投稿しました', 'お気に入りの方が投稿しました')
    case 'favouriteItem':
      return from('が新しい作品を公開しました', 'お気に入りの方が新しい作品を公開しました')
    case 'timeline': {
      const { named, nameless } = timelineTitles[moment ?? ''] ?? {
        named: 'からのお知らせ',
        nameless: 'タイムラインのお知らせ',
      }
      return from(named, nameless)
    }
    case 'boardAnswered':
      return '掲示板に新しい書き込みがあります'
    case 'gallerySold':
      return from('が作品を購入しました', '作品が購入されました')
    case 'galleryReviewed':
      return '作品の審査のお知らせ'
    case 'imageRequest':
      return '写真のリクエストのお知らせ'
    case 'market':
      return Object.entries(marketTitles).find(([name]) => name === moment)?.[1] ?? 'フリマのお知らせ'
    case 'payoutMoved':
      return '出金のお知らせ'
  }
}
