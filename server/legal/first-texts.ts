import { readFile } from 'node:fs/promises'
import { type LegalDocument, legalDocuments } from '#contract/legal/legal-documents.ts'
import { pointsValidDays } from '#contract/points/points.ts'
import type { Context } from '#server/context.ts'

/** The figures that a text names as `{{figure}}`. */
const figures: Record<string, number> = { pointsValidDays }

/** A text that comes with the program, with its figures. An unknown figure is an error. */
export const firstTextOf = async (document: LegalDocument): Promise<string> => {
  const template = await readFile(new URL(`./texts/${document}.md`, import.meta.url), 'utf8')
  return template.replaceAll(/\{\{([^{}]*)\}\}/g, (_, name: string) => {
    const figure = figures[name]
    if (figure === undefined) throw new Error(`${document}.md names an unknown figure: ${name}`)
    return String(figure)
  })
}

/**
 * The first start publishes the texts that come with the program as version 1 of each document; from then on
 * operators change them, and the files are never read again. They ask for no consent, because a registration
 * gives it.
 */
export const insertFirstTexts = async ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> => {
  for (const document of legalDocuments) {
    await db
      .insertInto('legal_version')
      .values({
        document,
        number: 1,
        markdown: await firstTextOf(document),
        change_summary: '',
        asks_consent: false,
        published_at: new Date(now()),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
