import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const readWebFile = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

it("gives the browser's bar the paper colour of each theme", () => {
  const [, light, dark] = /--paper: light-dark\((#\w+), (#\w+)\)/.exec(readWebFile('./tokens.css')) ?? []
  expect([light, dark]).not.toContain(undefined)
  const page = readWebFile('../index.html')
  expect(page).toContain(`media="(prefers-color-scheme: light)" content="${light}"`)
  expect(page).toContain(`media="(prefers-color-scheme: dark)" content="${dark}"`)
  expect(readWebFile('../shell/theme.ts')).toContain(`{ light: '${light}', dark: '${dark}' }`)
})
