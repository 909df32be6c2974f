// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { memberKey } from '#web/shell/member-key.ts'
import { clearOthers } from './clear-others.ts'

vi.mock('#web/chat/outbox/picture-store.ts', () => ({ clearOthersPictures: async () => undefined }))
vi.mock('#web/shell/offline/last-seen-mark.ts', () => ({ deleteLastSeen: async () => undefined }))

afterEach(() => sessionStorage.clear())

it('clears what the tab keeps of another member', async () => {
  const keys = ['10482736', '10482737'].map(
    (memberId) => `${memberKey(memberId, 'form')}imageRequest:10000001`,
  )
  for (const key of keys) sessionStorage.setItem(key, '{}')
  await clearOthers('10482737')
  expect(keys.map((key) => sessionStorage.getItem(key))).toEqual([null, '{}'])
})
