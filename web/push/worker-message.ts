import { type PushMessage, pushMessage } from '#contract/push/push.ts'

/** None of our pages is below this path, so the worker intercepts no page's requests. */
export const workerScope = '/push/'

/** The worker's message to a page that it has brought to the front: open this path. */
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

/**
 * Our message in a push: its JSON itself under Web Push, `data.message` of it under FCM; null for anything
 * else.
 */
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
