import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from '#server/context.ts'
import { keyedHash } from '#server/secrets/keyed-hash.ts'

/** Addresses end at multiples of this, after once to twice as long: within it the same image keeps its address. */
const addressStepMs = 5 * 60_000
/** Who holds an address that was made for somebody without a session. */
const visitor = 'visitor'

export interface ImageSignature {
  holder: string
  /** Unix time in seconds. */
  until: number
  sign: string
}

type Signing = Pick<Context, 'secret' | 'now'>

const signOf = (secret: Buffer, imageId: string, { holder, until }: Omit<ImageSignature, 'sign'>): string =>
  keyedHash(secret, 'imageAddress', `${imageId}:${holder}:${until}`)

/**
 * The end of an original's address: it names its holder, a member or any visitor, and ends within ten minutes. The holder
 * needs their own session beside it, and the rule of the image's purpose decides anew at each request.
 */
export const signImageAddress = (signing: Signing, imageId: string, memberId: string | null): string => {
  const { holder, until, sign } = signatureOf(signing, imageId, memberId)
  return `for=${holder}&until=${until}&sign=${sign}`
}

/** The parts of that end, for addresses of another form. */
export const signatureOf = (
  { secret, now }: Signing,
  imageId: string,
  memberId: string | null,
): ImageSignature => {
  const holder = memberId ?? visitor
  const until = ((Math.floor(now() / addressStepMs) + 2) * addressStepMs) / 1_000
  return { holder, until, sign: signOf(secret, imageId, { holder, until }) }
}

/** No member's id has letters, so that neither an operator nor a member holds what the other does. */
const operatorHolder = (operatorId: number): string => `operator-${operatorId}`

/** What an operator's signature opens: all files of one subject. It has a colon, as no image's id has. */
export const operatorFileName = (subject: string, subjectId: string): string => `${subject}:${subjectId}`

/** The end of an operator's address. Like a member's, it needs its holder's session beside it. */
export const signOperatorAddress = (signing: Signing, name: string, operatorId: number): string =>
  signImageAddress(signing, name, operatorHolder(operatorId))

/** Whether the signature is this operator's for this name, and has not ended. */
export const isSignedForOperator = (
  signing: Signing,
  name: string,
  operatorId: number,
  signature: ImageSignature | null,
): boolean => isSignedFor(signing, name, operatorHolder(operatorId), signature)

const readDigits = (text: string | null): number | null =>
  text !== null && /^\d{1,12}$/.test(text) ? Number(text) : null

/** The signature in an address; null when there is none or it is incomplete. */
export const parseImageSignature = (parameters: URLSearchParams): ImageSignature | null => {
  const [holder, sign] = [parameters.get('for'), parameters.get('sign')]
  const until = readDigits(parameters.get('until'))
  return holder && sign && until !== null ? { holder, until, sign } : null
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether the signature is this viewer's for this image, and has not ended. */
export const isSignedFor = (
  { secret, now }: Signing,
  imageId: string,
  memberId: string | null,
  signature: ImageSignature | null,
): boolean =>
  signature !== null &&
  signature.holder === (memberId ?? visitor) &&
  signature.until * 1_000 > now() &&
  timingSafeEqual(digest(signature.sign), digest(signOf(secret, imageId, signature)))
