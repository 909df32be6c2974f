import { micromark } from 'micromark'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'

/** Images in a text would show other hosts who reads it: `![…](…)` stays a link. */
const withoutPictures = { disable: { null: ['labelStartImage'] } }

/** On our own origin: one slash, so that no browser reads another host in it. */
const ownPath = /^(?:\/(?![/\\])|#)/
const elsewhere = /^https:\/\//i

/** An address as micromark wrote it, encoded already. Only our own and https addresses become links. */
const linkTo = (address: string): string => {
  if (ownPath.test(address)) return `<a href="${address}"`
  return elsewhere.test(address) ? `<a href="${address}" target="_blank" rel="noopener noreferrer"` : '<a'
}

const finished = (html: string): string =>
  html
    .replaceAll(/<a href="([^"]*)"/g, (_, address: string) => linkTo(address))
    // The page's title is its h1.
    .replaceAll(/<(\/?)h1>/g, '<$1h2>')
    // Wide tables scroll by themselves, for the keyboard too.
    .replaceAll('<table>', '<div role="group" aria-label="表" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')

/**
 * A Markdown text (CommonMark with tables) as HTML that is safe for any author: micromark encodes raw HTML
 * and drops dangerous protocols. Its output contains only our tags, so they can be found by their form. Some
 * texts take quadratic time: `renderDraft` and `renderPublished` run it where that blocks nobody.
 */
export const markdownHtml = (markdown: string): string =>
  finished(
    micromark(markdown, { extensions: [gfmTable(), withoutPictures], htmlExtensions: [gfmTableHtml()] }),
  )
