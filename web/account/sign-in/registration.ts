import { nicknameGraphemesMax, registrationDefaults } from '#contract/account/account.ts'
import { isRefusal } from '#contract/core/refusal.ts'
import { refusals } from '#contract/refusals.ts'
import { readNewNickname } from '#domain/account/nickname.ts'
import { suggestNickname } from '#domain/account/nicknames.ts'
import { graphemesOf } from '#domain/text/graphemes.ts'
import { type Observable, observable } from '#web/shell/observable.ts'
import { answeredErrorText } from './sign-in-errors.ts'

/** Specification 4 and 9: after registering the app waits this long, then moves on. */
const postRegistrationDelayMs = 500

/** The fields of a sign-in by the provider `register` (specification 3 and 7). */
export interface RegistrationInput {
  name: string
  age: number
  region: string
  cmCode: string
  googleClientId: string
}

/** The three local flags of a fresh account. */
export interface RegistrationFlags {
  isRegistered: 'true'
  registeredAt: string
  isFirstRegister: 'true'
}

export interface RegistrationPorts {
  /** Resolves to the server's error, or to null when the account is created. */
  register: (input: RegistrationInput) => Promise<string | null>
  /** The one-tap shortcut; resolves to whether the session still exists. */
  renewSession: () => Promise<boolean>
  campaignCode: () => string
  /** Empty without analytics. */
  analyticsId: () => string
  saveFlags: (flags: RegistrationFlags) => void
  /** Whether this is the path of the page that is shown. */
  isShown: (path: string) => boolean
  /** Goes to a path of ours; the session has been switched in place by then. */
  go: (path: string) => void
  /** Loads an address by a full browser navigation; null reloads the page. */
  leave: (address: string | null) => void
  nowMs: () => number
  random: () => number
}

export type RegistrationPhase =
  | { name: 'form' }
  | { name: 'sending' }
  /** A dialog over the form. `toLogin`: it offers a link to /login. */
  | { name: 'alert'; title: string; message: string; toLogin: boolean }
  /** Registered: the modal is closed, the page is about to go. */
  | { name: 'leaving' }

export interface RegistrationState {
  nickname: string
  phase: RegistrationPhase
}

export interface Registration extends Observable<RegistrationState> {
  /** Where a fresh account arrives; null: on this page, loaded again. */
  readonly destination: string | null
  write: (nickname: string) => void
  suggest: () => void
  submit: () => Promise<void>
  continueAsPrevious: () => Promise<void>
  dismissAlert: () => void
}

const homeWithTutorial = '/?showTutoModal=true'
const landingPages = /^\/(message(\/[^/]+)?\/?)?$/

/**
 * Where a fresh account goes: to what was tapped before; else, as Specification 2 has it, from '/', '/message' and
 * '/message/{name}' to the tutorial. Null reloads any other page.
 */
export const afterRegistration = (pathname: string, wanted: string | null = null): string | null =>
  wanted ?? (landingPages.test(pathname) ? homeWithTutorial : null)

/** 6/20, counted as people count. */
export const nicknameCount = (nickname: string): { used: number; max: number; isOver: boolean } => {
  const used = graphemesOf(nickname.trim()).length
  return { used, max: nicknameGraphemesMax, isOver: used > nicknameGraphemesMax }
}

const form = { name: 'form' } as const

const refusedBy = (message: string): RegistrationPhase => ({
  name: 'alert',
  title: '登録できませんでした',
  message,
  toLogin: message === refusals.alreadyRegistered.message,
})

/** The registration form over the page `pathname`. */
export const createRegistration = (destination: string | null, ports: RegistrationPorts): Registration => {
  const state = observable<RegistrationState>({ nickname: '', phase: form })
  const enter = (phase: RegistrationPhase) => state.set({ ...state.get(), phase })
  const isBusy = () => ['sending', 'leaving'].includes(state.get().phase.name)

  const leaveSoon = () => {
    enter({ name: 'leaving' })
    // Going to a page that is shown already would only call off what the member presses on it meanwhile.
    const isThere = destination !== null && ports.isShown(destination)
    setTimeout(() => {
      if (destination === null) return ports.leave(null)
      if (!isThere) ports.go(destination)
    }, postRegistrationDelayMs)
  }

  return {
    destination,
    get: state.get,
    subscribe: state.subscribe,
    write: (nickname) => state.set({ ...state.get(), nickname }),
    suggest: () =>
      state.set({ ...state.get(), nickname: suggestNickname(ports.random(), state.get().nickname) }),
    dismissAlert: () => enter(form),

    submit: async () => {
      if (isBusy()) return
      const name = readNewNickname(state.get().nickname)
      if (isRefusal(name)) {
        enter({
          name: 'alert',
          title: '入力内容をご確認ください',
          message: refusals[name.refused].message,
          toLogin: false,
        })
        return
      }
      enter({ name: 'sending' })
      const error = await ports
        .register({
          name,
          ...registrationDefaults,
          cmCode: ports.campaignCode(),
          googleClientId: ports.analyticsId(),
        })
        .catch(() => answeredErrorText(null))
      if (error !== null) {
        enter(refusedBy(answeredErrorText(error)))
        return
      }
      ports.saveFlags({
        isRegistered: 'true',
        registeredAt: new Date(ports.nowMs()).toISOString(),
        isFirstRegister: 'true',
      })
      leaveSoon()
    },

    continueAsPrevious: async () => {
      if (isBusy()) return
      enter({ name: 'sending' })
      const stands = await ports.renewSession().catch(() => false)
      if (stands) ports.leave('/')
      else
        enter({
          name: 'alert',
          title: 'ログインできませんでした',
          message: 'もう一度ログインしてください。',
          toLogin: true,
        })
    },
  }
}
