import { Secret, TOTP } from 'otpauth'
import type { OutputOf, RequestOf } from '#contract/core/endpoint.ts'
import { type EndpointName, type Endpoints, endpoints } from '#contract/index.ts'
import { addOperator } from '#server/operators/accounts.ts'
import { type AuthWorld, type Browser, createAuthWorld } from '../account/auth-world.ts'

export type Refused = { type: 'error'; code: string; message: string }

/** An operator's browser: it stores its cookie and calls the contract's endpoints. */
export interface OperatorBrowser {
  browser: Browser
  request<Name extends EndpointName>(
    name: Name,
    input: RequestOf<Endpoints[Name]>,
  ): Promise<OutputOf<Endpoints[Name]> | Refused>
}

/** A simulated phone with an authenticator. */
export interface Authenticator {
  /** The code of now, or of so many steps of 30 s later. */
  code(stepsLater?: number): string
}

export interface OperatorWorld extends AuthWorld {
  mail: string
  password: string
  operatorBrowser(address?: string): OperatorBrowser
  authenticator(key: string): Authenticator
  /** Passes both steps and enrols an authenticator on the way; with a mail address for a new operator. */
  signedIn(
    newMail?: string,
  ): Promise<OperatorBrowser & { authenticator: Authenticator; recoveryCodes: string[] }>
  /** Lines of the audit log, oldest first. */
  audit(): Promise<
    { action: string; subject: string | null; address: string | null; operator: string | null }[]
  >
}

export const stepMs = 30_000

const isRefused = (answer: object): answer is Refused => 'type' in answer && answer.type === 'error'

/** The answer; fails the test when it is a refusal. */
export const granted = <Answer extends object>(answer: Answer | Refused): Answer => {
  if (isRefused(answer)) throw new Error(`refused: ${answer.code}`)
  return answer
}

/** The product with one operator, who has never signed in, and a clock the test moves. */
export const createOperatorWorld = async (env: Record<string, string> = {}): Promise<OperatorWorld> => {
  const world = await createAuthWorld(env)
  const added = (address: string) => world.context.db.transaction().execute((tx) => addOperator(tx, address))
  const { mail, password } = await added('yui@office.example')

  const authenticator = (key: string): Authenticator => {
    const totp = new TOTP({ secret: Secret.fromBase32(key) })
    return {
      code: (stepsLater = 0) => totp.generate({ timestamp: world.clock.nowMs + stepsLater * stepMs }),
    }
  }

  const operatorBrowser: OperatorWorld['operatorBrowser'] = (address) => {
    const browser = world.browser(address)
    return {
      browser,
      request: async (name, input) => {
        const { method, path } = endpoints[name]
        const response = await browser.fetch(path, {
          method,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(input),
        })
        return (await response.json()) as never
      },
    }
  }

  return {
    ...world,
    mail,
    password,
    operatorBrowser,
    authenticator,
    signedIn: async (newMail) => {
      const at = operatorBrowser()
      const who = newMail === undefined ? { mail, password } : await added(newMail)
      granted(await at.request('operatorSignIn', { mail: who.mail, password: who.password }))
      const phone = authenticator(granted(await at.request('operatorOfferSecret', {})).key)
      const { recoveryCodes } = granted(await at.request('operatorGiveCode', { code: phone.code() }))
      // The code of this step is used up: the next sign-in starts with another one.
      world.clock.nowMs += stepMs
      return { ...at, authenticator: phone, recoveryCodes: recoveryCodes ?? [] }
    },
    audit: () =>
      world.context.db
        .selectFrom('operator_audit as a')
        .leftJoin('operator as o', 'o.id', 'a.operator_id')
        .select(['a.action', 'a.subject', 'a.address', 'o.mail as operator'])
        .orderBy('a.id')
        .execute(),
  }
}
