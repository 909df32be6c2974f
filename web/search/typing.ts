/** How long nothing is typed before it is searched for. */
export const typingPauseMs = 300

export interface Typing {
  /** The field's text has changed. */
  type: (text: string) => void
  /** The input method has begun to make a text, which isn't searched for until it is done. */
  startComposing: () => void
  endComposing: (text: string) => void
  /** Enter, or leaving the field: searches at once; the next typing is a new one. */
  settle: (text: string) => void
  /** Nothing more is searched for. */
  stop: () => void
}

/**
 * When typed text becomes a search. The second argument of `search` says whether it continues the typing before, whose
 * history entry it then replaces; `search` returns whether the search changed.
 */
export const createTypingPause = (search: (text: string, continues: boolean) => boolean): Typing => {
  let pause: ReturnType<typeof setTimeout> | undefined
  let isComposing = false
  let continues = false
  const stop = () => {
    clearTimeout(pause)
    pause = undefined
  }
  const send = (text: string) => {
    stop()
    if (search(text, continues)) continues = true
  }
  const type = (text: string) => {
    stop()
    if (!isComposing) pause = setTimeout(() => send(text), typingPauseMs)
  }
  return {
    type,
    startComposing: () => {
      isComposing = true
      stop()
    },
    endComposing: (text) => {
      isComposing = false
      type(text)
    },
    settle: (text) => {
      isComposing = false
      send(text)
      continues = false
    },
    stop,
  }
}
