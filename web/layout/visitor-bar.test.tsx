// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Session } from '#contract/account/account.ts'
import { type Frame, Layout } from '#web/app/layout.tsx'
import { MessageListPage } from '#web/legal/message-list-page.tsx'
import { closeAccountDialog } from '#web/session/account-dialog-state.ts'
import {
  buttonsOf,
  closePages,
  memberSession,
  nameOf,
  openPage,
  openPageAt,
} from '#web/session/testing/fake-page.tsx'

/** These tests don't look at what loads after the first screen. */
vi.mock('#web/calls/screens/call-center.tsx', () => ({ CallCenter: () => null }))
vi.mock('#web/chat/new-chat/new-chat-center.tsx', () => ({ NewChatCenter: () => null }))
vi.mock('#web/notifications/notification-toast.tsx', () => ({ NoticeToast: () => null }))
vi.mock('#web/legal/consent-gate.tsx', () => ({ ConsentGate: () => null }))
vi.mock('#web/account/account-modals.tsx', () => ({
  AccountModal: ({ dialog }: { dialog: { name: string } }) => <p id="opened">{dialog.name}</p>,
}))

// The last one runs first.
afterEach(closeAccountDialog)
afterEach(closePages)

const waysIn = ['ログイン', '無料ではじめる']
const banner = () => document.querySelector('header[data-visitor]') ?? document.createElement('header')
const opened = () => document.querySelector('#opened')?.textContent

const openScreen = (frame: Frame, session: Session | null) =>
  openPageAt([{ Component: Layout, children: [{ path: '*', element: <p>画面</p>, handle: { frame } }] }], {
    session,
  })

describe('the bar of a visitor', () => {
  it.each(['tabs', 'rail', 'panes'] as const)('has both ways in on a screen with %s', async (frame) => {
    await openScreen(frame, null)
    expect(buttonsOf(banner()).map(nameOf)).toEqual(['今宵 Koyoi ホーム', ...waysIn])
  })

  it('is not there with a session', async () => {
    await openScreen('tabs', memberSession)
    expect(buttonsOf(banner())).toEqual([])
  })

  it.each([
    ['ログイン', 'login'],
    ['無料ではじめる', 'registration'],
  ])('%s opens the %s modal over the page', async (name, dialog) => {
    const page = await openScreen('rail', null)
    await page.pressElement(buttonsOf(banner()).find((button) => nameOf(button) === name))
    await page.until(() => expect(opened()).toBe(dialog))
  })
})

describe('the list of campaigns and notices', () => {
  const answers = { '/api/get-message-pages': { body: { type: 'success', pages: [] } } }
  const startFree = () => buttonsOf().filter((button) => nameOf(button) === '無料ではじめる')

  it('opens the registration for a visitor', async () => {
    await openPage(<MessageListPage />, { session: null, at: '/message', answers })
    expect(startFree()).toHaveLength(1)
  })

  it('does not ask a member to register', async () => {
    await openPage(<MessageListPage />, { session: memberSession, at: '/message', answers })
    expect(startFree()).toEqual([])
  })
})
