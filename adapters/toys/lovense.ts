import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { readJsonAnswer } from '../http/json-answer.ts'
import type { ToyAnswer, Toys } from './port.ts'

export interface LovenseSettings {
  /** The developer token of our account with the service. */
  token: string
  /** Another address than the service's own, for tests. */
  baseUrl?: string | undefined
}

/** Lovense's Standard API, “By server”: https://developer.lovense.com/docs/standard-solutions/standard-api.html */
const serviceUrl = 'https://api.lovense-api.com'
const timeoutMs = 5_000
/** The middle of the service's strengths 0 to 20. */
const strength = 10

/** 200: accepted. 507: the app of this user is offline. */
const commandAnswer = z.object({ result: z.boolean(), code: z.int() })
const codes = { accepted: 200, offline: 507 } as const

const pairingAnswer = z.object({
  code: z.int(),
  data: z.object({ qr: z.url({ protocol: /^https?$/ }), code: z.string().check(z.maxLength(64)) }),
})

/**
 * Devices of Lovense, commanded through the service's server with our developer token. A broadcaster scans a code in the
 * service's app once; from then on the member id is the service's `uid`. The `utoken` lets a callback be checked.
 */
export const createLovenseToys = ({ token, baseUrl = serviceUrl }: LovenseSettings): Toys => {
  const post = async <Schema extends z.ZodMiniType>(
    path: string,
    body: object,
    schema: Schema,
  ): Promise<z.output<Schema> | null> => {
    try {
      const response = await fetch(`${baseUrl}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token, ...body }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      const parsed = schema.safeParse(await readJsonAnswer(response))
      return response.ok && parsed.success ? parsed.data : null
    } catch {
      return null
    }
  }
  const utokenOf = (id: string) => createHmac('sha256', token).update(`toy:${id}`).digest('hex')

  return {
    play: async ({ broadcasterId, seconds }): Promise<ToyAnswer> => {
      const answer = await post(
        '/api/lan/v2/command',
        {
          uid: broadcasterId,
          command: 'Function',
          action: `Vibrate:${strength}`,
          timeSec: seconds,
          apiVer: 1,
        },
        commandAnswer,
      )
      if (answer?.code === codes.accepted && answer.result) return 'played'
      return answer?.code === codes.offline ? 'offline' : 'failed'
    },
    pair: async ({ id, name }) => {
      const answer = await post(
        '/api/lan/getQrCode',
        { uid: id, uname: name, utoken: utokenOf(id), v: 2 },
        pairingAnswer,
      )
      return answer?.code === 0 ? { qrUrl: answer.data.qr, code: answer.data.code } : null
    },
  }
}
