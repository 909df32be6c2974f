import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { done, instant, nothing, success } from '#contract/core/shared.ts'

/** How far a sign-in has come: an authenticator to be enrolled, a code to be given, or through. */
export const operatorSteps = ['enrol', 'code', 'through'] as const
export type OperatorStep = (typeof operatorSteps)[number]

/** Without anything done for this long an operator has to sign in again. */
export const operatorIdleMs = 15 * 60_000

export const auditLinesPerPage = 50

const auditLine = z.object({
  id: z.int(),
  at: instant,
  /** Mail address; null for the command line of the machine itself and, with an address, before a sign-in. */
  operator: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** An endpoint's name, a step of signing in, or a command. */
  action: z.string(),
  subject: z.nullable(z.string()),
  before: z.unknown(),
  after: z.unknown(),
})
export type AuditLine = z.infer<typeof auditLine>

/** The operator's cookie goes to paths under /api/operator/ alone. */
export const operatorEndpoints = {
  operatorSignIn: defineEndpoint({
    method: 'POST',
    path: '/api/operator/sign-in',
    access: 'public',
    summary: "First step of an operator's sign-in: mail address and password",
    input: z.object({ mail: z.string(), password: z.string() }),
    output: z.object({ type: success, step: z.enum(operatorSteps) }),
    refusals: ['signInFailed', 'signInTooOften', 'hostNotOwn'],
  }),
  operatorMe: defineEndpoint({
    method: 'POST',
    path: '/api/operator/me',
    access: 'operatorSession',
    summary: 'Who is signed in and how far; asking keeps nobody signed in',
    input: nothing,
    output: z.object({
      type: success,
      mail: z.string(),
      step: z.enum(operatorSteps),
      /** 0 before the sign-in is through. */
      openNotices: z.int(),
    }),
    refusals: [],
  }),
  operatorOfferSecret: defineEndpoint({
    method: 'POST',
    path: '/api/operator/offer-secret',
    access: 'operatorSession',
    summary: "The authenticator's secret to enrol, the same one while this sign-in lasts",
    input: nothing,
    output: z.object({
      type: success,
      /** otpauth:// URI, for a QR code. */
      uri: z.string(),
      /** The secret in base32, for typing. */
      key: z.string(),
    }),
    refusals: ['alreadyEnrolled'],
  }),
  operatorGiveCode: defineEndpoint({
    method: 'POST',
    path: '/api/operator/give-code',
    access: 'operatorSession',
    summary: "Second step: the authenticator's code, or a recovery code",
    input: z.object({ code: z.string() }),
    output: z.object({
      type: success,
      /** Shown once, after an authenticator was enrolled. */
      recoveryCodes: z.nullable(z.array(z.string())),
    }),
    refusals: ['codeRefused', 'signInTooOften'],
  }),
  operatorSignOut: defineEndpoint({
    method: 'POST',
    path: '/api/operator/sign-out',
    access: 'operatorSession',
    summary: 'Ends the sign-in of this browser',
    input: nothing,
    output: done,
    refusals: [],
  }),
  operatorAuditLog: defineEndpoint({
    method: 'POST',
    path: '/api/operator/audit-log',
    access: 'operator',
    summary: 'What operators did, newest first',
    input: z.object({ beforeId: z.optional(z.int()), subject: z.optional(z.string()) }),
    output: z.object({ type: success, lines: z.array(auditLine), hasMore: z.boolean() }),
    refusals: [],
  }),
}
