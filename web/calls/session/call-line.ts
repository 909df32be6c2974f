import type { CallSnapshot, IceServer } from '#contract/calls/calls.ts'
import { isFailure } from '#contract/core/client.ts'
import type { PreconnectedLine, TakenLine } from '../media/link/preconnected-line.ts'
import type { LocalMedia } from '../media/local-media.ts'
import type { CallEntry } from './call-entry.ts'
import type { CallPorts } from './call-ports.ts'
import { rings } from './call-view.ts'

type CallLinePorts = Pick<CallPorts, 'openLine' | 'pageId'> & {
  api: Pick<CallPorts['api'], 'acceptCall' | 'endCall'>
}

type Accepting = ReturnType<CallPorts['api']['acceptCall']>
type CallLineEntry = Pick<CallEntry, 'kind' | 'origin'>

/** The line of this page while its call rings, so that the answer needs no new connection. */
export class CallLine {
  readonly #ports: CallLinePorts
  readonly #entry: CallLineEntry
  readonly #onUp: (remote: MediaStream) => void
  #callId: string | null = null
  #line: PreconnectedLine | null = null
  /** What goes out over it, or will once it is up. */
  #sent: LocalMedia | null = null
  /** The accept's request, from when it is made until its answer was used. */
  #accepting: Accepting | null = null

  constructor(ports: CallLinePorts, entry: CallLineEntry, onUp: (remote: MediaStream) => void) {
    this.#ports = ports
    this.#entry = entry
    this.#onUp = onUp
  }

  get stands(): boolean {
    return this.#line !== null
  }

  /** Brings it up, once for each call. Without it the page connects after the answer. */
  open(callId: string | null, iceServers: IceServer[] = []): void {
    // A live call is answered over connections that the room has already.
    if (callId === null || this.#callId === callId || this.#entry.origin === 'live') return
    this.close()
    this.#callId = callId
    this.#line = this.#ports.openLine({ callId, iceServers, kind: this.#entry.kind })
    this.#onUp(this.#line.remote)
  }

  /** The member accepts, and the devices open without a question: the request needn't wait until they are open. */
  requestAccept(callId: string): Accepting {
    this.#accepting ??= this.#ports.api.acceptCall({ callId, pageId: this.#ports.pageId })
    return this.#accepting
  }

  /** The accept is requested, and its answer isn't used yet. */
  get isAccepting(): boolean {
    return this.#accepting !== null
  }

  /** Whether this page has accepted, and no other page is known to have the place. */
  mayHaveAccepted(call: CallSnapshot | null): boolean {
    const { linePageId } = call ?? {}
    return this.isAccepting && (linePageId === undefined || linePageId === this.#ports.pageId)
  }

  /** The screen is left before the call is this page's: an accept that is stored would leave the partner with nobody. */
  abandon(call: CallSnapshot | null): void {
    if (this.#callId === null || !this.mayHaveAccepted(call)) return
    void this.#ports.api.endCall({ callId: this.#callId }, { keepalive: true })
  }

  /**
   * The member accepts, and the devices are open. The own tracks go out before the answer is there: the server drops
   * them until the accept is stored. After a refusal nothing goes out any more, unless the call has given this page the
   * place and only the response is lost.
   * @param known the call as this page knows it when asked
   */
  async accept(callId: string, known: () => CallSnapshot | null, local: LocalMedia | null) {
    const before = known()
    // Another page may have answered while the devices were being opened.
    if (local && (!before || rings(before) || before.linePageId === this.#ports.pageId)) this.#send(local)
    const answer = await this.requestAccept(callId)
    this.#accepting = null
    if (isFailure(answer) && known()?.linePageId !== this.#ports.pageId) this.takeBack()
    return answer
  }

  /** The call is answered, while this page's own accept may be on its way: only the page that has the place sends. */
  answered({ linePageId }: CallSnapshot, local: LocalMedia | null): void {
    if (linePageId !== this.#ports.pageId) this.takeBack()
    else if (local) this.#send(local)
  }

  /** Nothing goes out any more. */
  takeBack(): void {
    if (this.#sent) this.#line?.sendNothing()
    this.#sent = null
  }

  #send(local: LocalMedia): void {
    if (this.#sent === local) return
    this.#sent = local
    this.#line?.send(local.stream)
  }

  /**
   * The call is answered.
   * @param pageId the page that has the place, if any
   * @returns what goes on in the call, if this page has it
   */
  take(pageId: string | undefined): TakenLine | null {
    return this.#leave()?.answered(pageId === this.#ports.pageId) ?? null
  }

  close(options?: { keepalive?: boolean; isGivenUp?: boolean }): void {
    this.#leave()?.close(options)
  }

  #leave(): PreconnectedLine | null {
    const line = this.#line
    this.#line = null
    this.#callId = null
    this.#sent = null
    return line
  }
}
