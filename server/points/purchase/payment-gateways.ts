import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createPaidy } from '#adapters/payments/paidy.ts'
import type { PaymentGateway } from '#adapters/payments/port.ts'
import { createSquare } from '#adapters/payments/square.ts'
import { appleRootCertificate } from '#adapters/payments/storekit/apple-root.ts'
import { createStoreKit } from '#adapters/payments/storekit.ts'
import type { CardFields, PaidyCheckout } from '#contract/points/purchase.ts'
import { ConfigError } from '#server/config/config-error.ts'
import type {
  PaidySettings,
  PaymentServices,
  SquareSettings,
  StoreKitSettings,
} from '#server/config/payment-settings.ts'

export interface PaymentGateways {
  square: PaymentGateway | undefined
  paidy: PaymentGateway | undefined
  storekit: PaymentGateway | undefined
  /** Null without Square. */
  cardFields: CardFields
  /** Null without Paidy. */
  paidyCheckout: PaidyCheckout
}

const squareUrls = {
  production: { api: 'https://connect.squareup.com', fields: 'https://web.squarecdn.com/v1/square.js' },
  sandbox: {
    api: 'https://connect.squareupsandbox.com',
    fields: 'https://sandbox.web.squarecdn.com/v1/square.js',
  },
} as const
const paidyUrls = { api: 'https://api.paidy.com', checkout: 'https://apps.paidy.com/' } as const

/** The configured services. Refuses with `ConfigError` files that can't be read. */
export const paymentGateways = async ({
  square,
  paidy,
  storekit,
}: PaymentServices): Promise<PaymentGateways> => ({
  square: square && squareOf(square),
  paidy: paidy && paidyOf(paidy),
  storekit: storekit && (await storekitOf(storekit)),
  cardFields: square
    ? {
        service: 'square',
        applicationId: square.applicationId,
        locationId: square.locationId,
        script: squareUrls[square.environment].fields,
      }
    : null,
  paidyCheckout: paidy ? { publicKey: paidy.publicKey, script: paidyUrls.checkout } : null,
})

const squareOf = ({ apiUrl, environment, ...keys }: SquareSettings): PaymentGateway =>
  createSquare({ ...keys, baseUrl: apiUrl ?? squareUrls[environment].api })

const paidyOf = ({ secretKey, apiUrl }: PaidySettings): PaymentGateway =>
  createPaidy({ secretKey, baseUrl: apiUrl ?? paidyUrls.api })

const storekitOf = async ({ rootCertificates, api, ...app }: StoreKitSettings): Promise<PaymentGateway> =>
  createStoreKit({
    ...app,
    rootCertificates:
      rootCertificates.length > 0
        ? await Promise.all(rootCertificates.map(certificateOf))
        : [appleRootCertificate()],
    api: api && {
      issuerId: api.issuerId,
      keyId: api.keyId,
      privateKey: await privateKeyOf(api.privateKeyFile),
      baseUrl: api.url,
    },
  })

const certificateOf = (file: string): Promise<Buffer> =>
  fileOf('STOREKIT_ROOT_CERTIFICATES', file, (content) => new X509Certificate(content))

const privateKeyOf = async (file: string): Promise<string> =>
  (await fileOf('STOREKIT_PRIVATE_KEY_FILE', file, createPrivateKey)).toString('utf8')

/** The contents of a setting's file, once `check` accepts them. */
const fileOf = async (
  setting: string,
  file: string,
  check: (content: Buffer) => unknown,
): Promise<Buffer> => {
  const content = await readFile(file).catch(() => {
    throw new ConfigError(
      `設定 ${setting} のファイル ${file} を読めません。パスとアクセス権を確認してください。`,
    )
  })
  try {
    check(content)
  } catch {
    throw new ConfigError(`設定 ${setting} のファイル ${file} の内容が正しくありません。`)
  }
  return content
}
