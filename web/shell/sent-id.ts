import { useRef } from 'react'

/** The id that a text was last sent with. */
export interface SentId {
  /** All that was sent, as one text. */
  of: string
  id: string
}

/**
 * The same content is sent with the same id, so that a retry stores it once. A changed content has an id of its own: the
 * answer to the first may be lost though it is stored, and the server answers what it has stored under an id.
 */
export const idToSend = (of: string, sent: SentId | undefined): SentId =>
  sent?.of === of ? sent : { of, id: crypto.randomUUID() }

/** The ids of what a form sends, by `idToSend`. */
export const useSentId = () => {
  const sent = useRef<SentId>(undefined)
  return {
    /** @param content all that is sent, but what belongs to the attempt */
    idOf: (content: unknown): string => {
      sent.current = idToSend(JSON.stringify(content), sent.current)
      return sent.current.id
    },
    /** It is stored: the same content is something new from now on. */
    forget: () => {
      sent.current = undefined
    },
  }
}
