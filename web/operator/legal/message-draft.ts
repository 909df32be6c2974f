import type { RequestOf } from '#contract/core/endpoint.ts'
import { type MessageButtonTarget, messageButtonTargets } from '#contract/legal/message-buttons.ts'
import type {
  EditedMessagePage,
  operatorMessagePagesEndpoints,
} from '#contract/legal/operator/message-pages.ts'
import { instantOf, localOf } from '../parts/local-time.ts'

/** The fields of a message page's form except its text: texts as typed, times in Japanese time. */
export interface MessageDraft {
  name: string
  title: string
  lead: string
  imageId: string | null
  buttonLabel: string
  /** '' without a button. */
  buttonTarget: string
  publishedFrom: string
  /** '' without an end. */
  publishedUntil: string
  isListed: boolean
}

export const newDraft = (nowMs: number): MessageDraft => ({
  name: '',
  title: '',
  lead: '',
  imageId: null,
  buttonLabel: '',
  buttonTarget: '',
  publishedFrom: localOf(new Date(nowMs).toISOString()),
  publishedUntil: '',
  isListed: true,
})

export const draftOf = (page: EditedMessagePage): MessageDraft => ({
  name: page.name,
  title: page.title,
  lead: page.lead,
  imageId: page.imageId,
  buttonLabel: page.button?.label ?? '',
  buttonTarget: page.button?.target ?? '',
  publishedFrom: localOf(page.publishedFrom),
  publishedUntil: page.publishedUntil === null ? '' : localOf(page.publishedUntil),
  isListed: page.isListed,
})

const addressShape = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/

type Save = Omit<RequestOf<typeof operatorMessagePagesEndpoints.operatorSaveMessagePage>, 'id' | 'basedOn'>

/** A draft as a request, or the text of its first error. */
export const messageOf = (draft: MessageDraft, markdown: string): Save | string => {
  const label = draft.buttonLabel.trim()
  const target = messageButtonTargets.find(
    (known): known is MessageButtonTarget => known === draft.buttonTarget,
  )
  if (!addressShape.test(draft.name)) return 'アドレスは、半角の英小文字・数字・ハイフンで入力してください。'
  if (draft.publishedFrom === '') return '公開の開始を入力してください。'
  if (target && label === '') return 'ボタンの言葉を入力してください。'
  return {
    name: draft.name,
    title: draft.title,
    lead: draft.lead,
    markdown,
    imageId: draft.imageId,
    button: target ? { label, target } : null,
    publishedFrom: instantOf(draft.publishedFrom),
    publishedUntil: draft.publishedUntil === '' ? null : instantOf(draft.publishedUntil),
    isListed: draft.isListed,
  }
}
