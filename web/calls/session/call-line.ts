import type { CallSnapshot, CallTokens } from '#contract/calls/calls.ts'
import { isFailure } from '#contract/core/client.ts'
import type { LocalMedia } from '../media/local-media.ts'
import type { StandingLine } from '../media/standing-line.ts'
import type { CallEntry } from './call-entry.ts'
import type { CallPorts } from './call-ports.ts'

type CallLinePorts = Pick<CallPorts, 'openLine' | 'pageId'> & {
  api: Pick<CallPorts['api'], 'openCallLine'>
}

/** The line of this page while its call rings, so that the answer needs no new connection. */
export class CallLine {
  readonly #ports: CallLinePorts
  readonly #entry: Pick<CallEntry, 'kind' | 'origin'>
  #callId: string | null = null
  #line: StandingLine | null = null

  constructor(ports: CallLinePorts, entry: Pick<CallEntry, 'kind' | 'origin'>) {
    this.#ports = ports
    this.#entry = entry
  }

  get stands(): boolean {
    return this.#line !== null
  }

  /** Brings it up, once for each call. Without it the page connects after the answer. */
  open(callId: string | null): void {
    // A live call is answered over connections that the room has already.
    if (callId === null || this.#callId === callId || this.#entry.origin === 'live') return
    this.close()
    this.#callId = callId
    void this.#fetch(callId)
  }

  /** As `open`, with the token that came with the ring. */
  openWith({ callId, line_token, ice_servers }: CallTokens): void {
    if (line_token === undefined || this.#callId === callId) return
    this.close()
    this.#callId = callId
    this.#bringUp(callId, { line_token, ice_servers })
  }

  async #fetch(callId: string): Promise<void> {
    const answer = await this.#ports.api.openCallLine({ callId, pageId: this.#ports.pageId })
    if (!isFailure(answer) && this.#callId === callId) this.#bringUp(callId, answer)
  }

  #bringUp(callId: string, answer: { line_token: string; ice_servers: CallTokens['ice_servers'] }): void {
    const { line_token: token, ice_servers: iceServers } = answer
    this.#line = this.#ports.openLine({ callId, token, iceServers, kind: this.#entry.kind })
  }

  /** Once the call has given this page the place, its tracks go out, though the answer's request may still be on its way. */
  sendIn({ linePageId }: CallSnapshot, local: LocalMedia | null): void {
    if (local && linePageId === this.#ports.pageId) this.#line?.send(local.stream)
  }

  /** @param pageId the page that has the place, if any */
  take(pageId: string | undefined): StandingLine | null {
    const line = this.#line
    this.#line = null
    this.#callId = null
    return line && { ...line, hasPlace: pageId === this.#ports.pageId }
  }

  close(options?: { keepalive?: boolean }): void {
    const line = this.take(undefined)
    line?.publish.close(options)
    line?.subscribe.close(options)
  }
}
