import type { ChatSyncState, ConversationItem, chatEndpoints } from '#contract/chat/chat.ts'
import type { OutputOf } from '#contract/core/endpoint.ts'

type Page = OutputOf<typeof chatEndpoints.getListConversation>
export type ListCursor = Page['next']

/** The loaded part of a list of conversations. */
export interface KnownList {
  readonly items: readonly ConversationItem[]
  /** The first row that isn't loaded; null when everything is. */
  readonly next: ListCursor
}

interface SortKey {
  lastAt: string
  partnerId: string
}

const sortKeyOf = ({ lastAt, partner }: ConversationItem): SortKey => ({ lastAt, partnerId: partner.id })

/** Newest first, as the server lists them. */
const compare = (one: SortKey, other: SortKey): number =>
  Date.parse(other.lastAt) - Date.parse(one.lastAt) ||
  (one.partnerId === other.partnerId ? 0 : one.partnerId < other.partnerId ? 1 : -1)

const without = (items: readonly ConversationItem[], partnerId: string): ConversationItem[] =>
  items.filter(({ partner }) => partner.id !== partnerId)

/** Inserts an item in order. An item behind the loaded part arrives with its page. */
const insert = ({ items, next }: KnownList, item: ConversationItem): KnownList => {
  const others = without(items, item.partner.id)
  const own = sortKeyOf(item)
  if (next && compare(next, own) < 0) return { items: others, next }
  const index = others.findIndex((other) => compare(sortKeyOf(other), own) > 0)
  return { items: others.toSpliced(index === -1 ? others.length : index, 0, item), next }
}

/** Applies a conversation reported by the socket; an older report changes nothing. */
export const withItem = (list: KnownList, item: ConversationItem, onlyUnread: boolean): KnownList => {
  const known = list.items.find(({ partner }) => partner.id === item.partner.id)
  if (known && known.revision > item.revision) return list
  if (onlyUnread && item.unread === 0) return { ...list, items: without(list.items, item.partner.id) }
  return insert(list, item)
}

/** Appends the next page. An item that has moved up meanwhile stays there. */
export const withPage = (list: KnownList, page: Pick<Page, 'conversations' | 'next'>): KnownList => {
  const known = new Set(list.items.map(({ partner }) => partner.id))
  const fresh = page.conversations.filter(({ partner }) => !known.has(partner.id))
  return { items: [...list.items, ...fresh], next: page.next }
}

/** The viewer has read everything in a conversation; null where the list has to be reloaded. */
export const withRead = (
  list: KnownList,
  partnerId: string,
  syncState: ChatSyncState,
  onlyUnread: boolean,
): KnownList | null => {
  const known = list.items.find(({ partner }) => partner.id === partnerId)
  if (!known || known.unread === 0) return list
  if (syncState.ownReadSeq < syncState.lastSeq) return null
  if (onlyUnread) return { ...list, items: without(list.items, partnerId) }
  return { ...list, items: list.items.map((item) => (item === known ? { ...known, unread: 0 } : item)) }
}
