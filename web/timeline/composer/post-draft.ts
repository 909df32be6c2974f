import { localStore } from '#web/shell/local-store.ts'
import type { Mentioned } from './mention-text.ts'

/** What a member has begun to write; its id stays the same until it is posted, so a retry never posts twice. */
export interface PostDraft {
  postId: string
  text: string
  people: readonly Mentioned[]
}

const keyOf = (memberId: string): string => `timelineDraft:${memberId}`

const isDraft = (value: unknown): value is PostDraft =>
  typeof value === 'object' &&
  value !== null &&
  'postId' in value &&
  typeof value.postId === 'string' &&
  'text' in value &&
  typeof value.text === 'string' &&
  'people' in value &&
  Array.isArray(value.people)

export const readDraft = (memberId: string, store = localStore): PostDraft => {
  try {
    const stored: unknown = JSON.parse(store.get(keyOf(memberId)) ?? 'null')
    if (isDraft(stored)) return stored
  } catch {}
  return { postId: crypto.randomUUID(), text: '', people: [] }
}

export const keepDraft = (memberId: string, draft: PostDraft | null, store = localStore): void =>
  store.set(keyOf(memberId), draft?.text ? JSON.stringify(draft) : null)
