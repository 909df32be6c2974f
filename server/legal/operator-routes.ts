import { isRefusal, refuse } from '#contract/core/refusal.ts'
import type { operatorLegalEndpoints } from '#contract/legal/operator/documents.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { operatorAction, operatorOverview } from '#server/operators/operator-handler.ts'
import { publishDocument } from './actions/publish-document.ts'
import { withTransmissions } from './legal-page.ts'
import { markdownOf, operatorVersions, versionsInForce, versionsOf } from './queries.ts'
import { renderDraft } from './render-markdown.ts'

export const operatorLegalHandlers: HandlersOf<typeof operatorLegalEndpoints> = {
  operatorLegalDocuments: operatorOverview(async ({ tx }) => {
    const inForce = await versionsInForce(tx)
    const versions = await operatorVersions(tx, inForce)
    return {
      type: 'success',
      documents: inForce.flatMap(({ document }, index) => {
        const version = versions[index]
        return version ? [{ document, version }] : []
      }),
    }
  }),

  operatorLegalDocument: operatorOverview(async ({ tx, input: { document } }) => {
    const versions = await versionsOf(tx, document)
    const markdown = versions[0] && (await markdownOf(tx, document, versions[0].number))
    if (markdown === undefined) return refuse('notFound')
    return { type: 'success', markdown, versions: await operatorVersions(tx, versions) }
  }),

  operatorPreviewMarkdown: operatorOverview(async ({ context, input }) => {
    const html = await renderDraft(withTransmissions(context.config, input.markdown))
    return isRefusal(html) ? html : { type: 'success', html }
  }),

  operatorPublishLegalDocument: operatorAction(async ({ tx, input, operator, context }) => {
    const html = await renderDraft(withTransmissions(context.config, input.markdown))
    if (isRefusal(html)) return html
    const published = await publishDocument(tx, input, {
      operatorId: operator.id,
      at: new Date(context.now()),
    })
    if (isRefusal(published)) return published
    const { number, before } = published
    return {
      answer: { type: 'success', number },
      subject: `legal:${input.document}`,
      before: { version: before },
      after: { version: number, changeSummary: input.changeSummary, asksConsent: input.asksConsent },
    }
  }),
}
