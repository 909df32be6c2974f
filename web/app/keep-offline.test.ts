// @vitest-environment happy-dom
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createQueryClient } from '#web/shell/query.ts'
import { keepOffline } from './keep-offline.ts'

const deleted: string[] = []
beforeAll(() => {
  vi.stubGlobal('caches', { delete: async (name: string) => deleted.push(name) > 0 })
  const register = () => Promise.reject(new Error('not here'))
  vi.stubGlobal('navigator', { serviceWorker: { register, controller: {} } })
  keepOffline(createQueryClient(), null, { state: () => ({ status: 'unauthenticated', data: null }) })
})
afterAll(() => vi.unstubAllGlobals())

it("deletes on a visitor's page what an earlier one left of a member's lists", () => {
  expect(deleted).toEqual(['koyoi-last-seen'])
})

it('tries pictures that failed again when there is a network', () => {
  document.body.innerHTML = '<img src="/failed.png" data-broken /><img src="/fine.png" />'
  const tried: string[] = []
  for (const picture of document.querySelectorAll('img'))
    Object.defineProperty(picture, 'src', {
      get: () => picture.getAttribute('src') ?? '',
      set: (address: string) => tried.push(address),
    })
  window.dispatchEvent(new Event('online'))
  expect(tried).toEqual(['', '/failed.png'])
})
