import { expect, it } from 'vitest'
import { relyingPartyOf } from './relying-party.ts'

it.each([
  ['https://koyoi.example', 'anything', { id: 'koyoi.example', origin: 'https://koyoi.example' }],
  ['https://koyoi.example:8443/', '', { id: 'koyoi.example', origin: 'https://koyoi.example:8443' }],
  ['https://203.0.113.7', 'localhost', null],
  ['https://[2001:db8::1]', 'localhost', null],
  [undefined, 'localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
  [undefined, 'koyoi.localhost', { id: 'koyoi.localhost', origin: 'http://koyoi.localhost' }],
  [undefined, '127.0.0.1:3000', null],
  [undefined, '[::1]:3000', null],
  [undefined, 'koyoi.example', null],
  [undefined, 'localhost.koyoi.example', null],
  [undefined, 'notlocalhost', null],
  [undefined, '', null],
  [undefined, 'a b', null],
])('with PUBLIC_URL %s and the host %j passkeys are for %j', (publicUrl, host, expected) => {
  expect(relyingPartyOf({ publicUrl }, host)).toEqual(expected)
})
