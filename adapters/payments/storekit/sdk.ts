import type {
  JWSTransactionDecodedPayload,
  ResponseBodyV2DecodedPayload,
} from '@apple/app-store-server-library'
import { transactionFetcher } from './transaction-fetcher.ts'

export type StoreKitSdk = typeof import('@apple/app-store-server-library')

export type StoreKitTransaction = JWSTransactionDecodedPayload
export type StoreKitNotification = ResponseBodyV2DecodedPayload

/** Keys of the App Store Server API, made in App Store Connect. */
export interface StoreKitApiKeys {
  issuerId: string
  keyId: string
  /** PEM. */
  privateKey: string
  /** A stand-in for Apple's addresses, in tests. */
  baseUrl?: string | undefined
}

export interface StoreKitTrust {
  bundleId: string
  environment: 'sandbox' | 'production'
  /** The app's number in the App Store; production has one. */
  appId?: number | undefined
  /** PEM or DER; what isn't signed below one of these isn't Apple's. */
  rootCertificates: readonly Buffer[]
  /** Whether Apple is asked if its certificates were revoked (OCSP). */
  hasOnlineChecks: boolean
  api?: StoreKitApiKeys | undefined
}

/** What was handed over isn't signed by Apple for this app and environment. */
export class NotFromApple extends Error {
  override name = 'NotFromApple'
}

export interface StoreKitAccess {
  /** Each throws `NotFromApple`, or another error when it couldn't be checked. */
  readTransaction(signed: string): Promise<StoreKitTransaction>
  readNotification(signed: string): Promise<StoreKitNotification>
  /** Fetches a transaction from Apple, which signs it; undefined for an unknown one, or without keys. */
  fetchTransaction(transactionId: string): Promise<string | undefined>
}

/** Loads Apple's server library when it is first needed: only a server with settings pays for it. */
export const createStoreKitAccess = (
  trust: StoreKitTrust,
  timeoutMs: number,
): (() => Promise<StoreKitAccess>) => {
  let access: Promise<StoreKitAccess> | undefined
  return () => {
    access ??= import('@apple/app-store-server-library').then((sdk) => accessWith(sdk, trust, timeoutMs))
    return access
  }
}

const accessWith = (sdk: StoreKitSdk, trust: StoreKitTrust, timeoutMs: number): StoreKitAccess => {
  const environment =
    trust.environment === 'production' ? sdk.Environment.PRODUCTION : sdk.Environment.SANDBOX
  const verifier = new sdk.SignedDataVerifier(
    [...trust.rootCertificates],
    trust.hasOnlineChecks,
    environment,
    trust.bundleId,
    trust.appId,
  )
  /** A chain that can't be checked now is no forgery. */
  const checked = <Read>(reading: Promise<Read>): Promise<Read> =>
    inTime(reading, timeoutMs).catch((error: unknown) => {
      const isForged =
        error instanceof sdk.VerificationException &&
        error.status !== sdk.VerificationStatus.RETRYABLE_VERIFICATION_FAILURE
      throw isForged ? new NotFromApple(sdk.VerificationStatus[error.status], { cause: error }) : error
    })
  const fetchTransaction = trust.api && transactionFetcher(sdk, trust.api, trust, timeoutMs)
  return {
    readTransaction: (signed) => checked(verifier.verifyAndDecodeTransaction(signed)),
    readNotification: (signed) => checked(verifier.verifyAndDecodeNotification(signed)),
    fetchTransaction: async (transactionId) => fetchTransaction?.(transactionId),
  }
}

const inTime = <Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> => {
  const signal = AbortSignal.timeout(timeoutMs)
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`no answer within ${timeoutMs} ms`)))
  })
  return Promise.race([work, late])
}
