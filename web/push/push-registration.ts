import type { PushSetup } from '#contract/push/push.ts'
import {
  nextPushStep,
  type PushPermission,
  type PushStep,
  type PushSupport,
  storedPermission,
} from '#domain/push/registration.ts'
import type { KeyValueStore } from '#web/shell/local-store.ts'
import { type Observable, observable } from '#web/shell/observable.ts'
import { pushStorage } from './push-storage.ts'

export interface PushPorts {
  store: KeyValueStore
  /** Milliseconds of this browser's clock. */
  now(): number
  support(): PushSupport
  permission(): PushPermission
  /** Shows the browser's own question; browsers require a touch for it. */
  requestPermission(): Promise<PushPermission>
  /** Registers the service worker. */
  startWorker(): Promise<void>
  /** The browser's current address; undefined where the kind of `fcmToken` doesn't reveal it. */
  address(fcmToken: string): Promise<string | null | undefined>
  /** @param isFresh removes the existing address first */
  subscribe(setup: PushSetup, isFresh: boolean): Promise<string>
  dropAddress(): Promise<void>
  /** Null when the server can't be reached. */
  setup(): Promise<PushSetup | null>
  registerAtServer(fcmToken: string): Promise<boolean>
  deleteAtServer(): Promise<void>
  /** One tab of this browser at a time. */
  alone(run: () => Promise<void>): Promise<void>
}

export type PushStatus = 'unknown' | 'none' | 'afterInstall' | 'denied' | 'off' | 'on' | 'failed'

export interface PushView {
  status: PushStatus
  /** A change is under way. */
  isBusy: boolean
  /** What a card may offer now. */
  offer: 'permission' | 'install' | null
}

export interface PushRegistration {
  view: Observable<PushView>
  /** On each page view, and when something may have changed. @param memberId null: nobody is signed in */
  check(memberId: string | null): Promise<void>
  /** Asks the browser and registers; call it in a touch. */
  switchOn(): Promise<void>
  switchOff(): Promise<void>
  /** あとで. */
  putOff(): void
}

const offers: Partial<Record<PushStep, PushView['offer']>> = {
  offer: 'permission',
  offerInstall: 'install',
}

/** product.md 8.8: under Web Push it is the subscription as JSON; no FCM token begins with a brace. */
export const isWebPush = ({ fcmToken }: { fcmToken: string }): boolean => fcmToken.startsWith('{')

/**
 * Keeps this browser's push address and the server's record of it as domain/push/registration.ts decides.
 * Never throws.
 */
export const createPushRegistration = (ports: PushPorts): PushRegistration => {
  const storage = pushStorage(ports.store)
  const view = observable<PushView>({ status: 'unknown', isBusy: false, offer: null })
  let memberId: string | null = null

  const nextStep = async (): Promise<PushStep> => {
    const record = storage.record()
    const support = ports.support()
    return nextPushStep({
      memberId,
      support,
      permission: ports.permission(),
      record,
      address: record && support === 'full' ? await ports.address(record.fcmToken) : undefined,
      isSwitchedOff: storage.isSwitchedOff(),
      offeredAtMs: storage.offeredAtMs(),
      now: ports.now(),
    })
  }

  const status = (): PushStatus => {
    const support = ports.support()
    if (support !== 'full') return support
    if (ports.permission() === 'denied') return 'denied'
    return storage.record() ? 'on' : 'off'
  }

  const register = async (owner: string, isRefresh: boolean): Promise<void> => {
    const setup = await ports.setup()
    if (!setup) throw new Error('The server answers nothing about push')
    const known = storage.record()
    // A Web Push address is useless where the server now sends by FCM, and vice versa.
    const isFresh = isRefresh || (known !== null && isWebPush(known) !== (setup.provider === 'webPush'))
    // From here on the recorded address may be gone.
    if (isFresh) storage.storeRecord(null)
    const fcmToken = await ports.subscribe(setup, isFresh)
    if (!(await ports.registerAtServer(fcmToken))) throw new Error('The server accepted no address')
    const now = ports.now()
    const isSame = !isFresh && known?.fcmToken === fcmToken && known.memberId === owner
    const registeredAtMs = isSame ? known.registeredAtMs : now
    storage.storeRecord({ fcmToken, memberId: owner, registeredAtMs, sentAtMs: now })
  }

  const unregister = async (): Promise<void> => {
    // Without a session the server has deleted it by itself.
    if (memberId !== null) await ports.deleteAtServer()
    storage.storeRecord(null)
    await ports.dropAddress()
  }

  const perform = async (): Promise<void> => {
    if (memberId !== null && ports.support() === 'full') {
      await ports.startWorker()
      const permission = ports.permission()
      if (permission !== 'default') storage.storePermission(storedPermission(permission))
    }
    const step = await nextStep()
    if (step === 'unregister') await unregister()
    else if (memberId !== null && (step === 'register' || step === 'refresh'))
      await register(memberId, step === 'refresh')
    view.set({ status: status(), isBusy: false, offer: offers[step] ?? null })
  }

  const run = async (): Promise<void> => {
    view.set({ ...view.get(), isBusy: true })
    try {
      await ports.alone(perform)
    } catch {
      // The next page view tries again.
      const now = status()
      // A member who hasn't asked for push isn't informed (a private window accepts no worker).
      const isMissed = now === 'off' && ports.permission() === 'granted'
      view.set({ status: isMissed ? 'failed' : now, isBusy: false, offer: null })
    }
  }

  return {
    view,
    check: (next) => {
      memberId = next
      return run()
    },
    switchOn: async () => {
      const permission = await ports.requestPermission().catch(() => ports.permission())
      storage.storePermission(storedPermission(permission))
      storage.storeOffer(ports.now())
      storage.storeSwitch(false)
      await run()
    },
    switchOff: () => {
      storage.storeSwitch(true)
      return run()
    },
    putOff: () => {
      storage.storeOffer(ports.now())
      view.set({ ...view.get(), offer: null })
    },
  }
}
