// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Profile } from '#contract/people/people.ts'
import { buttonsOf, closePages, memberSession, openPage } from '#web/session/testing/fake-page.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { ShareButton } from './share-button.tsx'

vi.mock(import('#web/ui/dialog/toast.ts'), async (original) => ({
  ...(await original()),
  showToast: vi.fn(async () => undefined),
}))

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)'
const desktop = 'Mozilla/5.0 (X11; Linux x86_64)'
const address = `${window.location.origin}/profile/unbroadcaster/10000001`
const mio = { id: '10000001', name: 'みお', role: 'broadcaster' } as Profile

const copied = vi.fn(async (_text: string) => undefined)
const shared = vi.fn(async (_data: ShareData) => undefined)

beforeEach(() => {
  copied.mockReset()
  shared.mockReset()
  vi.mocked(showToast).mockReset()
})
afterEach(closePages)

const press = async (userAgent: string, { hasSheet } = { hasSheet: true }) => {
  vi.stubGlobal('navigator', {
    userAgent,
    clipboard: { writeText: copied },
    ...(hasSheet ? { share: shared } : {}),
  })
  const page = await openPage(<ShareButton person={mio} />, { session: memberSession })
  await page.press('プロフィールを共有')
}

describe('the share button of a profile', () => {
  it('opens the sheet of a phone, with an address that tells nothing about the sharer', async () => {
    await press(phone)
    expect(shared.mock.calls).toEqual([[{ title: 'みおさんのプロフィール', url: address }]])
    expect(copied).not.toHaveBeenCalled()
  })

  it.each([
    ['elsewhere', desktop, true],
    ['on a phone without a sheet', phone, false],
  ] as const)('copies the same address %s, and says so', async (_, userAgent, hasSheet) => {
    await press(userAgent, { hasSheet })
    expect(copied.mock.calls).toEqual([[address]])
    expect(showToast).toHaveBeenCalledWith({ tone: 'ok', title: 'プロフィールのリンクをコピーしました' })
  })

  it('says nothing when the sheet is closed', async () => {
    shared.mockRejectedValueOnce(new DOMException('closed', 'AbortError'))
    await press(phone)
    expect(showToast).not.toHaveBeenCalled()
  })

  it('shows the address where it can’t be copied', async () => {
    copied.mockRejectedValueOnce(new Error('refused'))
    await press(desktop)
    expect(showToast).toHaveBeenCalledWith({
      tone: 'error',
      title: 'コピーできませんでした',
      text: address,
    })
  })

  it('is missing on a caller’s profile, which only broadcasters may see', async () => {
    await openPage(<ShareButton person={{ ...mio, role: 'caller' }} />, { session: memberSession })
    expect(buttonsOf()).toEqual([])
  })
})
