import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** A module of the browser's build, as Vite's manifest tells of it. */
interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}
export type Manifest = Readonly<Record<string, Chunk>>

/** The document that every page is made from. */
const entry = 'index.html'
/** The routes of all screens but home. */
const routes = 'app/screens.tsx'

/** Everything that some modules import at once, what is imported first. */
const closureOf = (manifest: Manifest, modules: readonly string[]): Chunk[] => {
  const found = new Set<Chunk>()
  const add = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || found.has(chunk)) return
    found.add(chunk)
    chunk.imports?.forEach(add)
  }
  modules.forEach(add)
  return [...found]
}

/** All style sheets, in the order in which the browser would load them. */
const styleSheetsOf = (manifest: Manifest): string[] => {
  const seen = new Set<string>()
  const sheets = new Set<string>()
  const add = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    const { imports = [], css = [], dynamicImports = [] } = manifest[name] ?? {}
    imports.forEach(add)
    for (const sheet of css) sheets.add(sheet)
    dynamicImports.forEach(add)
  }
  add(entry)
  return [...sheets]
}

const namesIn = (css: string): string[] => [...css.matchAll(/\.(_[\w-]+)/g)].map(([, name = '']) => name)

export interface StyleSheet {
  file: string
  css: string
}

/** What a rendered page needs from the first moment on. */
export interface PageAssets {
  /** The style sheets of markup, those of every page first. */
  styleSheetsFor(html: string): StyleSheet[]
  /** The scripts of a screen, without those of every page. */
  scriptsFor(screen: string | null): string[]
}

/** @param css the text of each style sheet */
export const pageAssetsOf = (manifest: Manifest, css: ReadonlyMap<string, string>): PageAssets => {
  const common = closureOf(manifest, [entry])
  const everywhere = new Set(common.flatMap((chunk) => [chunk.file, ...(chunk.css ?? [])]))
  const order = styleSheetsOf(manifest)
  const sheetOf = new Map(
    order.flatMap((sheet) => namesIn(css.get(sheet) ?? '').map((name) => [name, sheet] as const)),
  )
  return {
    styleSheetsFor: (html) => {
      const names = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, list = '']) => list.split(' '))
      const used = new Set(names.map((name) => sheetOf.get(name)))
      return order
        .filter((sheet) => used.has(sheet) || everywhere.has(sheet))
        .map((file) => ({ file, css: css.get(file) ?? '' }))
    },
    scriptsFor: (screen) =>
      screen === null
        ? []
        : closureOf(manifest, [routes, screen])
            .map(({ file }) => file)
            .filter((file) => !everywhere.has(file)),
  }
}

/** Of a folder that the build made. */
export const readPageAssets = async (folder: string): Promise<PageAssets> => {
  const manifest: Manifest = JSON.parse(await readFile(path.join(folder, '.vite', 'manifest.json'), 'utf8'))
  const css = await Promise.all(
    styleSheetsOf(manifest).map(
      async (sheet) => [sheet, await readFile(path.join(folder, sheet), 'utf8')] as const,
    ),
  )
  return pageAssetsOf(manifest, new Map(css))
}
