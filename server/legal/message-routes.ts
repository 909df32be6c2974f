import { isRefusal, refuse } from '#contract/core/refusal.ts'
import type { messagePagesEndpoints } from '#contract/legal/message-pages.ts'
import type { operatorMessagePagesEndpoints } from '#contract/legal/operator/message-pages.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { operatorAction, operatorOverview } from '#server/operators/operator-handler.ts'
import { saveMessagePage } from './actions/save-message-page.ts'
import { findMessagePage, listedMessagePages, messagePages, publishedMessagePage } from './message-queries.ts'
import { renderDraft } from './render-markdown.ts'

export const messagePagesHandlers: HandlersOf<typeof messagePagesEndpoints> = {
  getMessagePages: async ({ context: { db, now } }) => ({
    type: 'success',
    pages: await listedMessagePages(db, now()),
  }),

  getMessagePage: async ({ context: { db, now }, input }) => {
    const page = await publishedMessagePage(db, input.name, now())
    return isRefusal(page) ? page : { type: 'success', page }
  },
}

export const operatorMessagePagesHandlers: HandlersOf<typeof operatorMessagePagesEndpoints> = {
  operatorMessagePages: operatorOverview(async ({ tx }) => ({
    type: 'success',
    pages: (await messagePages(tx)).map(({ name, title, publishedFrom, publishedUntil, isListed }) => ({
      name,
      title,
      publishedFrom,
      publishedUntil,
      isListed,
    })),
  })),

  operatorMessagePage: operatorOverview(async ({ tx, input }) => {
    const page = await findMessagePage(tx, input.name)
    return page ? { type: 'success', page } : refuse('notFound')
  }),

  operatorSaveMessagePage: operatorAction(async ({ tx, input }) => {
    const html = await renderDraft(input.markdown)
    if (isRefusal(html)) return html
    const saved = await saveMessagePage(tx, input)
    if (isRefusal(saved)) return saved
    const { id: _, basedOn: __, ...after } = input
    return {
      answer: { type: 'success', revision: saved.revision },
      subject: `message:${input.name}`,
      ...(saved.before ? { before: { ...saved.before } } : {}),
      after: { ...after, revision: saved.revision },
    }
  }),
}
