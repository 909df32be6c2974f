import { localStore } from '#web/shell/local-store.ts'
import type { SentId } from '#web/shell/sent-id.ts'
import type { Mentioned } from './mention-text.ts'

/** What a member has begun to write, and what of it was sent last: trying again, a later visit too, posts it once. */
export interface PostDraft {
  text: string
  people: readonly Mentioned[]
  sent?: SentId
}

const keyOf = (memberId: string): string => `timelineDraft:${memberId}`

const isSent = (value: unknown): value is SentId =>
  typeof value === 'object' &&
  value !== null &&
  'of' in value &&
  typeof value.of === 'string' &&
  'id' in value &&
  typeof value.id === 'string'

const isDraft = (value: unknown): value is PostDraft =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  typeof value.text === 'string' &&
  'people' in value &&
  Array.isArray(value.people) &&
  (!('sent' in value) || isSent(value.sent))

export const readDraft = (memberId: string, store = localStore): PostDraft => {
  try {
    const stored: unknown = JSON.parse(store.get(keyOf(memberId)) ?? 'null')
    if (isDraft(stored)) return stored
  } catch {}
  return { text: '', people: [] }
}

export const keepDraft = (memberId: string, draft: PostDraft | null, store = localStore): void =>
  store.set(keyOf(memberId), draft?.text ? JSON.stringify(draft) : null)
