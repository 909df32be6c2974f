import { requestTimeoutMs } from '#contract/core/client.ts'

export interface SignedIn {
  /** The Cookie header of every request from now on. */
  cookie: string
  memberId: string
}

/** The cookies of a browser that stores them all. */
const createJar = () => {
  const cookies = new Map<string, string>()
  return {
    header: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    take: (response: Response) => {
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=;]+)=([^;]*)/.exec(line) ?? []
        if (name !== undefined && value !== undefined) cookies.set(name, value)
      }
    },
  }
}

/** `refused` when the server refuses; throws when there is no server. */
export type SignInOutcome = SignedIn | { refused: string }

/**
 * A browser that signs in over the sign-in wire. One browser is one device: it keeps its cookies between attempts.
 * @param address the address that the server, behind a trusted proxy, takes for the client's
 */
export const createSimulatedBrowser = (origin: string, address?: string) => {
  const jar = createJar()
  const send = async (path: string, body?: URLSearchParams): Promise<Response> => {
    const response = await fetch(new URL(path, origin), {
      ...(body ? { method: 'POST', body } : {}),
      redirect: 'manual',
      headers: { cookie: jar.header(), ...(address ? { 'x-forwarded-for': address } : {}) },
      signal: AbortSignal.timeout(requestTimeoutMs),
    })
    jar.take(response)
    return response
  }
  const signIn = async (
    provider: 'login' | 'register',
    fields: Record<string, string>,
  ): Promise<SignInOutcome> => {
    const { csrfToken } = await (await send('/api/auth/csrf')).json()
    const form = new URLSearchParams({ ...fields, csrfToken, callbackUrl: '/', json: 'true' })
    const answered = await send(`/api/auth/callback/${provider}`, form)
    const { url } = await answered.json()
    if (answered.status >= 500) throw new Error(`sign-in answered ${answered.status}`)
    if (answered.status !== 200)
      return { refused: new URL(url, origin).searchParams.get('error') ?? String(answered.status) }
    const memberId = (await (await send('/api/auth/session')).json()).user?.id
    if (typeof memberId !== 'string') throw new Error('signed in, and no session')
    return { cookie: jar.header(), memberId }
  }
  return { signIn, cookie: () => jar.header() }
}
