import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const project = fileURLToPath(new URL('../../', import.meta.url))
const libraries = `${project}node_modules/`

/** What is around every screen of a member and loads right after the first picture. */
const roots = /\/web\/calls\/screens\/call-center\.tsx$/

/** Whether a module is one of the roots. */
export const isMemberRoot = (id: string): boolean => roots.test(id)

/**
 * Finds the modules of ours that every page of a member loads, so that a file of those can be made which holds nothing
 * else: one module of a file that many screens share would bring all of that file.
 */
export const memberPage = (): { plugin: Plugin; has: (id: string) => boolean } => {
  const found = new Set<string>()
  return {
    has: (id) => found.has(id),
    plugin: {
      name: 'koyoi-member-page',
      buildEnd() {
        const add = (id: string): void => {
          if (found.has(id) || !id.startsWith(project) || id.startsWith(libraries)) return
          found.add(id)
          this.getModuleInfo(id)?.importedIds.forEach(add)
        }
        found.clear()
        for (const id of this.getModuleIds()) if (isMemberRoot(id)) add(id)
      },
    },
  }
}
