import path from 'node:path'
import * as z from 'zod/mini'
import { defineSettings, together } from './define-settings.ts'
import { moneyRules } from './money-rules.ts'

const text = z.string().check(z.minLength(1))
const environment = z._default(z.enum(['sandbox', 'production']), 'production')
const address = z.optional(z.url({ protocol: /^https?$/ }))

/** `jp.example.points1000=1000,jp.example.points3000=3000` */
const productsShape = /^[\w.-]+=[1-9]\d{0,6}(,[\w.-]+=[1-9]\d{0,6})*$/
const withoutSpaces = (list: string): string => list.replaceAll(/\s/g, '')

/** The payment services, bank transfers, and what stands in for them in the demo and in development. */
export const paymentSettings = defineSettings({
  schema: {
    /** Demo members; by default only where neither a database, a public address nor a real payment is set. */
    DEMO: z.optional(z.stringbool()),
    /** The account for bank transfers, as its payer reads it; without it there are no bank transfers. */
    BANK_ACCOUNT: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    /** Who issues receipts: the name on them. */
    INVOICE_ISSUER: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    /** 登録番号 of a qualified invoice issuer. */
    INVOICE_REGISTRATION_NUMBER: z.optional(z.string().check(z.regex(/^T\d{13}$/))),
    /** Whether test cards buy points; by default in the demo and in development, when no service has keys. */
    PAYMENTS_SANDBOX: z.optional(z.stringbool()),
    SQUARE_ACCESS_TOKEN: z.optional(text),
    SQUARE_LOCATION_ID: z.optional(text),
    /** Opens the card fields in the browser. */
    SQUARE_APPLICATION_ID: z.optional(text),
    /** The key of the webhook subscription to `PUBLIC_URL`/api/webhooks/square. */
    SQUARE_WEBHOOK_SIGNATURE_KEY: z.optional(text),
    SQUARE_ENVIRONMENT: environment,
    /** A stand-in for Square. */
    SQUARE_API_URL: address,
    PAIDY_SECRET_KEY: z.optional(text),
    /** Opens Paidy's checkout in the browser. */
    PAIDY_PUBLIC_KEY: z.optional(text),
    /** A stand-in for Paidy. */
    PAIDY_API_URL: address,
    STOREKIT_BUNDLE_ID: z.optional(text),
    /** Product ids and their prices in yen. */
    STOREKIT_PRODUCTS: z.optional(
      z.string().check(z.refine((list) => productsShape.test(withoutSpaces(list)))),
    ),
    STOREKIT_ENVIRONMENT: environment,
    /** The app's number in the App Store; production needs it. */
    STOREKIT_APP_ID: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
    /** Root certificates (PEM or DER) instead of Apple's, with commas between the files. */
    STOREKIT_ROOT_CERTIFICATES: z.optional(text),
    /** Whether Apple is asked if its certificates were revoked. */
    STOREKIT_ONLINE_CHECKS: z._default(z.stringbool(), true),
    /** The App Store Server API's key; without one purchases can't be looked up. */
    STOREKIT_ISSUER_ID: z.optional(text),
    STOREKIT_KEY_ID: z.optional(text),
    STOREKIT_PRIVATE_KEY_FILE: z.optional(text),
    /** A stand-in for the App Store Server API. */
    STOREKIT_API_URL: address,
  },
  expectations: {
    DEMO: 'true か false',
    BANK_ACCOUNT: '200文字以下の文字列',
    INVOICE_ISSUER: '100文字以下の文字列',
    INVOICE_REGISTRATION_NUMBER: 'T と13桁の数字',
    PAYMENTS_SANDBOX: 'true か false',
    SQUARE_ENVIRONMENT: 'sandbox か production',
    SQUARE_API_URL: 'https://… の形のURL',
    PAIDY_API_URL: 'https://… の形のURL',
    STOREKIT_PRODUCTS: '「商品ID=円」をコンマで区切った形（例: jp.example.points1000=1000）',
    STOREKIT_ENVIRONMENT: 'sandbox か production',
    STOREKIT_APP_ID: '1以上の整数',
    STOREKIT_ONLINE_CHECKS: 'true か false',
    STOREKIT_API_URL: 'https://… の形のURL',
  },
  secrets: ['SQUARE_ACCESS_TOKEN', 'SQUARE_WEBHOOK_SIGNATURE_KEY', 'PAIDY_SECRET_KEY'],
  /** Refuses half a setup of a service, and the demo or test cards beside real money. */
  read: (value): PaymentSettings => {
    const services = {
      square: squareSettings(value),
      paidy: paidySettings(value),
      storekit: storekitSettings(value),
    }
    const { demo, ...money } = moneyRules({
      mode: value.NODE_ENV,
      hasServices: Object.values(services).some((service) => service !== undefined),
      hasBankAccount: value.BANK_ACCOUNT !== undefined,
      isAlone: value.DATABASE_URL === undefined && value.PUBLIC_URL === undefined,
      demo: value.DEMO,
      sandbox: value.PAYMENTS_SANDBOX,
    })
    return {
      demo,
      payments: { ...services, ...money },
      bankAccount: value.BANK_ACCOUNT,
      invoice: {
        issuer: value.INVOICE_ISSUER ?? null,
        registrationNumber: value.INVOICE_REGISTRATION_NUMBER ?? null,
      },
    }
  },
})

