import type { StoreKitApiKeys, StoreKitSdk, StoreKitTrust } from './sdk.ts'

const baseUrls = {
  production: 'https://api.storekit.apple.com',
  sandbox: 'https://api.storekit-sandbox.apple.com',
}
const idShape = /^\d{1,32}$/

/** Fetches a transaction from the App Store Server API: its signed form, or undefined for one that Apple doesn't know. */
export const transactionFetcher = (
  sdk: StoreKitSdk,
  keys: StoreKitApiKeys,
  { bundleId, environment }: Pick<StoreKitTrust, 'bundleId' | 'environment'>,
  timeoutMs: number,
): ((transactionId: string) => Promise<string | undefined>) => {
  const baseUrl = keys.baseUrl ?? baseUrls[environment]

  /** The library's own request has no timeout. */
  class TimedClient extends sdk.AppStoreServerAPIClient {
    protected override async makeFetchRequest(
      path: string,
      query: URLSearchParams,
      method: string,
      _body: unknown,
      headers: Record<string, string>,
    ): Promise<never> {
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await fetch(`${baseUrl}${path}?${query}`, { method, headers, signal })
      // The library reads `ok`, `status` and `json()`, which this Response has too.
      return response as never
    }
  }

  const client = new TimedClient(
    keys.privateKey,
    keys.keyId,
    keys.issuerId,
    bundleId,
    environment === 'production' ? sdk.Environment.PRODUCTION : sdk.Environment.SANDBOX,
  )
  return async (transactionId) => {
    if (!idShape.test(transactionId)) return undefined
    try {
      return (await client.getTransactionInfo(transactionId)).signedTransactionInfo
    } catch (error) {
      const isUnknown =
        error instanceof sdk.APIException && error.apiError === sdk.APIError.TRANSACTION_ID_NOT_FOUND
      if (isUnknown) return undefined
      throw error
    }
  }
}
