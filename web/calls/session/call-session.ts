import type { CallKind, CallSnapshot, CallTokens } from '#contract/calls/calls.ts'
import { type Failure, isFailure } from '#contract/core/client.ts'
import { createStore, type Store } from '#web/shell/store.ts'
import type { DeviceSwitches } from '../media/device-memory.ts'
import { type CallEntry, type CallMatch, callIdOf, onlyReceives, type Visit } from './call-entry.ts'
import { CallExit } from './call-exit.ts'
import { CallLine } from './call-line.ts'
import type { CallPorts } from './call-ports.ts'
import {
  type CallStage,
  type CallView,
  emptyView,
  isOlder,
  isOtherTariff,
  ringIsOver,
  rings,
  stageAfter,
  stageOfRefusal,
} from './call-view.ts'
import { DeviceGate } from './device-gate.ts'
import { OwnRing } from './dialling/own-ring.ts'
import { findAnswered, findMyCall, isOfScreen, requestEntry } from './dialling/request-call.ts'
import { endAtServer } from './end-at-server.ts'
import { followCall } from './follow-call.ts'
import { openCallMedia } from './open-call-media.ts'
import { OwnMedia } from './own-media.ts'

/** One call on one screen, from the first tap to the modal after it. No DOM and no React. */
export class CallSession {
  readonly store: Store<CallView> = createStore<CallView>(emptyView)
  readonly #ports: CallPorts
  readonly #entry: CallEntry
  readonly #known: CallSnapshot | null
  readonly #following: ReturnType<typeof followCall>
  readonly #stops: (() => void)[] = []
  #callId: string | null
  #shownRate: number | null
  readonly #own: OwnMedia
  readonly #devices: DeviceGate
  readonly #line: CallLine
  readonly #ownRing: OwnRing
  readonly #exit: CallExit
  #tokens: CallTokens | null = null
  /** This page dialled, answered or resumed the call; otherwise the call may belong to another page. */
  #isMine = false
  #isLooking = false
  #isOver = false
  #resumedKind: CallKind | null = null

  /** @param known the member's call, where the page knows it */
  constructor(ports: CallPorts, entry: CallEntry, known: CallSnapshot | null = null) {
    this.#ports = ports
    this.#known = known
    this.#entry = entry
    this.#callId = callIdOf(entry)
    this.#shownRate = entry.direction === 'outgoing' ? entry.tappedRate : null
    this.#own = new OwnMedia(ports, (change) => this.store.update(change))
    const screen = {
      store: this.store,
      kind: () => this.#resumedKind ?? this.#entry.kind,
      isOver: () => this.#isOver,
      enter: (stage: CallStage) => this.#enter(stage),
      finish: (stage: CallStage) => this.#finish(stage),
    }
    this.#devices = new DeviceGate(this.#own, entry, screen)
    this.#exit = new CallExit(ports, screen)
    this.#line = new CallLine(ports, entry, (early) => this.store.update({ early }))
    this.#ownRing = new OwnRing(ports, entry, screen.isOver)
    this.store.update({ switches: this.#own.switches })
    this.#following = followCall(ports, {
      entry,
      store: this.store,
      callId: () => this.#callId,
      isAnswering: () => this.#line.isAccepting,
      needsPolling: () => this.#needsPolling(),
      onCall: (call) => this.#apply(call),
      onUnknown: () => this.#handleUnknown(),
      onGivenUp: (call) => this.#exit.giveUp(this.#callId, call),
    })
  }

