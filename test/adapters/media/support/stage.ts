import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { expect } from 'vitest'
import type { MediaEvent, MediaReading, MediaServer } from '#adapters/media/port.ts'
import { zeroReading } from '#adapters/media/port.ts'
import { closeTwoParty, openTwoParty, type TwoPartySpec } from '#adapters/media/two-party.ts'
import { installedChromium } from '#scripts/checks/chromium.ts'
import { type Exchange, type Figures, installKit, type SendFigures } from './kit.ts'
import { type MediaEndpoints, openMediaEndpoints } from './media-endpoints.ts'

export const payerId = 'payer'
export const broadcasterId = 'broadcaster'

const patience = { timeout: 20_000, interval: 100 }

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: installedChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--disable-features=WebRtcHideLocalIpsWithMdns',
    ],
  })

export interface JoinOptions {
  video?: boolean
  codec?: 'VP8' | 'H264'
  encodings?: readonly RTCRtpEncodingParameters[]
}

/** One participant in a browser page of its own. */
export class Participant {
  readonly #page: Page
  readonly #roomId: string
  readonly #id: string

  constructor(page: Page, roomId: string, id: string) {
    this.#page = page
    this.#roomId = roomId
    this.#id = id
  }

  publish({ video = true, codec, encodings }: JoinOptions = {}, extraDataChannel = false): Promise<Exchange> {
    const chosen = { ...(codec ? { codec } : {}), ...(encodings ? { encodings } : {}) }
    const options = { video, extraDataChannel, ...chosen }
    const call = { url: `/whip/${this.#roomId}/${this.#id}`, options }
    return this.#page.evaluate(({ url, options }) => window.kit.publish(url, options), call)
  }

  subscribe({ video = true }: JoinOptions = {}): Promise<Exchange> {
    const call = { url: `/whep/${this.#roomId}/${this.#id}`, options: { video } }
    return this.#page.evaluate(({ url, options }) => window.kit.subscribe(url, options), call)
  }

  async join(options: JoinOptions = {}): Promise<{ publication: Exchange; subscription: Exchange }> {
    const [publication, subscription] = await Promise.all([this.publish(options), this.subscribe(options)])
    return { publication, subscription }
  }

  remove(exchange: Exchange): Promise<number> {
    return this.#page.evaluate((resource) => window.kit.remove(resource), exchange.resource)
  }

  vanish(): Promise<void> {
    return this.#page.evaluate(() => window.kit.vanish())
  }

  received(): Promise<Figures> {
    return this.#page.evaluate(() => window.kit.received())
  }

  sent(): Promise<SendFigures> {
    return this.#page.evaluate(() => window.kit.sent())
  }

  frameTimes(): Promise<number[]> {
    return this.#page.evaluate(() => window.kit.frameTimes())
  }

  arrivalTimes(): Promise<number[]> {
    return this.#page.evaluate(() => window.kit.arrivalTimes())
  }

  /** Resolves when so many frames more than now were decoded. */
  async seesMore(frames = 10): Promise<void> {
    const before = (await this.received()).framesDecoded
    await expect
      .poll(async () => (await this.received()).framesDecoded, patience)
      .toBeGreaterThanOrEqual(before + frames)
  }

  async hearsMore(packets = 25): Promise<void> {
    const before = (await this.received()).audioPackets
    await expect
      .poll(async () => (await this.received()).audioPackets, patience)
      .toBeGreaterThanOrEqual(before + packets)
  }
}

/** A room with two participants, the endpoints they use, and what the media server says about it. */
export class Stage {
  readonly media: MediaServer
  readonly roomId: string
  readonly events: MediaEvent[] = []
  readonly #endpoints: MediaEndpoints
  readonly #browser: Browser
  readonly #contexts: BrowserContext[] = []
  readonly #unsubscribe: () => void

  private constructor(media: MediaServer, endpoints: MediaEndpoints, browser: Browser, roomId: string) {
    this.media = media
    this.roomId = roomId
    this.#endpoints = endpoints
    this.#browser = browser
    this.#unsubscribe = media.onEvent((event) => {
      if (!('roomId' in event) || event.roomId === roomId) this.events.push(event)
    })
  }

  static async open(
    media: MediaServer,
    browser: Browser,
    traits: Partial<TwoPartySpec> = {},
  ): Promise<Stage> {
    const stage = new Stage(media, await openMediaEndpoints(media), browser, `room-${crypto.randomUUID()}`)
    await stage.openRoom(traits)
    return stage
  }

  async openRoom(traits: Partial<TwoPartySpec> = {}): Promise<void> {
    await openTwoParty(this.media, {
      roomId: this.roomId,
      kind: 'video',
      payerId,
      broadcasterId,
      fundedMs: 600_000,
      unprovenMsMax: 60_000,
      carried: zeroReading,
      ...traits,
    })
  }

  /** @param roomId another room's, beside the call's */
  async enter(id: string, roomId = this.roomId): Promise<Participant> {
    const context = await this.#browser.newContext()
    this.#contexts.push(context)
    const page = await context.newPage()
    await page.addInitScript(installKit)
    await page.goto(this.#endpoints.origin)
    return new Participant(page, roomId, id)
  }

  async enterBoth(): Promise<{ caller: Participant; broadcaster: Participant }> {
    const [caller, broadcaster] = await Promise.all([this.enter(payerId), this.enter(broadcasterId)])
    return { caller, broadcaster }
  }

  /** Both in the room, seeing or at least hearing each other. */
  async connect(options: JoinOptions = {}) {
    const { caller, broadcaster } = await this.enterBoth()
    const [ofCaller, ofBroadcaster] = await Promise.all([caller.join(options), broadcaster.join(options)])
    await this.connected(caller, broadcaster, options)
    return { caller, broadcaster, ofCaller, ofBroadcaster }
  }

  async connected(
    caller: Participant,
    broadcaster: Participant,
    { video = true }: JoinOptions = {},
  ): Promise<void> {
    if (video) await Promise.all([caller.seesMore(5), broadcaster.seesMore(5)])
    else await Promise.all([caller.hearsMore(), broadcaster.hearsMore()])
  }

  rewriteAnswers(id: string, rewrite: (answer: string) => string): void {
    this.#endpoints.rewriteAnswers(id, rewrite)
  }

  reading(): MediaReading {
    return this.media.readings().get(this.roomId) ?? zeroReading
  }

  /** What happened so far, for example `lost payer`; not what is carried and published, which have tests of their own. */
  happened(): string[] {
    return this.events
      .filter(({ type }) => type !== 'carries' && type !== 'publishing')
      .map((event) => ('role' in event ? `${event.type} ${event.role}` : event.type))
  }

  async happens(what: string, times = 1): Promise<void> {
    await expect.poll(() => this.happened().filter((each) => each === what).length, patience).toBe(times)
  }

  /** Resolves when the room's clock has moved on by so much. */
  async passes(ms: number): Promise<void> {
    const before = this.reading().connectedMs
    await expect.poll(() => this.reading().connectedMs, patience).toBeGreaterThanOrEqual(before + ms)
  }

  async close(): Promise<MediaReading> {
    const final = await closeTwoParty(this.media, this.roomId)
    this.#unsubscribe()
    await Promise.all(this.#contexts.map((context) => context.close()))
    await this.#endpoints.close()
    return final
  }
}
