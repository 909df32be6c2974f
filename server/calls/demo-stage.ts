/** The demo's participants, as the calls area uses them. */
export interface DemoStage {
  /** A demo broadcaster publishes her clip into an accepted call. */
  join(call: { callId: string; kind: 'voice' | 'video'; memberId: string; token: string }): Promise<void>
  leave(callId: string): void
  stop(): Promise<void>
}
