import { expect, it } from 'vitest'
import { isOwnHost } from './own-host.ts'

it.each([
  ['localhost', true],
  ['localhost:3000', true],
  ['koyoi.localhost:3000', true],
  ['127.0.0.1:3000', true],
  ['192.168.1.20', true],
  ['[::1]:3000', true],
  ['[fd00::5]', true],
  ['0f1e2d3c4b5a:3000', true],
  ['my-mac.local:3000', true],
  ['koyoi.internal', true],
  ['', true],
  ['koyoi.example', true],
  ['KOYOI.example:8443', true],
  ['evil.example', false],
  ['evil.example.:3000', false],
  ['koyoi.example.evil.example', false],
  ['127.0.0.1.evil.example', false],
  ['localhost.evil.example', false],
  ['local.evil.example', false],
  ['evil.example@localhost', true],
  ['localhost@evil.example', false],
  ['%', false],
])('%j: %s', (host, isOwn) => {
  expect(isOwnHost(host, 'https://koyoi.example')).toBe(isOwn)
})

it('knows no public name where PUBLIC_URL is not set', () => {
  expect(isOwnHost('koyoi.example', undefined)).toBe(false)
})
