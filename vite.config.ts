import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown, type UserConfig } from 'vite'
import { serviceWorkers } from '#scripts/page-workers.ts'
import { browserContract } from '#scripts/web-build/browser-contract.ts'
import { isMemberRoot, memberPage } from '#scripts/web-build/member-page.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** A module that so many screens share is loaded with the first of them. */
const sharedByMany = 6

const member = memberPage()

/**
 * Files that are loaded together are one file (decision 71). A group takes its modules and what they import, the first
 * group first; what no group takes has a file for each screen, and one for each set of screens that share it.
 */
const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // Few screens check a schema in the browser. The shared schemas would bring it to the first page.
  { name: 'zod', test: /node_modules\/zod\/|contract\/core\/shared\.ts/, priority: 7 },
  { name: 'first', tags: ['$initial'], priority: 6 },
  // What home loads after its first picture.
  { name: 'home', test: /web\/home\/(?!broadcaster\/)/, priority: 5 },
  // What every page of a member has and other pages share.
  { name: 'around', test: member.has, minShareCount: sharedByMany, priority: 4 },
  {
    name: 'common',
    test: /^(?!.*(web\/operator|web\/calls|web\/push|use-kept-draft|qr-code|uqr|passkey))/,
    minShareCount: sharedByMany,
    priority: 3,
  },
  // What else is around every screen of a member.
  { name: 'member', test: isMemberRoot, priority: 2 },
  // What a ring loads beside its screen.
  {
    name: 'line',
    test: /web\/calls\/(session\/preopened-line|media\/link\/preconnected-line)\.ts$/,
    priority: 1,
  },
  // Login and registration, which a visitor's page has at hand.
  { name: 'account', test: /web\/account\/account-modals\.tsx$/, priority: 1 },
]

/** Building a schema has no effect: a bundle keeps only those it reads. */
const treeshake = { manualPureFunctions: ['z'] }

/** 42 bits tell the versions of a file apart. The entry names every file, and their hashes can't be compressed. */
const fileNames = {
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
}

const browserBuild: UserConfig = {
  plugins: [browserContract(), member.plugin, react(), serviceWorkers()],
  build: {
    outDir: here('dist/web'),
    emptyOutDir: true,
    // Tells what each route loads (scripts/web-build/page-weight.test.ts), and the server what a page needs.
    manifest: true,
    // Every browser the page supports preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake,
      output: { codeSplitting: { groups: chunkGroups }, ...fileNames },
    },
  },
}

/** The same screens for the server, with all they import. */
const serverBuild: UserConfig = {
  plugins: [browserContract(), react()],
  ssr: { noExternal: true },
  build: {
    copyPublicDir: false,
    minify: true,
    rolldownOptions: { treeshake, output: { entryFileNames: 'server-entry.js' } },
  },
}

/** Builds the browser's half to dist/web. While developing, the server mounts Vite as a middleware. */
export default defineConfig(({ isSsrBuild }) => ({
  root: here('web'),
  cacheDir: here('node_modules/.vite/web'),
  ...(isSsrBuild ? serverBuild : browserBuild),
}))
