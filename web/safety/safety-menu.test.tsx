// @vitest-environment happy-dom
import { act, useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { closeAccountDialog, useAccountDialog } from '#web/session/account-dialog-state.ts'
import { buttonsOf, closePages, memberSession, nameOf, openPage } from '#web/session/testing/fake-page.tsx'
import { SafetyCenter } from './safety-center.tsx'
import { closeSafety } from './safety-control.ts'
import { SafetyMenu } from './safety-menu.tsx'
import type { SafetySubject } from './safety-subject.ts'

const mio = { id: '10000001', name: 'みお' }
const card: SafetySubject = { partner: mio, place: 'card' }
const menuName = 'みおさんをブロック・通報'

// Vitest runs the afterEach hook that was registered last first.
afterEach(closeAccountDialog)
afterEach(closeSafety)
afterEach(closePages)

const AskedFor = () => <p id="asked-for">{useAccountDialog()?.name}</p>

/** A list may remove a row at any time. */
const Row = (subject: SafetySubject) => {
  const [isGone, setIsGone] = useState(false)
  return (
    <>
      {isGone ? null : <SafetyMenu {...subject} isOneOfMany />}
      <button type="button" onClick={() => setIsGone(true)}>
        行を消す
      </button>
    </>
  )
}

const open = (
  subject: SafetySubject,
  session = memberSession as typeof memberSession | null,
  at = '/search',
) =>
  openPage(
    <>
      <Row {...subject} />
      <SafetyCenter />
      <AskedFor />
    </>,
    {
      session,
      at,
      answers: {
        '/api/add-block': { body: { type: 'success' } },
        '/api/add-report': { body: { type: 'success' } },
      },
    },
  )

const dialogs = () => [...document.querySelectorAll('dialog')].map(({ textContent }) => textContent ?? '')
const choose = async (page: Awaited<ReturnType<typeof open>>, choice: string) => {
  await page.press(menuName)
  await page.until(() => expect(dialogs().join()).toContain('みおさん'))
  await page.pressElement(buttonsOf().find((button) => nameOf(button).startsWith(choice)))
}

it('offers to block and to report, and names the member', async () => {
  const page = await open(card)
  await page.press(menuName)
  await page.until(() => expect(dialogs()).toHaveLength(1))
  expect(dialogs()[0]).toContain('ブロックする')
  expect(dialogs()[0]).toContain('通報する')
})

it('blocks from a card without leaving the page', async () => {
  const page = await open(card)
  await choose(page, 'ブロックする')
  await page.press('ブロックする')
  await page.until(() => expect(dialogs()).toEqual([]))
  expect(page.requests).toContainEqual({ path: '/api/add-block', body: { partnerId: mio.id } })
  expect(page.router.state.location.pathname).toBe('/search')
})

it('leaves a page that shows nothing but the blocked member', async () => {
  const page = await open({ partner: mio, place: 'chat' }, memberSession, `/chat/${mio.id}`)
  await choose(page, 'ブロックする')
  await page.press('ブロックする')
  await page.until(() => expect(page.router.state.location.pathname).toBe('/conversation/all'))
})

it('keeps the dialog when the row it was opened from is gone', async () => {
  const page = await open(card)
  await choose(page, '通報する')
  await page.press('行を消す')
  expect(dialogs()[0]).toContain('みおさんを通報')
})

it('puts a report that is being written aside while a call rings', async () => {
  const page = await open(card)
  const goTo = (path: string) => act(async () => page.router.navigate(path))
  const shown = () => document.querySelectorAll('dialog[open]').length
  await choose(page, '通報する')
  await page.until(() => expect(shown()).toBe(1))
  await goTo('/incoming/voice-call/10000002')
  expect(shown()).toBe(0)
  await goTo('/search')
  expect(shown()).toBe(1)
})

it('asks a visitor to register', async () => {
  const page = await open(card, null)
  await page.press(menuName)
  expect(document.querySelector('#asked-for')?.textContent).toBe('registration')
  expect(dialogs()).toEqual([])
})

it('is not shown for the viewer’s own profile', async () => {
  await open({ partner: { id: memberSession.user.id, name: '太郎' }, place: 'card' })
  expect(buttonsOf().map(nameOf)).toEqual(['行を消す'])
})
