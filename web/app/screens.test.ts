// @vitest-environment happy-dom
import { readFile, stat } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { legalTitles } from '#contract/legal/legal-documents.ts'
import { publicPagesWith } from '#domain/shell/page-head.ts'
import { createMemoryRouter, type RouteObject } from '#web/router/router.ts'
import { operatorConsole, screens } from './screens.tsx'

const withScreens = ({ path, children = [] }: RouteObject): string[] => [
  ...(path === undefined || path === '*' ? [] : [path]),
  ...children.flatMap(withScreens),
]

const all: RouteObject[] = [operatorConsole, { children: screens }]
const paths = all.flatMap(withScreens)

/** The same screens without their code and without redirects. */
const bare = ({ path, children }: RouteObject): RouteObject => ({
  ...(path !== undefined && { path }),
  ...(children && { children: children.map(bare) }),
})

it('has no screen that an earlier one hides', () => {
  expect(paths.length).toBeGreaterThan(40)
  const shown = paths.map((path) => {
    const address = path.replaceAll(/[:*]\w*/g, '3')
    return createMemoryRouter(all.map(bare), { initialEntries: [address] }).state.matches?.at(-1)?.route.path
  })
  expect(shown).toEqual(paths)
})

it('shows for any other address that nothing is there', () => {
  const router = createMemoryRouter(all.map(bare), { initialEntries: ['/nowhere/at/all'] })
  expect(router.state.matches?.at(-1)?.route.path).toBe('*')
})

it('has the screens of the shortcuts of the installed app', async () => {
  const manifest = JSON.parse(await readFile('web/public/manifest.webmanifest', 'utf8'))
  const shortcuts = manifest.shortcuts as { url: string; icons: { src: string }[] }[]
  const addresses = shortcuts.map(({ url }) => url)
  const shown = addresses.map((url) => {
    const router = createMemoryRouter(all.map(bare), { initialEntries: [url] })
    return router.state.matches?.at(-1)?.route.path
  })
  expect(addresses).toHaveLength(4)
  expect(shown).toEqual(addresses)
  for (const { icons } of shortcuts)
    for (const { src } of icons) expect((await stat(`web/public${src}`)).size).toBeGreaterThan(0)
})

it.each(Object.keys(publicPagesWith(legalTitles)).filter((path) => path !== '/'))(
  'has the public page %s',
  (path) => {
    const router = createMemoryRouter(all.map(bare), { initialEntries: [path] })
    expect(router.state.matches?.at(-1)?.route.path).toBe(path)
  },
)
