import { expect, test } from 'vitest'
import { inboxPushKinds } from '#contract/push/push.ts'
import { noticeRuleOf } from '#domain/notifications/notice-kinds.ts'
import { inboxPush, inboxPushTitle } from './inbox-push.ts'

const postId = '0190f8a0-0000-7000-8000-000000000001'
const people = { partnerId: '10482736', partnerName: '太郎', others: 2 }
const sale = { kind: 'gallerySold', itemId: postId, title: '夜の窓', points: 300, ...people } as const

test('a push names the person where that is allowed, and nothing that a member wrote', () => {
  const push = inboxPush(sale, '太郎', 'a')
  expect(push && inboxPushTitle(push)).toBe('太郎さんが作品を購入しました')
  const nameless = inboxPush(sale, '', 'a')
  expect(nameless && inboxPushTitle(nameless)).toBe('作品が購入されました')
  expect(JSON.stringify(nameless)).not.toMatch(/夜の窓|太郎|300/)
})

test('it leads to the very comment', () => {
  const about = { kind: 'timeline', moment: 'answer', postId, commentId: postId, ...people } as const
  expect(inboxPush(about, '', 'a')?.target).toEqual({ screen: 'timelinePost', postId, commentId: postId })
})

test('the kinds that the inbox pushes are those that a push can say', () => {
  for (const kind of inboxPushKinds) expect(noticeRuleOf({ kind }).isPushed, kind).toBe(true)
  expect(inboxPush({ kind: 'favouriteLive', partnerId: '1', partnerName: 'みお' }, 'みお', 'a')).toBeNull()
})
