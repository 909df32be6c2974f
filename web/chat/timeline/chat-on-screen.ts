/** A conversation that this tab shows, for events from elsewhere. */
export interface ChatOnScreen {
  /** Whether the message is shown here. */
  has(messageId: string): boolean
  /** Something may have happened that the socket didn't report: fetches it. */
  nudge(): void
}

const shown = new Map<string, ChatOnScreen>()

export const chatOnScreen = {
  /** Registers this partner's page, whose first messages are loaded. @returns a function that removes it */
  show: (partnerId: string, chat: ChatOnScreen): (() => void) => {
    shown.set(partnerId, chat)
    return () => {
      if (shown.get(partnerId) === chat) shown.delete(partnerId)
    }
  },
  /** Null when no page of this partner is ready. */
  of: (partnerId: string): ChatOnScreen | null => shown.get(partnerId) ?? null,
}
