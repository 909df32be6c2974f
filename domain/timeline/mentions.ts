/** How a mention is written in a stored text: `<@20148357>`. The name is looked up when the text is read. */
const token = /<@(\d{1,12})>/g

export const mentionToken = (memberId: string): string => `<@${memberId}>`

/** The ids that a text mentions, each once, in their order. */
export const mentionedIds = (text: string): string[] => [
  ...new Set([...text.matchAll(token)].map(([, id]) => id ?? '')),
]

/** The text with something else in place of each mention; an id isn't a phone number to the contact guard. */
export const withoutMentions = (text: string, instead: string): string => text.replaceAll(token, instead)

/** The text without the mentions of others than these, which stay as a plain @. */
export const onlyMentionsOf = (text: string, allowed: ReadonlySet<string>): string =>
  text.replaceAll(token, (found, id: string) => (allowed.has(id) ? found : '@'))

export type TextPart = { kind: 'text'; text: string } | { kind: 'mention'; id: string }

/** A text's parts in their order, for drawing mentions as links. */
export const partsOf = (text: string): TextPart[] => {
  const parts: TextPart[] = []
  let from = 0
  for (const match of text.matchAll(token)) {
    if (match.index > from) parts.push({ kind: 'text', text: text.slice(from, match.index) })
    parts.push({ kind: 'mention', id: match[1] ?? '' })
    from = match.index + match[0].length
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) })
  return parts
}
