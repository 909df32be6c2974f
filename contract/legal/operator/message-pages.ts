import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, imageId, instant, nothing, success } from '#contract/core/shared.ts'
import { messageButton, messageName } from '../message-pages.ts'
import { markdownText } from './documents.ts'

/** Takes an operator's picture in as `uploadImagePath` takes a member's: its bytes, with `?id=`, a client-made UUID. */
export const uploadOperatorImagePath = '/api/operator/upload-image'

export const messageTitleMax = 60
export const messageLeadMax = 160

const content = {
  name: messageName,
  title: z.string().check(z.maxLength(messageTitleMax)),
  lead: z.string().check(z.maxLength(messageLeadMax)),
  markdown: markdownText,
  imageId: z.nullable(imageId),
  button: z.nullable(messageButton),
  publishedFrom: instant,
  /** From then on it isn't there; null: it stays. */
  publishedUntil: z.nullable(instant),
  /** Whether /message leads to it. */
  isListed: z.boolean(),
}

/** Counts the changes of a page: an operator who saves names the revision that was edited. */
const revision = z.int().check(z.minimum(1))

export const editedMessagePage = z.object({ ...content, revision })
export type EditedMessagePage = z.infer<typeof editedMessagePage>

const line = z.object({
  name: messageName,
  title: z.string(),
  publishedFrom: instant,
  publishedUntil: z.nullable(instant),
  isListed: z.boolean(),
})
export type MessagePageLine = z.infer<typeof line>

export const operatorMessagePagesEndpoints = {
  operatorMessagePages: defineEndpoint({
    method: 'POST',
    path: '/api/operator/message-pages',
    access: 'operator',
    summary: 'All campaign and notice pages, the latest published first',
    input: nothing,
    output: z.object({ type: success, pages: z.array(line) }),
    refusals: [],
  }),
  operatorMessagePage: defineEndpoint({
    method: 'POST',
    path: '/api/operator/message-page',
    access: 'operator',
    summary: 'A campaign or notice page as it is to be changed',
    input: z.object({ name: messageName }),
    output: z.object({ type: success, page: editedMessagePage }),
    refusals: ['notFound'],
  }),
  operatorSaveMessagePage: defineEndpoint({
    method: 'POST',
    path: '/api/operator/save-message-page',
    access: 'operator',
    summary: 'Makes a campaign or notice page, or changes one',
    input: z.object({
      id: commandId,
      ...content,
      /** The revision that was changed; null makes a new page. */
      basedOn: z.nullable(revision),
    }),
    output: z.object({ type: success, revision }),
    refusals: [
      'messageTitleMissing',
      'messageTextEmpty',
      'messageTimesWrong',
      'messageNameTaken',
      'messageChanged',
      'notFound',
      'imageGone',
      'markdownTooComplex',
    ],
  }),
}
