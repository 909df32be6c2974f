import type { Config } from '#server/config/config.ts'

/** Content-Security-Policy sources by directive. */
export type PolicySources = Partial<
  Record<'script' | 'style' | 'font' | 'connect' | 'frame' | 'img', string[]>
>

/** Square's card fields (https://developer.squareup.com/docs/web-payments/overview) and the banks' 3-D Secure pages. */
const square: PolicySources = {
  script: ['https://web.squarecdn.com', 'https://sandbox.web.squarecdn.com'],
  style: ['https://web.squarecdn.com', 'https://sandbox.web.squarecdn.com'],
  font: ['https://square-fonts-production-f.squarecdn.com', 'https://d1g145x70srn7h.cloudfront.net'],
  connect: [
    'https://web.squarecdn.com',
    'https://sandbox.web.squarecdn.com',
    'https://pci-connect.squareup.com',
    'https://pci-connect.squareupsandbox.com',
  ],
  // Every bank has an address of its own.
  frame: ['https:'],
}

/** Paidy's checkout (https://paidy.com/docs/en/paidycheckout.html). */
const paidy: PolicySources = {
  script: ['https://apps.paidy.com'],
  connect: ['https://*.paidy.com'],
  frame: ['https://*.paidy.com'],
  img: ['https://*.paidy.com'],
}

/** The sources that the configured payment services need in our pages. */
export const paymentSources = ({ payments }: Pick<Config, 'payments'>): PolicySources[] => [
  ...(payments.square ? [square] : []),
  ...(payments.paidy ? [paidy] : []),
]
