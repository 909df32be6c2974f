import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

/** A token that is one colour in each theme. */
const colourOf = (token: string, theme: Theme): string => {
  const [, light = '', dark = ''] =
    new RegExp(`--${token}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);`).exec(css) ?? []
  return theme === 'light' ? light : dark
}

/** Relative luminance, WCAG 2.2. */
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: string, other: string): number => {
  const [brighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (brighter + 0.05) / (darker + 0.05)
}

it('computes contrast as WCAG does', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

describe.each(themes)('the focus ring when %s', (theme) => {
  it.each(['paper', 'card', 'sunken', 'accent-soft', 'gold-soft'])('has 3:1 on %s', (surface) => {
    expect(contrast(colourOf('focus', theme), colourOf(surface, theme))).toBeGreaterThanOrEqual(3)
  })
})
