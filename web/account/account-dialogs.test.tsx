// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it } from 'vitest'
import { closePages, memberSession, openPage } from '#web/session/testing/fake-page.tsx'
import { closeContact, openContact } from '#web/shell/contact.ts'
import { AccountDialogs } from './account-dialogs.tsx'

// Vitest runs the afterEach hook that was registered last first.
afterEach(closeContact)
afterEach(closePages)

const shown = () => [...document.querySelectorAll('dialog[open]')].map(({ textContent }) => textContent)

it('puts the contact modal aside while a call rings, and shows it on the page after it', async () => {
  const page = await openPage(<AccountDialogs />, { session: memberSession, at: '/my-page' })
  await act(async () => openContact())
  await page.until(() => expect(shown()[0]).toContain('お問い合わせ方法を選択'))
  await act(async () => page.router.navigate('/incoming/video-call/10000001'))
  expect(shown()).toEqual([])
  await act(async () => page.router.navigate('/my-page'))
  expect(shown()[0]).toContain('お問い合わせ方法を選択')
})
