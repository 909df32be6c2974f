import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

const keys = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret', PUBLIC_URL: 'https://koyoi.example' }
const googleOf = (env: Record<string, string>) => readConfig({ DATA_DIR: '/tmp/none', ...env }).google

it('offers no sign-in with Google unless it is set up', () => {
  expect(googleOf({})).toBeUndefined()
  expect(googleOf(keys)).toEqual({
    clientId: 'id',
    clientSecret: 'secret',
    issuer: 'https://accounts.google.com',
  })
})

it.each(['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'PUBLIC_URL'])('does not start without %s', (name) => {
  expect(() => googleOf({ ...keys, [name]: '' })).toThrow(name)
})

it('accepts an issuer without TLS in tests alone', () => {
  const issuer = { GOOGLE_ISSUER: 'http://127.0.0.1:1' }
  expect(() => googleOf({ ...keys, ...issuer })).toThrow('GOOGLE_ISSUER')
  expect(googleOf({ ...keys, ...issuer, NODE_ENV: 'test' })?.issuer).toBe('http://127.0.0.1:1')
})
