/**
 * The cards of the sandbox gateway, which takes payments while no payment service is set up. The purchase screen offers
 * them; a token stands for what a real card field hands over. An unknown token is declined as an invalid card.
 */
export const sandboxCards = [
  { token: 'sandbox-approve', brand: 'Visa', number: '4111 1111 1111 1111', outcome: '承認されます' },
  { token: 'sandbox-decline', brand: 'Visa', number: '4000 0000 0000 0002', outcome: '拒否されます' },
  {
    token: 'sandbox-insufficient-funds',
    brand: 'Visa',
    number: '4000 0000 0000 9995',
    outcome: '残高不足で拒否されます',
  },
  {
    token: 'sandbox-expired',
    brand: 'Visa',
    number: '4000 0000 0000 0069',
    outcome: '有効期限切れで拒否されます',
  },
  {
    token: 'sandbox-challenge',
    brand: 'Mastercard',
    number: '5200 0000 0000 1096',
    outcome: '本人認証（3Dセキュア）の画面が開きます',
  },
  {
    token: 'sandbox-timeout',
    brand: 'Mastercard',
    number: '5555 5555 5555 4444',
    outcome: '決済の返事が届かず、あとから確認されます',
  },
  {
    token: 'sandbox-double-webhook',
    brand: 'JCB',
    number: '3530 1113 3330 0000',
    outcome: '承認され、同じ通知が2回届きます',
  },
  {
    token: 'sandbox-chargeback',
    brand: 'JCB',
    number: '3566 0020 2036 0505',
    outcome: '承認され、1分後にチャージバックになります',
  },
] as const

export type SandboxCardToken = (typeof sandboxCards)[number]['token']