  start(): void {
    const { match = null, tappedRate = null } = this.#entry.direction === 'outgoing' ? this.#entry : {}
    if (match) return void this.#devices.pass(async () => this.#ring(match))
    if (tappedRate !== null) return void this.#dial()
    // The screen rings at once; the details follow. After a reload of a running call nothing rings.
    const isResuming = this.#callId !== null && this.#callId === this.#ports.runningCall.callId()
    this.store.update({ isResuming })
    if (this.#callId && !isResuming) this.#enter({ name: 'incoming' })
    // The events that have just told the page of a ring bring its details, too.
    const isGivenUp = this.#callId === this.#ports.givenUp.callId()
    if (isResuming || isGivenUp || !this.#ports.ringsHere(this.#callId)) void this.#lookForCall()
    else if (this.#known?.callId === this.#callId && rings(this.#known)) this.#apply(this.#known)
    else this.#following.expectCall()
  }

  /**
   * Rings; after a failure rings again, with the same id when the answer was lost.
   * @param shownRate the price on the button, in points per minute; null where no button showed one
   */
  dial(shownRate: number | null): void {
    if (!this.#isAt('confirm', 'refused')) return
    this.#shownRate = shownRate
    void this.#dial()
  }

  /** Enters the live room of this screen; after a failure it enters again, with the same id when the answer was lost. */
  enterRoom(visit: Visit): void {
    if (this.#entry.direction !== 'watch' || !this.#isAt('confirm', 'refused')) return
    const { roomId } = this.#entry
    void this.#devices.pass(() => this.#visit(roomId, visit))
  }

  answer(): void {
    if (!this.#isAt('incoming')) return
    if (this.#callId && this.#own.opensAtOnce(this.#entry.kind)) this.#line.requestAccept(this.#callId)
    void this.#devices.pass(() => this.#accept())
  }

  retryDevices(): void {
    this.#devices.retry()
  }

  goOnWithoutDevices(): void {
    this.#devices.goOnWithout()
  }

  /** Switches a device on or off before the call. @returns false when the camera can't be opened */
  async switchDevice(device: keyof DeviceSwitches, isOn: boolean): Promise<boolean> {
    const isDone = await this.#own.turn(device, isOn)
    // The call may have begun meanwhile: its media has switches of its own then.
    const { media, switches } = this.store.get()
    if (device === 'camera' && isDone) media?.setCameraOn(switches.camera)
    if (device === 'microphone') media?.setMuted(!switches.microphone)
    return isDone
  }

  /** Points were bought elsewhere: the meter's picture shows them at once. */
  checkMeter(): void {
    this.#following.heartbeat.now()
  }

  /** Hangs up, cancels or declines, whichever fits. */
  hangUp(): void {
    const { call, media } = this.store.get()
    if (this.#isOver || this.#isAt('leaving')) return
    const isOnItsWay = this.#isAt('requesting')
    const callId = this.#isAt('refused') ? null : this.#callId
    if (callId === null) return void this.#finish({ name: 'left' })
    this.#enter({ name: 'leaving' })
    media?.close()
    this.#line.takeBack()
    // A ring that is still on its way is ended as soon as it has arrived.
    if (isOnItsWay) return
    if (this.#ownRing.isOut) void this.#exit.endRing(this.#ownRing)
    else void this.#exit.endAtServer(callId, call)
  }

  /** The page is closed: ends what it must by requests that outlive it. */
  leavePage(): void {
    if (this.#isOver) return
    if (this.#callId && (this.#isAt('ringing', 'requesting') || this.#ownRing.isOut)) {
      // The request that ends the ring may arrive after the next page has asked for its call.
      this.#ports.givenUp.store(this.#callId)
      void this.#ports.api.endCall({ callId: this.#callId }, { keepalive: true })
      this.#ownRing.consume()
    }
    this.#stop({ keepalive: true })
  }

  /** The screen is left and its call ends with it; nobody waits for the answer. */
  leave(): void {
    if (this.#isOver) return
    if (this.#callId && this.#isMine) {
      this.#ports.runningCall.clearOwn(this.#ports.pageId)
      void this.#ports.api.endCall({ callId: this.#callId }, { keepalive: true })
    }
    this.#stop({ keepalive: true })
  }

  /** The screen is unmounted; a call that this page takes part in isn't ended. */
  dispose(): void {
    if (!this.#isMine) this.#line.abandon(this.store.get().call)
    if (!this.#isOver) this.#stop()
  }

  #isAt(...names: CallStage['name'][]): boolean {
    return names.includes(this.store.get().stage.name)
  }

  #enter(stage: CallStage): void {
    if (this.#isOver) return
    this.store.update({ stage })
    if (this.#isAt('incoming')) this.#line.open(this.#callId)
    this.#own.follow(this.store.get(), this.#entry)
  }

  #stop(options?: { keepalive: boolean }): void {
    this.#isOver = true
    if (this.store.get().call?.phase !== 'ended') this.#ownRing.abandon()
    this.#following.stop()
    for (const stop of this.#stops.splice(0)) stop()
    this.store.get().media?.close(options)
    const { call } = this.store.get()
    const mayRing = this.#entry.direction === 'incoming' && (!call || rings(call))
    this.#line.close({ ...options, isGivenUp: mayRing && !this.#isMine && !this.#isAt('leaving') })
    this.#own.release()
  }

  #finish(stage: CallStage): void {
    if (this.#isOver) return
    this.#stop()
    const { runningCall, pageId } = this.#ports
    // The page that shows the end has shown it for all pages of this browser.
    if (stage.name === 'ended' && this.#callId === runningCall.callId()) runningCall.clear()
    else runningCall.clearOwn(pageId)
    this.store.update({ stage })
  }

  #refuse(failure: Failure): void {
    const stage = stageOfRefusal(failure, this.#entry)
    if (stage.name === 'ended') this.#finish(stage)
    else this.#enter(stage)
  }

  #needsPolling(): boolean {
    if (this.#isAt('ringing', 'connecting') || this.#ownRing.isOut) return true
    return this.#isAt('incoming', 'inCall') && (!this.store.get().call || !this.#ports.isSocketUp())
  }

  #apply(call: CallSnapshot): void {
    if (this.#isOver || call.callId !== this.#callId) return
    this.#following.control.reset()
    const before = this.store.get().call
    if (before && isOlder(call.phase, before.phase)) return
    this.store.update({ call, callReceivedAt: this.#ports.now(), isControlLost: false })
    this.#own.follow(this.store.get(), this.#entry)
    if (before && isOtherTariff(before, call)) this.#following.heartbeat.now()
    if (call.endReason !== null) this.#finish(stageAfter(call))
    else if (!rings(call) && !this.#isAt('leaving')) this.#follow(call)
  }

  /** The server no longer knows such a call. */
  #handleUnknown(): void {
    if (this.store.get().call) this.#finish({ name: 'left' })
    else this.#enter(ringIsOver)
  }

  /** Applies a new state of the call. */
  #follow(call: CallSnapshot): void {
    if (!this.#isMine) {
      // The page's own ring, answer or resumption is on its way: the call is about to become this page's.
      const isWaiting = this.#isAt('requesting', 'answering', 'devices')
      const isAsking = this.#isLooking || this.#ownRing.isOut || isWaiting
      if (!isAsking && !this.#line.mayHaveAccepted(call)) this.#finish({ name: 'elsewhere' })
      else this.#line.answered(call, this.#own.local)
      return
    }
    // Which lines the room takes is known once it is open.
    if (call.phase !== 'accepted' || !this.#line.stands) this.#openMedia(call)
    this.store.get().media?.setKind(call.live.kind)
    this.#enter({ name: call.phase === 'inCall' ? 'inCall' : 'connecting' })
    this.#following.outage.check()
    if (call.phase !== 'inCall') return
    this.#ports.runningCall.store(call.callId, this.#ports.pageId)
    const beats = call.role === 'caller'
    if (beats) this.#following.heartbeat.start()
    const onChange = (isControlLost: boolean) => this.store.update({ isControlLost })
    this.#following.control.start({ beats, onChange })
  }

  #openMedia(call: CallSnapshot): void {
    const [{ role }, { local }, tokens] = [this.#entry, this.#own, this.#tokens]
    if (this.store.get().media || !tokens || !local) return
    const line = this.#line.take(call.linePageId)
    const opening = { tokens, call, role, local, onlyReceives: onlyReceives(this.#entry), line }
    const [media, stopSignalling] = openCallMedia(this.#ports, opening)
    this.#stops.push(
      stopSignalling,
      media.store.subscribe(() => this.#following.outage.check()),
    )
    this.store.update({ media })
  }

  /** From now on the call belongs to this page. */
  #adopt(tokens: CallTokens, call: CallSnapshot): void {
    this.#tokens = tokens
    this.#isMine = true
    this.#callId = tokens.callId
    this.#stops.push(this.#ports.joinRoom(tokens.callId, tokens.rtm_channel_token))
    this.#stops.push(this.#ports.claim(tokens.callId, () => this.#finish({ name: 'elsewhere' })))
    // The socket may have been faster than the answer that made the call this page's.
    const known = this.store.get().call
    if (known && isOlder(call.phase, known.phase)) this.#follow(known)
    else this.#apply(call)
  }

  /** Rings while the devices open, where the browser opens them without a question. */
  async #dial(): Promise<void> {
    this.#enter({ name: 'devices' })
    const opensAtOnce = await this.#own.willOpenAtOnce(this.#entry.kind)
    if (this.#isOver || !this.#isAt('devices')) return
    // A live call ends the visit of its caller: it waits until everything else is ready.
    if (opensAtOnce && this.#entry.origin !== 'live') void this.#requestRing()
    await this.#devices.pass(() =>
      this.#begin(
        () => this.#requestRing(),
        (match) => this.#ring(match),
      ),
    )
  }

  #requestRing(): Promise<CallMatch | Failure> {
    this.#callId ??= this.#ports.newId()
    return this.#ownRing.request({ callId: this.#callId, shownRate: this.#shownRate })
  }

  async #visit(roomId: string, visit: Visit): Promise<void> {
    this.#callId ??= this.#ports.newId()
    const details = { callId: this.#callId, roomId, visit }
    await this.#begin(
      () => requestEntry(this.#ports.api, details, () => this.#isOver),
      (entered) => {
        this.#enter({ name: 'connecting' })
        this.#adopt(entered, entered.call)
      },
    )
  }

  async #begin(request: () => Promise<CallMatch | Failure>, go: (match: CallMatch) => void): Promise<void> {
    this.#enter({ name: 'requesting' })
    const answer = await request()
    this.#ownRing.consume()
    if (this.#isOver) return
    const wasCancelled = this.#isAt('leaving')
    if (!isFailure(answer))
      return wasCancelled ? this.#exit.endAtServer(answer.callId, answer.call) : go(answer)
    if (wasCancelled) return this.#finish({ name: 'left' })
    if (answer.code !== 'serverFailure') this.#callId = null
    this.#refuse(answer)
  }

  #ring(match: CallMatch): void {
    this.#line.open(match.callId, match.ice_servers)
    this.#enter({ name: 'ringing' })
    this.#adopt(match, match.call)
  }

  async #accept(): Promise<void> {
    if (!this.#callId) return
    this.#enter({ name: 'answering' })
    const answer = await this.#line.accept(this.#callId, () => this.store.get().call, this.#own.local)
    if (this.#isOver) return
    if (!isFailure(answer)) return this.#adopt(answer, answer.call)
    if (answer.code === 'callNotRinging' || answer.code === 'callGone') {
      // It ended, or another page was faster: the call itself shows which.
      this.#enter({ name: 'incoming' })
      await this.#following.watch.poll()
    }
    const lost = await findAnswered(this.#ports.api, this.#callId, answer.code, () => this.#isOver)
    if (this.#isOver) return
    if (lost) await this.#join(lost)
    else this.#refuse(answer)
  }

  async #join(call: CallSnapshot): Promise<void> {
    const answer = await this.#ports.api.joinCall({ callId: call.callId, pageId: this.#ports.pageId })
    if (this.#isOver) return
    if (isFailure(answer)) return this.#refuse(answer)
    if (rings(call)) return this.#ring(answer)
    this.#enter({ name: 'connecting' })
    this.#adopt(answer, answer.call)
  }

  /** The call of this screen: one that rings here, one that runs on after a reload, or none. */
  async #lookForCall(): Promise<void> {
    this.#isLooking = true
    const answer = await findMyCall(this.#ports.api, () => this.#isOver)
    this.#isLooking = false
    if (this.#isOver || !this.#isAt('looking', 'incoming')) return
    const call = isFailure(answer) ? null : answer.call
    if (call && call.callId === this.#ports.givenUp.callId()) {
      // The request that ends it may still be on its way, or has never arrived.
      await endAtServer(this.#ports.api, call.callId, () => this.#isOver)
    } else if (call && isOfScreen(this.#entry, call)) {
      this.#callId = call.callId
      this.store.update({ isResuming: !rings(call) })
      this.#resumedKind = call.live.kind
      if (!rings(call) || call.dialled) return await this.#devices.pass(() => this.#join(call))
      this.#enter({ name: 'incoming' })
      return this.#apply(call)
    }
    if (this.#entry.direction !== 'incoming') return this.#enter({ name: 'confirm' })
    if (this.#callId) return await this.#following.watch.poll()
    if (isFailure(answer)) return this.#refuse(answer)
    this.#enter(ringIsOver)
  }
}
