import { micromark } from 'micromark'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'

/** Pictures in a text would tell other hosts who reads it: `![…](…)` stays a link. */
const withoutPictures = { disable: { null: ['labelStartImage'] } }

/** Of our own origin: one slash, so that no browser reads another host in it. */
const ownPath = /^(?:\/(?![/\\])|#)/
const elsewhere = /^https:\/\//i

/** An address as micromark wrote it, encoded already. Others than our own and https aren't linked. */
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
 * A Markdown text (CommonMark with tables) as HTML that is safe to show whoever wrote it: micromark encodes raw HTML
 * and drops dangerous protocols by itself; what it writes is ours alone, so its tags can be told by their form.
 * Takes the square of some texts: `renderDraft` and `renderPublished` run it where that holds up nobody.
 */
export const markdownHtml = (markdown: string): string =>
  finished(
    micromark(markdown, { extensions: [gfmTable(), withoutPictures], htmlExtensions: [gfmTableHtml()] }),
  )
