import type { NewChatItem } from '#contract/chat/chat.ts'
import {
  isConfirmMailPage,
  type NewChatPollingEvent,
  newChatIntervalMs,
  newChatPollingAt,
  newChatPollingStep,
  newChatToastMs,
} from '#domain/chat/new-chat-polling.ts'
import type { ChatOnScreen } from '../timeline/chat-on-screen.ts'
import type { NewChatStorage } from './new-chat-storage.ts'

/** Toasts that wait for their turn; of more than that only the newest are shown. */
const waitingToastsMax = 3

/** The answer of POST /api/get-new-chat (Specification 7); `error` for every kind of failure. */
export type NewChatAnswer = { newChatList: readonly NewChatItem[]; timeStamp: number } | 'error'

export interface NewChatPorts {
  poll(latestTimeStamp: number | null): Promise<NewChatAnswer>
  hasSession(): boolean
  isVisible(): boolean
  isSocketUp(): boolean
  /** Milliseconds of the browser's clock. */
  now(): number
  storage: NewChatStorage
  /** True for one tab of the browser at most, at any time. */
  claimOverTabs(chatId: string): Promise<boolean>
  chatOnScreen(partnerId: string): ChatOnScreen | null
  /** Polling found messages that no socket reported. */
  polled(): void
  toast(item: NewChatItem): void
  reload(): void
}

/** Toasts one after the other: each is shown for its full time, unless its chat was opened meanwhile. */
const createToastQueue = ({ toast, chatOnScreen }: Pick<NewChatPorts, 'toast' | 'chatOnScreen'>) => {
  let waiting: NewChatItem[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const next = () => {
    timer = undefined
    const item = waiting.shift()
    if (!item) return
    if (chatOnScreen(item.partnerId)) return next()
    toast(item)
    timer = setTimeout(next, newChatToastMs)
  }
  return {
    add: (item: NewChatItem) => {
      waiting = [...waiting, item].slice(-waitingToastsMax)
      if (timer === undefined) next()
    },
    clear: () => {
      clearTimeout(timer)
      timer = undefined
      waiting = []
    },
  }
}

/**
 * New chats (Specification 4, New-chat polling and New-chat toast): the polling, and the socket as the fast
 * path into the same handler. A message makes one toast over all tabs of a browser; a hidden tab leaves it to
 * a visible one.
 */
export const createNewChats = (ports: NewChatPorts, pathname: string) => {
  const { storage } = ports
  let state = newChatPollingAt(pathname)
  let timer: ReturnType<typeof setInterval> | undefined
  const toasts = createToastQueue(ports)

  const notify = async (item: NewChatItem) => {
    if (storage.isNotified(item.id) || !(await ports.claimOverTabs(item.id))) return
    // Another tab may have shown it while this one waited.
    if (storage.isNotified(item.id)) return
    storage.storeNotified(item.id)
    if (storage.areNotificationsOn()) toasts.add(item)
  }

  /**
   * The specified reload (product.md 5.3): for a polled message that the page doesn't show yet, once for
   * each.
   */
  const showOnPage = (item: NewChatItem, page: ChatOnScreen) => {
    if (page.has(item.id)) return
    // With a socket the message is on its way, or one request away.
    if (ports.isSocketUp() || storage.isNotified(item.id)) return page.nudge()
    storage.storeNotified(item.id)
    ports.reload()
  }

  const handle = async (item: NewChatItem, from: 'poll' | 'socket') => {
    const page = ports.chatOnScreen(item.partnerId)
    if (!page) return notify(item)
    // The page shows by itself what the socket delivers.
    if (from === 'poll') showOnPage(item, page)
    storage.storeNotified(item.id)
  }

  const poll = async () => {
    storage.setLock('Start')
    storage.storePolling(ports.now())
    const answer = await ports.poll(storage.latestTimeStamp())
    apply({ type: 'answered', isError: answer === 'error' })
    // A tab that was hidden meanwhile leaves the answer to the other tabs, and to itself once it is visible
    // again.
    if (answer === 'error' || !ports.hasSession() || !ports.isVisible()) return
    const isFirstVisit = storage.latestTimeStamp() === null
    const times = answer.newChatList.map(({ timeStamp }) => timeStamp)
    storage.storeTimeStamp(Math.max(isFirstVisit ? answer.timeStamp : 0, ...times))
    const hasNew = answer.newChatList.some(({ id }) => !storage.isNotified(id))
    if (hasNew && !ports.isSocketUp()) ports.polled()
    for (const item of answer.newChatList.toReversed()) await handle(item, 'poll')
  }

  const apply = (event: NewChatPollingEvent) => {
    const [next, effects] = newChatPollingStep(state, event, ports.now())
    state = next
    for (const effect of effects) {
      if (effect === 'unlock') storage.setLock('End')
      else void poll()
    }
  }

  const tick = () =>
    apply({
      type: 'tick',
      hasSession: ports.hasSession(),
      isVisible: ports.isVisible(),
      shared: storage.shared(),
    })

  const recordVisit = (to: string) => {
    if (isConfirmMailPage(to)) storage.storeConfirmMailVisit(ports.now())
  }
  recordVisit(pathname)

  return {
    start: () => {
      timer ??= setInterval(tick, newChatIntervalMs)
    },
    stop: () => {
      clearInterval(timer)
      timer = undefined
      toasts.clear()
    },
    routeChanged: (to: string) => {
      recordVisit(to)
      apply({ type: 'routeChanged', pathname: to })
    },
    /** The socket's `chat:changed` with a new chat. */
    receive: async (item: NewChatItem) => {
      if (ports.hasSession() && ports.isVisible()) await handle(item, 'socket')
    },
  }
}
