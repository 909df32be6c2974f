/** What becomes of a command: carried out, or why not. */
export type ToyAnswer =
  | 'played'
  /** The broadcaster's app or device isn't connected. */
  | 'offline'
  /** The service didn't answer in time, or answered an error. */
  | 'failed'

/** How a broadcaster connects a device: an address of a picture to scan, and a code to type instead. */
export interface ToyPairing {
  qrUrl: string
  code: string
}

/** The devices behind toy menus (product.md 16.4). Both calls end within their timeout and never throw. */
export interface Toys {
  /** Runs the broadcaster's device for `seconds`. */
  play(command: { broadcasterId: string; seconds: number }): Promise<ToyAnswer>
  /** Null: the service couldn't be reached, or refused. */
  pair(broadcaster: { id: string; name: string }): Promise<ToyPairing | null>
}
