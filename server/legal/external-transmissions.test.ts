import { expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { externalTransmissions, transmissionsMarkdown } from './external-transmissions.ts'
import { withTransmissions } from './legal-page.ts'
import { markdownHtml } from './markdown-html.ts'

const configOf = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: '/tmp/none', ...env })
const services = (env?: Record<string, string>) =>
  externalTransmissions(configOf(env)).map(({ service }) => service.replace(/（.*/, ''))

it('names only what browsers send themselves while nothing is configured', () => {
  expect(services()).toEqual(['プッシュ通知サービス'])
})

it('names each configured service', () => {
  expect(
    services({
      PUBLIC_URL: 'https://koyoi.example',
      SQUARE_ACCESS_TOKEN: 'a',
      SQUARE_LOCATION_ID: 'b',
      SQUARE_APPLICATION_ID: 'c',
      SQUARE_WEBHOOK_SIGNATURE_KEY: 'd',
      PAIDY_SECRET_KEY: 'e',
      PAIDY_PUBLIC_KEY: 'f',
      STOREKIT_BUNDLE_ID: 'jp.example',
      STOREKIT_PRODUCTS: 'p=1000',
      STOREKIT_ENVIRONMENT: 'sandbox',
      FCM_SERVICE_ACCOUNT_FILE: '/tmp/none.json',
      FCM_VAPID_KEY: 'g',
      FCM_API_KEY: 'h',
      FCM_MESSAGING_SENDER_ID: 'i',
      FCM_APP_ID: 'j',
      TURN_URLS: 'turns:relay.example:443?transport=tcp',
      TURN_SECRET: '0123456789abcdef',
      ANALYTICS_MEASUREMENT_ID: 'G-ABCD1234',
      CONVERSION_POSTBACK_URL: 'https://ads.example/done?key=secret',
      GOOGLE_CLIENT_ID: 'k',
      GOOGLE_CLIENT_SECRET: 'l',
      SENTRY_DSN: 'https://key@errors.example/1',
    }),
  ).toEqual([
    'Square',
    'Paidy',
    'App Store',
    'Firebase Cloud Messaging',
    '通話の中継サーバー',
    'Google アナリティクス',
    '広告の成果の通知',
    'Googleでログイン',
    '不具合の記録',
  ])
})

it('names hosts, and no keys', () => {
  const markdown = transmissionsMarkdown(
    externalTransmissions(
      configOf({
        TURN_URLS: 'turn:relay.example,turns:other.example:443?transport=tcp',
        TURN_SECRET: '0123456789abcdef',
        CONVERSION_POSTBACK_URL: 'https://ads.example/done?key=secret',
        SENTRY_DSN: 'https://publickey@errors.example/1',
      }),
    ),
  )
  for (const host of ['relay.example', 'other.example', 'ads.example', 'errors.example'])
    expect(markdown).toContain(host)
  expect(markdown).not.toMatch(/secret|publickey|0123456789abcdef|:443/)
})

it('an operator’s setting becomes neither Markdown nor HTML', () => {
  const transmission = {
    service: '**<b>太字</b>**',
    recipient: 'a | b [c](javascript:alert(1))',
    sent: '`x`',
    purpose: '_y_',
    when: '# z',
  }
  const html = markdownHtml(withTransmissions(configOf(), transmissionsMarkdown([transmission])))
  expect(html).toContain('<h2>**&lt;b&gt;太字&lt;/b&gt;**</h2>')
  expect(html).toContain('<td>a | b [c](javascript:alert(1))</td>')
  expect(html).not.toMatch(/<(b|strong|em|code|a|h1)\b/)
})

it('a text contains the list at its placeholder, and says so where nothing is sent', () => {
  expect(markdownHtml(withTransmissions(configOf(), 'はじめに\n\n[[外部送信先の一覧]]'))).toContain(
    '<h2>プッシュ通知サービス',
  )
  expect(transmissionsMarkdown([])).toContain('当社以外に送信される情報はありません')
})
