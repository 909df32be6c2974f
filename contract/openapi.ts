import * as z from 'zod/mini'
import { identityProofLifeMs } from '#contract/account/identity-proof.ts'
import type { Access, EndpointSpec } from '#contract/core/endpoint.ts'
import { serverHalfOf } from '#contract/core/server-half.ts'
import { type RefusalCode, refusals } from './refusals.ts'

/** Where the server answers the document. */
export const openApiPath = '/api/openapi.json'

/** What any endpoint may refuse of what was sent. */
export const sharedRefusals = ['badInput', 'malformedBody', 'tooManyRequests'] as const

/** What the server answers before or beside an endpoint, whichever was asked. */
const serverRefusals = ['forbidden', 'methodNotAllowed', 'serverFailure', 'notReady'] as const
/** The same of requests with a body. */
const bodyRefusals = ['bodyTooLarge', 'foreignOrigin'] as const

/** The refusals of a request without access, and the cookie that gives access. */
export const accessRules = {
  public: { refusals: [], cookie: null },
  session: { refusals: ['notLoggedIn', 'accountClosed'], cookie: 'session' },
  provenSession: { refusals: ['notLoggedIn', 'accountClosed', 'identityProofNeeded'], cookie: 'session' },
  closedSession: { refusals: ['notLoggedIn', 'accountOpen'], cookie: 'session' },
  operatorSession: { refusals: ['notLoggedIn'], cookie: 'operator' },
  operator: { refusals: ['notLoggedIn', 'secondStepMissing'], cookie: 'operator' },
} as const satisfies Record<Access, { refusals: readonly RefusalCode[]; cookie: string | null }>

const accessTexts: Record<Access, string> = {
  public: 'Open to everybody.',
  session: 'For a signed-in member.',
  provenSession: `For a signed-in member who has proved their identity in the last ${identityProofLifeMs / 60_000} minutes.`,
  closedSession: 'For a signed-in member who has left and may still come back.',
  operatorSession: 'For an operator whose password was right.',
  operator: 'For an operator who has passed both steps of the sign-in.',
}

const jsonBody = (schema: unknown) => ({ content: { 'application/json': { schema } } })

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const refusalSchema = {
  type: 'object',
  required: ['type', 'code', 'message'],
  properties: {
    type: { const: 'error' },
    code: { type: 'string', description: 'What was refused, for programs.' },
    message: { type: 'string', description: 'The same in Japanese, for people.' },
  },
}

const allowHeader = {
  allow: { description: 'The methods that this path has.', schema: { type: 'string' } },
}

const refusalCodesOf = (spec: EndpointSpec): readonly RefusalCode[] => [
  ...new Set([
    ...serverHalfOf(spec).refusals,
    ...sharedRefusals,
    ...accessRules[spec.access].refusals,
    ...serverRefusals,
    ...(spec.method === 'POST' ? bodyRefusals : []),
  ]),
]

const responsesOf = (spec: EndpointSpec) => {
  const codes = refusalCodesOf(spec)
  const byStatus: Record<string, object> = {
    200: { description: 'OK', ...jsonBody(schemaOf(serverHalfOf(spec).output, 'output')) },
  }
  for (const status of new Set(codes.map((code) => refusals[code].status))) {
    const here = codes.filter((code) => refusals[code].status === status)
    byStatus[status] = {
      description: here.map((code) => `${code}: ${refusals[code].message}`).join(' / '),
      ...(status === refusals.methodNotAllowed.status ? { headers: allowHeader } : {}),
      ...jsonBody({ $ref: '#/components/schemas/Refusal' }),
    }
  }
  return byStatus
}

const securityOf = ({ access }: EndpointSpec) => {
  const { cookie } = accessRules[access]
  return cookie === null ? [] : [{ [cookie]: [] }]
}

const operationOf = (name: string, tag: string, spec: EndpointSpec) => {
  const { summary, input } = serverHalfOf(spec)
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: `${summary}. ${accessTexts[spec.access]}`,
    security: securityOf(spec),
    ...(spec.method === 'POST'
      ? { requestBody: { required: true, ...jsonBody(schemaOf(input, 'input')) } }
      : {}),
    responses: responsesOf(spec),
  }
}

const cookieOf = (name: string, whose: string) => ({
  type: 'apiKey',
  in: 'cookie',
  name,
  description: `The cookie of ${whose}. Where the service is reached by https its name begins with __Secure-.`,
})

interface Area {
  description: string
  endpoints: Record<string, EndpointSpec>
}

/** The OpenAPI 3.1 document of our own API, derived from the contract. */
export const openApiOf = (areas: Record<string, Area>, contact: { name: string; email: string }) => ({
  openapi: '3.1.0',
  info: {
    title: 'Koyoi',
    version: '1',
    description:
      'The API of the web service Koyoi（今宵）. A refusal has a code for programs and a Japanese sentence for people.',
    contact,
    license: { name: 'Proprietary', identifier: 'LicenseRef-Koyoi' },
  },
  servers: [{ url: '/', description: 'The server that answered this document' }],
  tags: Object.entries(areas).map(([name, { description }]) => ({ name, description })),
  components: {
    securitySchemes: {
      session: cookieOf('next-auth.session-token', "a member's session"),
      operator: cookieOf('koyoi.operator', "an operator's session"),
    },
    schemas: { Refusal: refusalSchema },
  },
  paths: Object.fromEntries(
    Object.entries(areas).flatMap(([tag, area]) =>
      Object.entries(area.endpoints).map(([name, spec]) => [
        spec.path,
        { [spec.method.toLowerCase()]: operationOf(name, tag, spec) },
      ]),
    ),
  ),
})
