import { randomInt } from 'node:crypto'
import { ageDeclarationVersion, registrationDefaults } from '#contract/account/account.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { campaignCodeOf } from '#domain/account/campaign-code.ts'
import {
  registrationPerDeviceMs,
  registrationsPerAddressMax,
  registrationsPerAddressWindowMs,
  registrationsPerSiteMax,
} from '#domain/account/limits.ts'
import { readNewNickname } from '#domain/account/nickname.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { lockName } from '#server/db/name-lock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { agreeToAllInForce } from '#server/legal/actions/agree.ts'
import { type OpenedSession, openSession } from '#server/members/actions/open-session.ts'
import { rememberDevice } from '#server/members/known-devices.ts'
import { grantRegistrationPoints } from '#server/points/registration-grant.ts'
import { addConversion } from '../conversion-postbacks.ts'
import type { Browser } from './open-sign-in.ts'
import { revokeSessionInTx } from './revoke-session.ts'

/** The form of provider `register` as it arrives: text, any field may be missing. */
export interface RegistrationForm {
  name: string
  age: string
  region: string
  cmCode: string
  googleClientId: string
}

const regionText = /^\p{L}{1,20}$/u
const analyticsClientId = /^[\w.-]{1,128}$/
const ageMin = 18
const ageMax = 120

export type RegistrationRefusal =
  | 'nameTooShort'
  | 'nameTooLong'
  | 'nameNotShown'
  | 'nameReserved'
  | 'badInput'
  | 'alreadyRegistered'
  | 'registrationTooOften'

/** Reads the fields of a registration form. */
export const readRegistration = (form: RegistrationForm) => {
  const name = readNewNickname(form.name)
  if (isRefusal(name)) return name
  const age = form.age === '' ? registrationDefaults.age : Number(form.age)
  const region = form.region.trim() || registrationDefaults.region
  if (!Number.isInteger(age) || age < ageMin || age > ageMax || !regionText.test(region))
    return refuse('badInput')
  // The sign-in's fixed age and region are nobody's own (specification 3, product.md 8.1): they aren't stored.
  return {
    name,
    campaign_code: campaignCodeOf(form.cmCode),
    // A bad id of an analytics script never prevents a registration.
    analytics_client_id: analyticsClientId.test(form.googleClientId) ? form.googleClientId : null,
  }
}

interface RegistrationKeys {
  deviceKey: string
  addressKey: string
  siteKey: string | null
}

/** The networks that a registration counts for, the smaller first; always locked in this order. */
const networksOf = ({ addressKey, siteKey }: RegistrationKeys) => [
  { key: addressKey, max: registrationsPerAddressMax },
  ...(siteKey === null ? [] : [{ key: siteKey, max: registrationsPerSiteMax }]),
]

/** Refuses a device or a network that registers too often. Locks both until the transaction ends. */
const checkLimits = async (
  tx: Tx,
  keys: RegistrationKeys,
  nowMs: number,
): Promise<Refusal<'alreadyRegistered' | 'registrationTooOften'> | null> => {
  await lockName(tx, `registration-device:${keys.deviceKey}`)
  for (const { key } of networksOf(keys)) await lockName(tx, `registration-address:${key}`)
  const sameDevice = await tx
    .selectFrom('member')
    .select('id')
    .where('device_key', '=', keys.deviceKey)
    .where('created_at', '>', new Date(nowMs - registrationPerDeviceMs))
    .limit(1)
    .executeTakeFirst()
  if (sameDevice) return refuse('alreadyRegistered')
  for (const { key, max } of networksOf(keys)) {
    const { count } = await tx
      .selectFrom('registration')
      .select((column) => column.fn.countAll<number>().as('count'))
      .where('address_key', '=', key)
      .where('registered_at', '>', new Date(nowMs - registrationsPerAddressWindowMs))
      .executeTakeFirstOrThrow()
    if (count >= max) return refuse('registrationTooOften')
  }
  return null
}

type NewPerson = Exclude<ReturnType<typeof readRegistration>, Refusal>
type NewMember = NewPerson & { device_key: string }

/**
 * Ids are random, so that they reveal neither the number of members nor the order in which they registered.
 */
const insertMember = async (tx: Tx, member: NewMember, at: Date): Promise<string> => {
  for (;;) {
    const inserted = await tx
      .insertInto('member')
      .values({
        id: String(randomInt(10_000_000, 100_000_000)),
        ...member,
        age_declaration_version: ageDeclarationVersion,
        age_declared_at: at,
        created_at: at,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted) return inserted.id
  }
}

export interface Registered {
  memberId: string
  session: OpenedSession
}

/**
 * Creates a new caller, for any method of registration, within the limits: with the agreements and the
 * declaration of age, the registration's points, and a session marked as the first. The browser's former
 * session ends.
 */
export const registerInTx = async (
  context: Context,
  tx: Tx,
  person: NewPerson,
  browser: Browser,
): Promise<Registered | Refusal<'alreadyRegistered' | 'registrationTooOften'>> => {
  const nowMs = context.now()
  const refusal = await checkLimits(tx, browser, nowMs)
  if (refusal) return refusal
  const at = new Date(nowMs)
  const { addressKey, siteKey, deviceKey, userAgent } = browser
  const memberId = await insertMember(tx, { ...person, device_key: deviceKey }, at)
  await agreeToAllInForce(tx, memberId, at)
  const counted = networksOf(browser).map(({ key }) => ({ address_key: key, registered_at: at }))
  await tx.insertInto('registration').values(counted).execute()
  await addConversion(context, tx, {
    member_id: memberId,
    campaign_code: person.campaign_code,
    analytics_client_id: person.analytics_client_id,
    registered_at: at,
  })
  // The ledger counts per address too; it doesn't get the address itself either.
  await grantRegistrationPoints(tx, { userId: memberId, deviceKey, address: addressKey, site: siteKey })
  if (browser.sessionKey) await revokeSessionInTx(context, tx, browser.sessionKey)
  await rememberDevice(tx, { memberId, deviceKey }, nowMs)
  const session = await openSession(context, tx, { memberId, isFirstRegister: true, userAgent, deviceKey })
  return { memberId, session }
}

/** Provider `register`: a new caller by nickname alone (product.md 8.1). Everything or nothing. */
export const register = async (
  context: Context,
  form: RegistrationForm,
  browser: Browser,
): Promise<OpenedSession | Refusal<RegistrationRefusal>> => {
  const person = readRegistration(form)
  if (isRefusal(person)) return person
  const registered = await inTransaction(context.db, (tx) => registerInTx(context, tx, person, browser))
  if (isRefusal(registered)) return registered
  if (browser.sessionKey) context.sessions.evict(browser.sessionKey)
  return registered.session
}