interface PaymentSettings {
  demo: boolean
  payments: PaymentServices & {
    /** Whether test cards buy points. */
    hasSandbox: boolean
    /** Whether payments are real, and with them the payouts to broadcasters. */
    acceptsRealMoney: boolean
  }
  bankAccount: string | undefined
  /** What receipts say about who issued them. */
  invoice: { issuer: string | null; registrationNumber: string | null }
}

export interface SquareSettings {
  accessToken: string
  locationId: string
  applicationId: string
  webhookSignatureKey: string
  environment: 'sandbox' | 'production'
  apiUrl: string | undefined
}

export interface PaidySettings {
  secretKey: string
  publicKey: string
  apiUrl: string | undefined
}

export interface StoreKitSettings {
  bundleId: string
  /** Whole yen by product id. */
  products: Readonly<Record<string, number>>
  environment: 'sandbox' | 'production'
  appId: number | undefined
  /** Files; an empty list: Apple's own root. */
  rootCertificates: readonly string[]
  hasOnlineChecks: boolean
  api: { issuerId: string; keyId: string; privateKeyFile: string; url: string | undefined } | undefined
}

export interface PaymentServices {
  square: SquareSettings | undefined
  paidy: PaidySettings | undefined
  storekit: StoreKitSettings | undefined
}

type Settings = Parameters<typeof paymentSettings.read>[0]

const squareSettings = (value: Settings): SquareSettings | undefined => {
  const given = together(
    value,
    ['SQUARE_ACCESS_TOKEN', 'SQUARE_LOCATION_ID', 'SQUARE_APPLICATION_ID', 'SQUARE_WEBHOOK_SIGNATURE_KEY'],
    // Square's signature of a webhook covers the webhook's address.
    ['PUBLIC_URL'],
  )
  return (
    given && {
      accessToken: given.SQUARE_ACCESS_TOKEN,
      locationId: given.SQUARE_LOCATION_ID,
      applicationId: given.SQUARE_APPLICATION_ID,
      webhookSignatureKey: given.SQUARE_WEBHOOK_SIGNATURE_KEY,
      environment: value.SQUARE_ENVIRONMENT,
      apiUrl: value.SQUARE_API_URL,
    }
  )
}

const paidySettings = (value: Settings): PaidySettings | undefined => {
  const given = together(value, ['PAIDY_SECRET_KEY', 'PAIDY_PUBLIC_KEY'])
  return (
    given && {
      secretKey: given.PAIDY_SECRET_KEY,
      publicKey: given.PAIDY_PUBLIC_KEY,
      apiUrl: value.PAIDY_API_URL,
    }
  )
}

const storekitSettings = (value: Settings): StoreKitSettings | undefined => {
  const isProduction = value.STOREKIT_ENVIRONMENT === 'production'
  const given = together(
    value,
    ['STOREKIT_BUNDLE_ID', 'STOREKIT_PRODUCTS'],
    isProduction ? ['STOREKIT_APP_ID'] : [],
  )
  const api = together(
    value,
    ['STOREKIT_ISSUER_ID', 'STOREKIT_KEY_ID', 'STOREKIT_PRIVATE_KEY_FILE'],
    ['STOREKIT_BUNDLE_ID'],
  )
  return (
    given && {
      bundleId: given.STOREKIT_BUNDLE_ID,
      products: productsIn(given.STOREKIT_PRODUCTS),
      environment: value.STOREKIT_ENVIRONMENT,
      appId: value.STOREKIT_APP_ID,
      rootCertificates: filesIn(value.STOREKIT_ROOT_CERTIFICATES),
      hasOnlineChecks: value.STOREKIT_ONLINE_CHECKS,
      api: api && {
        issuerId: api.STOREKIT_ISSUER_ID,
        keyId: api.STOREKIT_KEY_ID,
        privateKeyFile: path.resolve(api.STOREKIT_PRIVATE_KEY_FILE),
        url: value.STOREKIT_API_URL,
      },
    }
  )
}

const productsIn = (list: string): Record<string, number> =>
  Object.fromEntries(
    withoutSpaces(list)
      .split(',')
      .map((product) => product.split('='))
      .map(([id = '', yen]) => [id, Number(yen)]),
  )

const filesIn = (list = ''): string[] =>
  list
    .split(',')
    .map((file) => file.trim())
    .filter((file) => file !== '')
    .map((file) => path.resolve(file))
