// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import type { TimelineComment } from '#contract/timeline/timeline.ts'
import { closePages, memberSession, openPage } from '#web/session/testing/fake-page.tsx'
import { CommentItem } from './comment-item.tsx'

afterEach(closePages)

const path = '/api/delete-timeline-comment'
const comment = {
  ...{ commentId: 'comment', author: null, guestNo: 1, isOwn: true, isOfAuthor: false, mentions: [] },
  ...{ postedAt: '2026-11-29T12:00:00.000Z', text: '花火、見えました。', answers: [] },
} as TimelineComment

it('asks before a comment is deleted', async () => {
  const page = await openPage(<CommentItem postId="post" comment={comment} />, {
    session: memberSession,
    answers: { [path]: { body: { type: 'success' } } },
  })
  const sent = () => page.requests.filter((each) => each.path === path)
  await page.press('あなたのコメントのメニュー')
  await page.press('削除する')
  await page.press('やめる')
  expect(sent()).toEqual([])
  await page.press('あなたのコメントのメニュー')
  await page.press('削除する')
  await page.press('削除する')
  await page.until(() => expect(sent()).toHaveLength(1))
  await page.until(() => expect(document.querySelector('dialog')).toBeNull())
})
