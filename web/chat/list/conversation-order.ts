import type { ChatSyncState, ConversationItem, chatEndpoints } from '#contract/chat/chat.ts'
import type { OutputOf } from '#contract/core/endpoint.ts'

type Page = OutputOf<typeof chatEndpoints.getListConversation>
export type ListCursor = Page['next']

/** A list of conversations as far as it is loaded. */
export interface KnownList {
  readonly items: readonly ConversationItem[]
  /** Where what isn't loaded begins; null when everything is. */
  readonly next: ListCursor
}

interface Place {
  lastAt: string
  partnerId: string
}

const placeOf = ({ lastAt, partner }: ConversationItem): Place => ({ lastAt, partnerId: partner.id })

/** Newest first, as the server lists them. */
const compare = (one: Place, other: Place): number =>
  Date.parse(other.lastAt) - Date.parse(one.lastAt) ||
  (one.partnerId === other.partnerId ? 0 : one.partnerId < other.partnerId ? 1 : -1)

const without = (items: readonly ConversationItem[], partnerId: string): ConversationItem[] =>
  items.filter(({ partner }) => partner.id !== partnerId)

/** Puts an item where it belongs. What belongs behind the end of what is loaded comes with its page. */
const place = ({ items, next }: KnownList, item: ConversationItem): KnownList => {
  const others = without(items, item.partner.id)
  const own = placeOf(item)
  if (next && compare(next, own) < 0) return { items: others, next }
  const index = others.findIndex((other) => compare(placeOf(other), own) > 0)
  return { items: others.toSpliced(index === -1 ? others.length : index, 0, item), next }
}

/** A conversation as the socket tells it now; older words change nothing. */
export const withItem = (list: KnownList, item: ConversationItem, onlyUnread: boolean): KnownList => {
  const known = list.items.find(({ partner }) => partner.id === item.partner.id)
  if (known && known.revision > item.revision) return list
  if (onlyUnread && item.unread === 0) return { ...list, items: without(list.items, item.partner.id) }
  return place(list, item)
}

/** The page behind the end. An item that has moved up meanwhile stays there. */
export const withPage = (list: KnownList, page: Pick<Page, 'conversations' | 'next'>): KnownList => {
  const known = new Set(list.items.map(({ partner }) => partner.id))
  const fresh = page.conversations.filter(({ partner }) => !known.has(partner.id))
  return { items: [...list.items, ...fresh], next: page.next }
}

/** The viewer has read everything there is of a conversation; null where the list has to be asked. */
export const withRead = (
  list: KnownList,
  partnerId: string,
  standing: ChatSyncState,
  onlyUnread: boolean,
): KnownList | null => {
  const known = list.items.find(({ partner }) => partner.id === partnerId)
  if (!known || known.unread === 0) return list
  if (standing.ownReadSeq < standing.lastSeq) return null
  if (onlyUnread) return { ...list, items: without(list.items, partnerId) }
  return { ...list, items: list.items.map((item) => (item === known ? { ...known, unread: 0 } : item)) }
}
