import { generateKeyPairSync, type KeyObject, randomInt, randomUUID, sign, verify } from 'node:crypto'
import type { Webhook } from '#adapters/payments/port.ts'
import { makeCertificate } from '../certificate-chain.ts'
import { openStandIn, type StandInAnswer, type StandInRequest } from './stand-in-server.ts'

/** Apple marks certificates that may sign for the App Store; the server library looks for both marks. */
const intermediateMarker = '1.2.840.113635.100.6.2.1'
const leafMarker = '1.2.840.113635.100.6.11.1'
/** Nothing listens there. */
const ocspUrl = 'http://127.0.0.1:9/'

export const appleStandInApp = {
  bundleId: 'jp.koyoi.app',
  environment: 'sandbox',
  products: { 'jp.koyoi.points.1000': 1_000, 'jp.koyoi.points.3000': 3_000, 'jp.koyoi.points.10000': 10_000 },
} as const

/** A transaction's payload (https://developer.apple.com/documentation/appstoreserverapi/jwstransactiondecodedpayload). */
type AppleTransaction = Record<string, unknown> & {
  transactionId: string
  productId: string
  appAccountToken?: string
}

export interface AppleStandIn {
  /** DER of the root certificate of all signatures. */
  root: Buffer
  /** Address and keys of the App Store Server API. */
  api: { baseUrl: string; issuerId: string; keyId: string; privateKey: string }
  /** Makes a purchase in the app; returns the transaction's signed form. */
  buy(purchase: { productId?: string; appAccountToken?: string; [field: string]: unknown }): string
  /** The same signature over another payload, or by another key. */
  forge(signed: string): string
  signByStranger(payload: object): string
  sold(appAccountToken: string, productId: string): number
  notify(notificationType: string, transactionId: string, more?: Record<string, unknown>): void
  refund(transactionId: string, milliPercent?: number): void
  /** What Apple posted so far. */
  webhooks: Webhook[]
  undocumented: readonly string[]
  setDown(isDown: boolean): void
  close(): Promise<void>
}

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const signJws = (payload: object, key: KeyObject, chain: readonly Buffer[]): string => {
  const header = base64({ alg: 'ES256', x5c: chain.map((der) => der.toString('base64')) })
  const signed = `${header}.${base64(payload)}`
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

const makeChain = () => {
  const root = makeCertificate('Root of the stand-in', { isCa: true })
  const intermediate = makeCertificate('Intermediate of the stand-in', {
    issuer: root,
    isCa: true,
    marker: intermediateMarker,
    ocspUrl,
  })
  const leaf = makeCertificate('Leaf of the stand-in', {
    issuer: intermediate,
    isCa: false,
    marker: leafMarker,
    ocspUrl,
  })
  const signIt = (payload: object) =>
    signJws(payload, leaf.privateKey, [leaf.der, intermediate.der, root.der])
  return { root: root.der, signIt }
}

/**
 * The App Store's signatures, its server API and its notifications (version 2), on a local port with its own
 * chain.
 */
export const openAppleStandIn = async (): Promise<AppleStandIn> => {
  const { root, signIt } = makeChain()
  const { bundleId } = appleStandInApp
  const environment = 'Sandbox'
  const transactions = new Map<string, AppleTransaction>()
  const webhooks: Webhook[] = []
  const issuerId = randomUUID()
  const keyId = 'KOYOIKEY01'
  const apiKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  const isAuthorised = (authorization = ''): boolean => {
    const [header = '', payload = '', signature = ''] = authorization.replace('Bearer ', '').split('.')
    const isSigned = verify(
      'sha256',
      Buffer.from(`${header}.${payload}`),
      { key: apiKey.publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    const { iss, aud, bid } = JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}')
    return isSigned && iss === issuerId && aud === 'appstoreconnect-v1' && bid === bundleId
  }
  const handle = ({ method, path, headers }: StandInRequest): StandInAnswer | undefined => {
    const id = /^\/inApps\/v1\/transactions\/(\d+)$/.exec(path)?.[1]
    if (method !== 'GET' || id === undefined) return undefined
    if (!isAuthorised(headers.authorization)) return { status: 401, body: {} }
    const transaction = transactions.get(id)
    if (!transaction)
      return { status: 404, body: { errorCode: 4_040_010, errorMessage: 'Transaction id not found.' } }
    return {
      status: 200,
      body: { signedTransactionInfo: signIt({ ...transaction, signedDate: Date.now() }) },
    }
  }
  const server = await openStandIn(handle)

  const notify: AppleStandIn['notify'] = (notificationType, transactionId, more = {}) => {
    const transaction = transactions.get(transactionId)
    const data = {
      bundleId,
      bundleVersion: '1',
      environment,
      signedTransactionInfo: signIt({ ...transaction, signedDate: Date.now() }),
    }
    const about = { notificationType, notificationUUID: randomUUID(), version: '2.0', signedDate: Date.now() }
    const body = Buffer.from(JSON.stringify({ signedPayload: signIt({ ...about, data, ...more }) }))
    const url = 'https://koyoi.example/api/webhooks/storekit'
    webhooks.push({ headers: new Headers(), body, url })
  }

  return {
    root,
    api: {
      baseUrl: server.url,
      issuerId,
      keyId,
      privateKey: apiKey.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
    buy: ({ productId = 'jp.koyoi.points.3000', ...more }) => {
      const transactionId = String(randomInt(1_000_000_000, 9_999_999_999))
      const boughtAt = Date.now()
      const transaction: AppleTransaction = {
        transactionId,
        originalTransactionId: transactionId,
        bundleId,
        productId,
        purchaseDate: boughtAt,
        originalPurchaseDate: boughtAt,
        quantity: 1,
        type: 'Consumable',
        inAppOwnershipType: 'PURCHASED',
        signedDate: boughtAt,
        environment,
        transactionReason: 'PURCHASE',
        storefront: 'JPN',
        storefrontId: '143462',
        currency: 'JPY',
        ...more,
      }
      transactions.set(transactionId, transaction)
      return signIt(transaction)
    },
    forge: (signed) => {
      const [header, payload = '', signature] = signed.split('.')
      const payloadFields = JSON.parse(Buffer.from(payload, 'base64url').toString())
      return `${header}.${base64({ ...payloadFields, productId: 'jp.koyoi.points.10000' })}.${signature}`
    },
    signByStranger: (payload) => makeChain().signIt(payload),
    sold: (token, product) =>
      [...transactions.values()].filter(
        ({ appAccountToken, productId }) => appAccountToken === token && productId === product,
      ).length,
    notify,
    refund: (transactionId, milliPercent) => {
      const transaction = transactions.get(transactionId)
      if (!transaction) throw new Error(`no transaction ${transactionId}`)
      Object.assign(transaction, {
        revocationDate: Date.now(),
        revocationReason: 0,
        revocationType: milliPercent === undefined ? 'REFUND_FULL' : 'REFUND_PRORATED',
        ...(milliPercent === undefined ? {} : { revocationPercentage: milliPercent }),
      })
      notify('REFUND', transactionId)
    },
    webhooks,
    undocumented: server.undocumented,
    setDown: (isDown) => {
      server.isDown = isDown
    },
    close: server.close,
  }
}
