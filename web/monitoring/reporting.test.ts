// @vitest-environment happy-dom
import type { ErrorEvent } from '@sentry/browser'
import { expect, test } from 'vitest'
import { reportingOptions } from './reporting.ts'

const options = reportingOptions('https://key@host/1', false)

test('the figures are those of the specification', () => {
  expect(options).toMatchObject({
    tunnel: '/monitoring',
    sampleRate: 0.01,
    maxBreadcrumbs: 100,
    transportOptions: { bufferSize: 64 },
  })
})

const sent = (url: string) => {
  const event: ErrorEvent = { type: undefined, request: { url } }
  return options.beforeSend?.(event, {})
}

test('drops paths below /pc and removes names from all others', () => {
  expect(sent('https://koyoi.example/profile/unbroadcaster/pc/12345678')).toBeNull()
  expect(sent('https://koyoi.example/chat/12345678#x')).toMatchObject({
    request: { url: 'https://koyoi.example/chat/-' },
  })
  expect(options.beforeBreadcrumb?.({ data: { url: '/profile/channel/pc/1' } })).toBeNull()
  expect(options.beforeBreadcrumb?.({ data: { from: '/chat/1', to: '/chat/2' } })).toEqual({
    data: { from: '/chat/-', to: '/chat/-' },
  })
})
