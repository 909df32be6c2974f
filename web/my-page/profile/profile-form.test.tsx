// @vitest-environment happy-dom
import { act, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { OwnProfile } from '#contract/people/own-profile.ts'
import { closePages, memberSession, openPage, openPageAt } from '#web/session/testing/fake-page.tsx'
import { ProfileForm } from './profile-form.tsx'

vi.mock('#web/ui/dialog/toast.ts', () => ({ showToast: async () => undefined }))

afterEach(async () => {
  await closePages()
  heard.saves = 0
})

const stored: OwnProfile = {
  ...{ name: 'たけし', region: '東京', age: 34, isAgeChecked: false, isAgeShown: true },
  ...{ job: null, bio: '夜に話しましょう。', tags: ['映画'] },
}
const path = '/api/update-user-info'

const write = (selector: string, text: string) =>
  act(async () => {
    const field = document.querySelector(selector) as HTMLTextAreaElement
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })

const heard = { change: (_profile: OwnProfile): void => undefined, saves: 0 }
const Page = () => {
  const [profile, setProfile] = useState(stored)
  heard.change = setProfile
  return (
    <ProfileForm
      stored={profile}
      onSaved={() => {
        heard.saves += 1
      }}
    />
  )
}

it('keeps what was written when a ring takes the page away, and what is written while it is saved', async () => {
  const bio = () => document.querySelector('textarea[name="bio"]')
  const job = () => document.querySelector('input[name="job"]')
  const routes = [
    { path: '/', element: <Page /> },
    { path: '/ring', element: '着信' },
  ]
  const page = await openPageAt(routes, {
    session: memberSession,
    answers: { [path]: { body: { type: 'success', profile: { ...stored, bio: '朝に。' } } } },
  })
  await write('textarea[name="bio"]', ' 朝に。 ')
  await act(async () => page.router.navigate('/ring'))
  expect(bio()).toBeNull()
  await act(async () => page.router.navigate('/'))
  expect(bio()).toHaveProperty('value', ' 朝に。 ')
  const { promise, resolve } = Promise.withResolvers<void>()
  const answerNow = fetch
  vi.stubGlobal('fetch', (to: string, init?: RequestInit) => promise.then(() => answerNow(to, init)))
  await page.press('保存する')
  await write('input[name="job"]', '会社員')
  resolve()
  await page.until(() => expect(heard.saves).toBe(1))
  await page.until(() => expect(bio()).toHaveProperty('value', '朝に。'))
  expect(job()).toHaveProperty('value', '会社員')
})

it('sends no field that another device has changed since the form was opened, nor after a save', async () => {
  const saved = { ...stored, region: '大阪', bio: '朝に。' }
  const page = await openPage(<Page />, {
    session: memberSession,
    answers: { [path]: { body: { type: 'success', profile: saved } } },
  })
  const sent = () => page.requests.flatMap((each) => (each.path === path ? [each.body] : []))
  await act(async () => heard.change({ ...stored, region: '大阪' }))
  await write('textarea[name="bio"]', '朝に。')
  await page.press('保存する')
  await page.until(() => expect(heard.saves).toBe(1))
  await write('input[name="job"]', '会社員')
  await page.press('保存する')
  await page.until(() => expect(heard.saves).toBe(2))
  expect(sent()).toEqual([
    { bio: '朝に。', isWarned: false },
    { job: '会社員', isWarned: false },
  ])
})
