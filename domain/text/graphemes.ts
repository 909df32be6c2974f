let segmenter: Intl.Segmenter | undefined

/** What a reader sees as characters. The first segmenter loads its rules, which a page waits for only where it counts. */
export const graphemesOf = (text: string): string[] => {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'grapheme' })
  return [...segmenter.segment(text)].map(({ segment }) => segment)
}
