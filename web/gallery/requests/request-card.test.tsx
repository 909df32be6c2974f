// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import type { ImageRequest } from '#contract/gallery/requests.ts'
import { closePages, memberSession, openPage } from '#web/session/testing/fake-page.tsx'
import { RequestCard } from './request-card.tsx'

vi.mock('#web/ui/dialog/toast.ts', () => ({ showToast: async () => undefined }))
afterEach(closePages)

const requestOf = (side: ImageRequest['side']): ImageRequest => ({
  ...{ requestId: '0f8fad5b-d9cb-469f-a165-70867728950e', side, wish: '浴衣で花火', points: 500, earns: 250 },
  ...{ partner: { id: '10000001', name: 'みお', avatarId: null }, phase: 'open', itemId: null },
  sentAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
})

it.each([
  ['broadcaster', '見送る', '見送る', '/api/decline-image-request'],
  ['caller', 'リクエストを取り消す', '取り消す', '/api/cancel-image-request'],
] as const)('asks the %s before a request ends by %s', async (side, label, answer, path) => {
  const page = await openPage(<RequestCard request={requestOf(side)} />, { session: memberSession })
  const sent = () => page.requests.filter((each) => each.path === path)
  await page.press(label)
  await page.press('やめる')
  expect(document.querySelector('dialog')).toBeNull()
  expect(sent()).toEqual([])
  await page.press(label)
  await page.press(answer)
  await page.until(() => expect(sent()).toHaveLength(1))
  // It was refused, and says why.
  await page.until(() => expect(document.querySelector('dialog')?.textContent).toContain('見つかりません'))
})
