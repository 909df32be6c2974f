import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

const declarationsAfter = (selector: string): string[] => {
  const body = css.slice(css.indexOf('{', css.indexOf(selector)) + 1)
  return body
    .slice(0, body.indexOf('}'))
    .split(';')
    .map((line) => line.trim())
    .filter(Boolean)
}

it('gives the dark theme the same colours whether the system or the switch asks for it', () => {
  const bySystem = declarationsAfter(':root:not([data-theme="light"])')
  expect(bySystem.length).toBeGreaterThan(20)
  expect(declarationsAfter('[data-theme="dark"]')).toEqual(bySystem)
})
