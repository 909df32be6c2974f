import * as z from 'zod/mini'
import type { Access, EndpointSpec } from './endpoint.ts'
import { type RefusalCode, refusals } from './refusals.ts'

export const sharedRefusals = ['badInput', 'malformedBody', 'tooManyRequests'] as const

/** What whoever isn't let in hears, and the cookie that lets in. */
export const doors = {
  public: { refusals: [], cookie: null },
  session: { refusals: ['notLoggedIn', 'accountClosed'], cookie: 'session' },
  provenSession: { refusals: ['notLoggedIn', 'accountClosed', 'identityProofNeeded'], cookie: 'session' },
  closedSession: { refusals: ['notLoggedIn', 'accountOpen'], cookie: 'session' },
  operatorSession: { refusals: ['notLoggedIn'], cookie: 'operator' },
  operator: { refusals: ['notLoggedIn', 'secondStepMissing'], cookie: 'operator' },
} as const satisfies Record<Access, { refusals: readonly RefusalCode[]; cookie: string | null }>

const jsonBody = (schema: unknown) => ({ content: { 'application/json': { schema } } })

const refusalSchema = {
  type: 'object',
  required: ['type', 'code', 'message'],
  properties: { type: { const: 'error' }, code: { type: 'string' }, message: { type: 'string' } },
}

const responsesOf = (spec: EndpointSpec) => {
  const codes = [...spec.refusals, ...sharedRefusals, ...doors[spec.access].refusals]
  const byStatus: Record<string, object> = {
    200: {
      description: 'OK',
      ...jsonBody(z.toJSONSchema(spec.output, { io: 'output', unrepresentable: 'any' })),
    },
  }
  for (const status of new Set(codes.map((code) => refusals[code].status))) {
    const here = codes.filter((code) => refusals[code].status === status)
    byStatus[status] = {
      description: here.map((code) => `${code}: ${refusals[code].message}`).join(' / '),
      ...jsonBody(refusalSchema),
    }
  }
  return byStatus
}

const securityOf = ({ access }: EndpointSpec) => {
  const { cookie } = doors[access]
  return cookie === null ? {} : { security: [{ [cookie]: [] }] }
}

/** The OpenAPI 3.1 document of our own API, derived from the contract. */
export const openApiOf = (endpoints: Record<string, EndpointSpec>) => ({
  openapi: '3.1.0',
  info: { title: 'Koyoi', version: '1' },
  components: {
    securitySchemes: {
      session: { type: 'apiKey', in: 'cookie', name: 'next-auth.session-token' },
      operator: { type: 'apiKey', in: 'cookie', name: 'koyoi.operator' },
    },
  },
  paths: Object.fromEntries(
    Object.entries(endpoints).map(([name, spec]) => [
      spec.path,
      {
        [spec.method.toLowerCase()]: {
          operationId: name,
          summary: spec.summary,
          ...securityOf(spec),
          ...(spec.method === 'POST'
            ? {
                requestBody: {
                  required: true,
                  ...jsonBody(z.toJSONSchema(spec.input, { io: 'input', unrepresentable: 'any' })),
                },
              }
            : {}),
          responses: responsesOf(spec),
        },
      },
    ]),
  ),
})
