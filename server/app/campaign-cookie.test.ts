import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { rememberFirstTouch } from './campaign-cookie.ts'

const app = (publicUrl?: string) =>
  new Hono().get('*', (c) => {
    rememberFirstTouch(c, { publicUrl })
    return c.text('')
  })

const cookieSet = async (target: string, cookie = '') =>
  (await app().request(target, { headers: { cookie } })).headers.get('set-cookie')

test('the first visit counts, with or without a campaign', async () => {
  expect(await cookieSet('/?cm_code=spring-01')).toContain('cm_code=spring-01;')
  expect(await cookieSet('/search')).toContain('cm_code=Organic;')
})

test('a later campaign changes nothing', async () => {
  expect(await cookieSet('/?cm_code=autumn', 'cm_code=spring-01')).toBeNull()
  expect(await cookieSet('/?cm_code=autumn', 'cm_code=Organic')).toBeNull()
})

test('a value that cannot be a code is ignored', async () => {
  expect(await cookieSet(`/?cm_code=${'x'.repeat(65)}`)).toContain('cm_code=Organic;')
  expect(await cookieSet('/?cm_code=a%0d%0aset-cookie:b')).toContain('cm_code=Organic;')
})

test('pages can read the cookie, and behind TLS it is sent by TLS alone', async () => {
  const plain = await cookieSet('/')
  expect(plain).not.toContain('HttpOnly')
  const response = await app('https://koyoi.example').request('/')
  expect(response.headers.get('set-cookie')).toContain('Secure')
})
