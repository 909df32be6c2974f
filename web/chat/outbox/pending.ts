import type { ChatMessage } from '#contract/chat/chat.ts'
import type { Failure } from '#contract/core/client.ts'

export type PendingBody =
  | { kind: 'text'; text: string; isWarned: boolean }
  | { kind: 'sticker'; stickerId: string }
  | {
      kind: 'image'
      /** Pixels of the picture, for the space it needs. */
      width: number
      height: number
      /** What unlocking it costs; null for an image without a price. */
      imagePoints: number | null
      /** The server's id of it; null until it is uploaded. */
      imageId: string | null
    }

/** The state of a message that isn't sent yet. */
export type PendingState =
  /** `progress` of an image's upload, 0 to 1. */
  | { name: 'sending'; progress: number | null }
  /** `sentence` is shown to the member. With `contactWarning` the message may be sent all the same. */
  | { name: 'failed'; code: Failure['code']; sentence: string }

/** A message of the member that the server hasn't confirmed. */
export interface PendingMessage {
  /** Client-made; the message has the same id once it is sent. */
  readonly id: string
  readonly partnerId: string
  /** Milliseconds of the browser's clock. */
  readonly queuedAt: number
  readonly body: PendingBody
  readonly replyTo: ChatMessage['replyTo']
  /** The price on the button it was sent with; messages of an older page have none. */
  readonly pricePoints?: number
  readonly state: PendingState
}
