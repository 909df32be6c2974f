/** What the app and the demo process say to each other. */
export interface DemoJoin {
  /** The call's id, or the live room's. */
  callId: string
  whipUrl: string
  token: string
  kind: 'voice' | 'video'
  clipId: string
}

/** `part` numbers one join of a call, so that what is said of an earlier join never ends a later one. */
export type DemoCommand =
  | ({ type: 'join'; part: number } & DemoJoin)
  | { type: 'leave'; part: number }
  | { type: 'stop' }

export type DemoReport =
  | { type: 'ready' }
  | { type: 'joined'; part: number }
  | { type: 'refused'; part: number; reason: string }
  | { type: 'left'; part: number }
