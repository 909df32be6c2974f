import { mentionToken, partsOf } from '#domain/timeline/mentions.ts'

/** A broadcaster who may be mentioned. */
export interface Mentioned {
  id: string
  name: string
}

const beforeCaret = /(?:^|\s)@([^\s@<>]{0,20})$/

/** What is being written after an @ before the caret; null where nobody is being mentioned. */
export const mentionQuery = (text: string, caret: number): string | null =>
  beforeCaret.exec(text.slice(0, caret))?.[1] ?? null

/** The field with a chosen name in place of what was written after the @. */
export const withMention = (text: string, caret: number, name: string): { text: string; caret: number } => {
  const before = text.slice(0, caret).replace(/@[^\s@<>]{0,20}$/, `@${name} `)
  return { text: before + text.slice(caret), caret: before.length }
}

/** What is sent: names in the field become ids. */
export const textOf = (field: string, people: readonly Mentioned[]): string =>
  [...people]
    .sort((one, other) => other.name.length - one.name.length)
    .reduce((text, { id, name }) => text.replaceAll(`@${name}`, mentionToken(id)), field)

/** What is in the field for a stored text. */
export const fieldOf = (text: string, people: readonly Mentioned[]): string =>
  partsOf(text)
    .map((part) =>
      part.kind === 'text' ? part.text : `@${people.find(({ id }) => id === part.id)?.name ?? ''}`,
    )
    .join('')
