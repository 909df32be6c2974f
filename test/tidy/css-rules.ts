import { posix } from 'node:path'
import type { Rule } from './rule.ts'
import type { SourceFile } from './source-tree.ts'

/** Sizes of one place that no other text shares, by the name of their file. */
const sizesWithoutToken: Readonly<Record<string, readonly string[]>> = {
  // Labels on a picture or under a round button, where 11 px would break the line.
  'controls.module.css': ['10px'],
  'self-view.module.css': ['10px'],
  // One figure or name that is the largest of its screen.
  'meter-card.module.css': ['36px'],
  'profile-page.module.css': ['34px'],
}

/** A size by the parent's text (`em`) follows a token already. */
const followsToken = /^(var\(--t-[\w-]+\)|inherit|[\d.]+em)$/

export const fontSizesAreTokens: Rule = {
  sentence: 'a font size in CSS is a token of web/ui/tokens.css, except for a few listed ones',
  check: (file: SourceFile) => {
    if (!file.path.endsWith('.css')) return []
    const listed = sizesWithoutToken[posix.basename(file.path)] ?? []
    const sizes = [...file.text.matchAll(/\bfont-size:\s*([^;}]+?)\s*[;}]/g)]
    const shorthands = [...file.text.matchAll(/(?<!-)\bfont:\s*([^;}]+?)\s*[;}]/g)]
    return [
      ...sizes.filter(([, size = '']) => !followsToken.test(size) && !listed.includes(size)),
      ...shorthands.filter(([, font = '']) => font !== 'inherit' && !/var\(--t-/.test(font)),
    ].map(({ 0: declaration, index }) => `${file.path}:${file.lineOf(index)} ${declaration}`)
  },
  broken: { path: 'web/calls/x.module.css', text: '.title {\n  font-size: 13px;\n}' },
  kept: {
    path: 'web/calls/x.module.css',
    text: '.title {\n  font-size: var(--t-note);\n}\n.title small {\n  font-size: 0.8em;\n  font: inherit;\n}',
  },
}
