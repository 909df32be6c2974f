/** What a running call may open, and what follows it. */
export const loadLaterParts = (): Promise<unknown> =>
  Promise.all([
    import('../after-call/post-call-modal.tsx'),
    import('../in-call/top-up/top-up-sheet.tsx'),
    import('#web/chat/pane/chat-pane.tsx'),
  ])
