import { readFile } from 'node:fs/promises'
import { legalDocuments } from '#contract/legal/legal-documents.ts'
import type { Context } from '#server/context.ts'

const textOf = (document: string) => readFile(new URL(`./texts/${document}.md`, import.meta.url), 'utf8')

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
        markdown: await textOf(document),
        change_summary: '',
        asks_consent: false,
        published_at: new Date(now()),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
