import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { imageId, instant, nothing, success } from '#contract/core/shared.ts'
import { messageButtonTargets } from './message-buttons.ts'

/** As it is in the address: /message/{name}. */
export const messageName = z.string().check(z.regex(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/))

export const messageCard = z.object({
  name: messageName,
  title: z.string(),
  /** A sentence or two below the title; '' without. */
  lead: z.string(),
  imageId: z.nullable(imageId),
  publishedFrom: instant,
})
export type MessageCard = z.infer<typeof messageCard>

export const messageButton = z.object({
  label: z.string().check(z.minLength(1), z.maxLength(20)),
  target: z.enum(messageButtonTargets),
})

const messagePage = z.extend(messageCard, {
  /** Safe to show as it is: made by the server out of Markdown. */
  html: z.string(),
  button: z.nullable(messageButton),
  publishedUntil: z.nullable(instant),
})
export type MessagePage = z.infer<typeof messagePage>

export const messagePagesEndpoints = {
  getMessagePages: defineEndpoint({
    method: 'POST',
    path: '/api/get-message-pages',
    access: 'public',
    summary: 'The campaign and notice pages that are listed now, newest first',
    input: nothing,
    output: z.object({ type: success, pages: z.array(messageCard) }),
    refusals: [],
  }),
  getMessagePage: defineEndpoint({
    method: 'POST',
    path: '/api/get-message-page',
    access: 'public',
    summary: 'A campaign or notice page that is published now, listed or not',
    input: z.object({ name: z.string().check(z.maxLength(200)) }),
    output: z.object({ type: success, page: messagePage }),
    refusals: ['notFound'],
  }),
}
