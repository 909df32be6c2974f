import * as z from 'zod/mini'
import type { EndpointSpec } from './endpoint.ts'
import { refusals } from './refusals.ts'

const sharedRefusals = ['badInput', 'malformedBody', 'tooManyRequests'] as const

const jsonBody = (schema: unknown) => ({ content: { 'application/json': { schema } } })

const refusalSchema = {
  type: 'object',
  required: ['type', 'code', 'message'],
  properties: { type: { const: 'error' }, code: { type: 'string' }, message: { type: 'string' } },
}

const responsesOf = (spec: EndpointSpec) => {
  const codes = [
    ...spec.refusals,
    ...sharedRefusals,
    ...(spec.access === 'session' ? (['notLoggedIn'] as const) : []),
  ]
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

/** The OpenAPI 3.1 document of our own API, derived from the contract. */
export const openApiOf = (endpoints: Record<string, EndpointSpec>) => ({
  openapi: '3.1.0',
  info: { title: 'Koyoi', version: '1' },
  components: {
    securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'next-auth.session-token' } },
  },
  paths: Object.fromEntries(
    Object.entries(endpoints).map(([name, spec]) => [
      spec.path,
      {
        [spec.method.toLowerCase()]: {
          operationId: name,
          summary: spec.summary,
          ...(spec.access === 'session' ? { security: [{ session: [] }] } : {}),
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
