/** A conversation that this tab shows, as far as news from elsewhere needs it. */
export interface ChatOnScreen {
  /** The message is shown here. */
  has(messageId: string): boolean
  /** Something may have happened that the socket didn't tell: asks what. */
  nudge(): void
}

const shown = new Map<string, ChatOnScreen>()

export const chatOnScreen = {
  /** The page of this partner stands, its first messages loaded. @returns how to say that it is gone */
  show: (partnerId: string, chat: ChatOnScreen): (() => void) => {
    shown.set(partnerId, chat)
    return () => {
      if (shown.get(partnerId) === chat) shown.delete(partnerId)
    }
  },
  /** Null when no page of this partner is ready. */
  of: (partnerId: string): ChatOnScreen | null => shown.get(partnerId) ?? null,
}
