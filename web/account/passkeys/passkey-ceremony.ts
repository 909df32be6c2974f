import type {
  AcceptedPasskeys,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '#contract/account/passkeys.ts'

type Library = typeof import('@simplewebauthn/browser')

/** Why a browser gave nothing that was signed. */
export type CeremonyEnd =
  /** Closed, or nothing there to choose: browsers don't tell which, lest a page learns what somebody has. */
  | 'cancelled'
  | 'timedOut'
  /** The authenticator has one for this account. */
  | 'alreadyThere'
  /** No authenticator that recognises its user. */
  | 'unsupported'
  /** Another one began, or the page has gone on. */
  | 'superseded'
  | 'failed'

const sentences: Record<CeremonyEnd, string> = {
  cancelled: 'パスキーの操作がキャンセルされました。',
  timedOut: '時間が過ぎました。もう一度お試しください。',
  alreadyThere: 'この端末のパスキーは、すでに登録されています。',
  unsupported: 'この端末ではパスキーを使えません。画面ロックを設定するか、ほかの端末でお試しください。',
  superseded: 'パスキーの操作が中断されました。',
  failed: 'パスキーを使えませんでした。もう一度お試しください。',
}

/** A passkey that didn't come to be, or didn't sign; `message` is for people. */
export class CeremonyError extends Error {
  override name = 'CeremonyError'
  readonly end: CeremonyEnd

  constructor(end: CeremonyEnd) {
    super(sentences[end])
    this.end = end
  }
}

let library: Library | null = null

const load = async (): Promise<Library> => {
  library = await import('@simplewebauthn/browser')
  return library
}

/** Fetches the code before it is tapped for: Safari asks for a passkey only shortly after a tap. */
export const preparePasskeys = (): void => {
  // Offline now: the tap tries again, and says so.
  if (hasPasskeys()) load().catch(() => undefined)
}

/** Browsers hide them where the page isn't secure, too. */
export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

/** Whether the browser can offer passkeys among what it fills in. */
export const canOfferPasskeys = async (): Promise<boolean> =>
  hasPasskeys() && (await (await load()).browserSupportsWebAuthnAutofill())

const codes: Readonly<Record<string, CeremonyEnd>> = {
  ERROR_CEREMONY_ABORTED: 'superseded',
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'alreadyThere',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: 'unsupported',
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: 'unsupported',
  ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG: 'unsupported',
}

/** @param tookMs how long the browser's own dialog stood; it says the same of a time that is over and of a cancel */
export const endOf = (error: unknown, tookMs: number, timeoutMs: number): CeremonyEnd => {
  const { code, name } = error as { code?: unknown; name?: unknown }
  const known = typeof code === 'string' ? codes[code] : undefined
  if (known) return known
  if (name !== 'NotAllowedError') return 'failed'
  return tookMs >= timeoutMs ? 'timedOut' : 'cancelled'
}

const ceremony = async <Answer>(
  timeoutMs: number,
  run: (library: Library) => Promise<Answer>,
): Promise<Answer> => {
  const startedAt = performance.now()
  try {
    return await run(await load())
  } catch (error) {
    throw new CeremonyError(endOf(error, performance.now() - startedAt, timeoutMs))
  }
}

/** Has the browser make a passkey, after its own dialog. */
export const makePasskey = (options: PasskeyCreationOptions) =>
  ceremony(options.timeout, ({ startRegistration }) => startRegistration({ optionsJSON: options }))

/** Has one of the browser's passkeys sign; with `isOffered` whenever its user picks it while filling in. */
export const signByPasskey = (options: PasskeyRequestOptions, isOffered = false) =>
  ceremony(options.timeout, ({ startAuthentication }) =>
    startAuthentication({ optionsJSON: options, useBrowserAutofill: isOffered }),
  )

/** Ends what the browser still asks for. */
export const endCeremony = (): void => library?.WebAuthnAbortService.cancelCeremony()

/** What is told here is for the browser's password manager, where it wants to know. */
const tell = async (news: Parameters<Library['sendSignal']>[0]): Promise<void> => {
  const { sendSignal } = await load()
  await sendSignal(news).catch(() => undefined)
}

/** Only these passkeys of the account open it. */
export const publishAccepted = ({ rpId, userHandle, credentialIds }: AcceptedPasskeys): Promise<void> =>
  tell({
    signalName: 'allAcceptedCredentials',
    rpID: rpId,
    userID: userHandle,
    allAcceptedCredentialIDs: credentialIds,
  })

/** A passkey that was made and not taken. */
export const alertUnknownDevice = (rpId: string, credentialId: string): Promise<void> =>
  tell({ signalName: 'unknownCredential', rpID: rpId, credentialID: credentialId })
