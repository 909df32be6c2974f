import { expect, it } from 'vitest'
import { type TabPath, tabOf } from './tabs.ts'

const ofCaller: TabPath[] = ['/', '/search', '/conversation/all', '/my-page']
const ofBroadcaster: TabPath[] = [...ofCaller, '/base']

it.each([
  ['/', '/'],
  ['/search', '/search'],
  ['/profile/unbroadcaster/pc/10000001', '/search'],
  ['/chat/10000001', '/conversation/all'],
  ['/conversation/all/', '/conversation/all'],
  ['/my-page/profile', '/my-page'],
  ['/purchase', '/my-page'],
  ['/purchase/orders/1', '/my-page'],
  ['/quit', '/my-page'],
  ['/base/application', '/my-page'],
  ['/terms', null],
  ['/gallery', null],
  ['/constructor', null],
])('%s belongs to %s', (pathname, tab) => {
  expect(tabOf(pathname, ofCaller)).toBe(tab)
})

it('gives the earnings to ベース where a broadcaster has that tab', () => {
  expect(tabOf('/base/earnings', ofBroadcaster)).toBe('/base')
})
