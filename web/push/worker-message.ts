import { type PushMessage, pushMessage } from '#contract/push/push.ts'

/** No page of ours lies below it: the worker stands between none and the network. */
export const workerScope = '/push/'

/** What the worker tells a page of ours that it has brought to the front: go there. */
export interface OpenMessage {
  type: 'koyoi:open'
  path: string
}

export const isOpenMessage = (value: unknown): value is OpenMessage =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  value.type === 'koyoi:open' &&
  'path' in value &&
  typeof value.path === 'string' &&
  /^\/(?!\/)/.test(value.path)

/** Our message in a push: its JSON itself under Web Push, `data.message` of it under FCM; null for anything else. */
export const messageIn = (pushed: unknown): PushMessage | null => {
  const plain = pushMessage.safeParse(pushed)
  if (plain.success) return plain.data
  try {
    const { data } = pushed as { data?: { message?: unknown } }
    const wrapped = pushMessage.safeParse(JSON.parse(String(data?.message)))
    return wrapped.success ? wrapped.data : null
  } catch {
    return null
  }
}
