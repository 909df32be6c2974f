import type {
  AcceptedPasskeys,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '#contract/account/passkeys.ts'

type Library = typeof import('@simplewebauthn/browser')

/** Why a browser gave nothing that was signed. */
export type CeremonyEnd =
  /** Closed, or no passkey to choose from: browsers don't say which, so that a page can't learn what somebody has. */
  | 'cancelled'
  | 'timedOut'
  /** The authenticator already has a passkey for this account. */
  | 'alreadyThere'
  /** No authenticator that recognises its user. */
  | 'unsupported'
  /** Another ceremony began, or the page navigated away. */
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

/** Creating a passkey or signing with one failed; `message` is for people. */
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

/** Loads the code before the tap: Safari asks for a passkey only shortly after a tap. */
export const preparePasskeys = (): void => {
  // Offline: the tap tries again and shows the failure.
  if (hasPasskeys()) load().catch(() => undefined)
}

/** Browsers hide them where the page isn't secure, too. */
export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

/** Whether the browser can offer passkeys in its autofill. */
export const canOfferPasskeys = async (): Promise<boolean> =>
  hasPasskeys() && (await (await load()).browserSupportsWebAuthnAutofill())

const codes: Readonly<Record<string, CeremonyEnd>> = {
  ERROR_CEREMONY_ABORTED: 'superseded',
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'alreadyThere',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: 'unsupported',
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: 'unsupported',
  ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG: 'unsupported',
}

/** @param tookMs how long the browser's dialog was open; the browser reports a timeout and a cancel alike */
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

/** Signs with one of the browser's passkeys; with `isOffered`, when the user picks it from the autofill. */
export const signByPasskey = (options: PasskeyRequestOptions, isOffered = false) =>
  ceremony(options.timeout, ({ startAuthentication }) =>
    startAuthentication({ optionsJSON: options, useBrowserAutofill: isOffered }),
  )

/** Aborts the browser's open passkey request. */
export const endCeremony = (): void => library?.WebAuthnAbortService.cancelCeremony()

/** The signal is for the browser's password manager, if it supports signals. */
const sendPasskeySignal = async (signal: Parameters<Library['sendSignal']>[0]): Promise<void> => {
  const { sendSignal } = await load()
  await sendSignal(signal).catch(() => undefined)
}

/** Only these passkeys of the account open it. */
export const publishAccepted = ({ rpId, userHandle, credentialIds }: AcceptedPasskeys): Promise<void> =>
  sendPasskeySignal({
    signalName: 'allAcceptedCredentials',
    rpID: rpId,
    userID: userHandle,
    allAcceptedCredentialIDs: credentialIds,
  })

/** A passkey that was made and not taken. */
export const alertUnknownDevice = (rpId: string, credentialId: string): Promise<void> =>
  sendPasskeySignal({ signalName: 'unknownCredential', rpID: rpId, credentialID: credentialId })
