import { expect, it } from 'vitest'
import { isConsentPromptedOn } from './consent-pages.ts'

it.each(['/', '/search', '/purchase', '/my-page', '/base', '/message/welcome', '/profile/unbroadcaster/1'])(
  'is requested on %s',
  (pathname) => {
    expect(isConsentPromptedOn(pathname)).toBe(true)
  },
)

it.each([
  '/outgoing/video-call',
  '/incoming/voice-call/1',
  '/profile/video-call-broadcaster/pc/1',
  '/chat/20148357',
  '/conversation/all',
  '/terms',
  '/privacy',
  '/quit',
  '/login',
  '/operator/legal',
])('never covers %s', (pathname) => {
  expect(isConsentPromptedOn(pathname)).toBe(false)
})
