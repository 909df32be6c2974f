import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { stickerSets } from '#domain/chat/stickers.ts'

const folder = new URL('../web/public/stickers/', import.meta.url)
const bytesMax = 4_096
/** Anything that runs, loads or depends on the fonts of a device. */
const unwelcome = /<(script|style|text|image|foreignObject|!)|\son\w+=|href=|url\(/i

const ids = stickerSets.flatMap(({ stickers }) => stickers.map(({ id }) => id))

test('each sticker has its picture, and no picture is left over', () => {
  expect(readdirSync(folder).sort()).toEqual(ids.map((id) => `${id}.svg`).sort())
})

test.each(ids)('%s is a small picture and nothing else', (id) => {
  const svg = readFileSync(new URL(`${id}.svg`, folder), 'utf8')
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="240" height="240" /)
  expect(svg).not.toMatch(unwelcome)
  expect(Buffer.byteLength(svg)).toBeLessThan(bytesMax)
})
