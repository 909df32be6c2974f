import { type Observable, observable } from '#web/shell/observable.ts'
import { answeredErrorText } from './sign-in-errors.ts'

export interface LoginPorts {
  /** Resolves to the server's error, or to null when the session is established. */
  signIn: (input: { email: string; password: string }) => Promise<string | null>
  saveFlag: () => void
  /** Leaves by a full browser navigation. */
  leave: (address: string) => void
}

export type LoginPhase =
  | { name: 'form' }
  | { name: 'busy' }
  | { name: 'alert'; message: string }
  | { name: 'leaving' }

export interface LoginState {
  email: string
  password: string
  /** A field's error, shown under it. */
  errors: { email?: string; password?: string }
  phase: LoginPhase
}

export interface Login extends Observable<LoginState> {
  write: (fields: { email?: string; password?: string }) => void
  submit: () => Promise<void>
  dismissAlert: () => void
}

/** As lenient as an input of type email: something, an @, something. */
const looksLikeEmail = /^[^\s@]+@[^\s@]+$/

const errorsOf = (email: string, password: string): LoginState['errors'] => ({
  ...(email === ''
    ? { email: 'メールアドレスを入力してください。' }
    : looksLikeEmail.test(email)
      ? {}
      : { email: '正しいメールアドレスを入力してください。' }),
  ...(password === '' ? { password: 'パスワードを入力してください。' } : {}),
})

/** Specification 4, Login: submit, then busy; on failure the error shows in an alert and busy resets. */
export const createLogin = (destination: string, ports: LoginPorts): Login => {
  const state = observable<LoginState>({ email: '', password: '', errors: {}, phase: { name: 'form' } })
  const enter = (phase: LoginPhase) => state.set({ ...state.get(), phase })
  return {
    get: state.get,
    subscribe: state.subscribe,
    write: (fields) => state.set({ ...state.get(), ...fields, errors: {} }),
    dismissAlert: () => enter({ name: 'form' }),
    submit: async () => {
      const { phase, password, ...rest } = state.get()
      if (phase.name === 'busy' || phase.name === 'leaving') return
      const email = rest.email.normalize('NFKC').trim()
      const errors = errorsOf(email, password)
      if (Object.keys(errors).length > 0) {
        state.set({ ...state.get(), errors })
        return
      }
      enter({ name: 'busy' })
      const error = await ports.signIn({ email, password }).catch(() => answeredErrorText(null))
      if (error !== null) {
        enter({ name: 'alert', message: answeredErrorText(error) })
        return
      }
      ports.saveFlag()
      enter({ name: 'leaving' })
      ports.leave(destination)
    },
  }
}
