import * as z from 'zod/mini'
import { audienceSettings } from './audience-settings.ts'
import { ConfigError } from './config-error.ts'
import { demoSettings } from './demo-settings.ts'
import { googleSettings } from './google-settings.ts'
import { mailSettings } from './mail-settings.ts'
import { mediaSettings } from './media-settings.ts'
import { monitoringSettings } from './monitoring-settings.ts'
import { paymentSettings } from './payment-settings.ts'
import { pushSettings } from './push-settings.ts'
import { serverSettings } from './server-settings.ts'
import { shippingSettings } from './shipping-settings.ts'
import { smsSettings } from './sms-settings.ts'
import { storageSettings } from './storage-settings.ts'
import { toySettings } from './toy-settings.ts'

export { ConfigError } from './config-error.ts'

/** Every setting of the product. A new service is one file with `defineSettings` and one line here. */
const groups = [
  serverSettings,
  mediaSettings,
  paymentSettings,
  storageSettings,
  mailSettings,
  smsSettings,
  toySettings,
  shippingSettings,
  demoSettings,
  pushSettings,
  audienceSettings,
  monitoringSettings,
  googleSettings,
] as const

type Group = (typeof groups)[number]
type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never
/** The fields of all groups, each documented where its group reads it. */
type Fields = Intersection<ReturnType<Group['read']>>
export interface Config extends Fields {}

export const settings = z.object(mergeOf((group) => group.schema))
const expectations: Readonly<Record<string, string>> = mergeOf((group) => group.expectations)
const secrets = new Set<string>(groups.flatMap((group) => group.secrets))

function mergeOf<Part extends object>(part: (group: Group) => Part): Intersection<Part> {
  return Object.assign({}, ...groups.map(part))
}

/** Reads the settings, once at start. Empty values count as unset. Refuses with `ConfigError`, naming the setting. */
export const readConfig = (env: Record<string, string | undefined>): Config => {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = settings.safeParse(given)
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0] ?? '')
    const expected = expectations[name] ?? '空でない文字列'
    const shown = secrets.has(name) ? '' : ` "${given[name]}" `
    throw new ConfigError(`設定 ${name} の値${shown}は使えません（${expected}にしてください）。`)
  }
  const value = parsed.data
  // Whether the demo runs follows from the payment settings, which don't depend on it.
  const { demo } = paymentSettings.read(value, false)
  return Object.assign({}, ...groups.map((group) => group.read(value, demo)))
}
