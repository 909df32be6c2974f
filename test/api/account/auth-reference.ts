import { createRequire } from 'node:module'
import { refusals } from '#contract/refusals.ts'
import { origin, taro } from './auth-world.ts'

const require = createRequire(import.meta.url)

interface ReferenceRequest {
  method: string
  query: Record<string, string | string[]>
  headers: Record<string, string>
  cookies: Record<string, string>
  body: Record<string, string> | undefined
}

type PagesHandler = (request: ReferenceRequest, response: ReferenceAnswer) => Promise<unknown>

/** What Next.js passes to an API route, as far as next-auth uses it. */
class ReferenceAnswer {
  statusCode = 200
  headers = new Headers()
  body = ''
  status(code: number) {
    this.statusCode = code
    return this
  }
  getHeader(name: string): string[] | undefined {
    const lines = name === 'Set-Cookie' ? this.headers.getSetCookie() : []
    return lines.length > 0 ? lines : undefined
  }
  setHeader(name: string, value: string | string[]) {
    this.headers.delete(name)
    for (const one of [value].flat()) this.headers.append(name, one)
    return this
  }
  json(body: unknown) {
    this.setHeader('Content-Type', 'application/json')
    this.body = JSON.stringify(body)
  }
  send(body: unknown) {
    if (typeof body === 'object') return this.json(body)
    this.body = String(body ?? '')
  }
  end() {}
}

/** NextAuth's own server with the specification's settings: our wire is compared with it. */
export const createReference = (): ((request: Request) => Promise<Response>) => {
  process.env.NEXTAUTH_URL = origin
  const { default: NextAuth } = require('next-auth') as { default: (options: object) => PagesHandler }
  const { default: Credentials } = require('next-auth/providers/credentials') as {
    default: (options: object) => object
  }
  const silent = () => undefined
  const handler = NextAuth({
    secret: 'reference',
    pages: { signIn: '/login', error: '/login' },
    logger: { error: silent, warn: silent, debug: silent },
    providers: [
      Credentials({
        id: 'login',
        name: 'ログイン',
        authorize: (form: Record<string, string>) => {
          if (form.email === taro.email && form.password === taro.password) return taro
          throw new Error(refusals.signInFailed.message)
        },
      }),
      Credentials({
        id: 'recovery',
        name: '復旧コード',
        authorize: () => {
          throw new Error(refusals.recoveryCodeWrong.message)
        },
      }),
      Credentials({
        id: 'register',
        name: '無料登録',
        authorize: () => {
          throw new Error(refusals.nameTooShort.message)
        },
      }),
      Credentials({
        id: 'passkey',
        name: 'パスキー',
        authorize: () => {
          throw new Error(refusals.passkeySignInFailed.message)
        },
      }),
    ],
  })
  return async (request) => {
    const url = new URL(request.url)
    const text = await request.text()
    const isJson = request.headers.get('content-type')?.includes('json')
    const answer = new ReferenceAnswer()
    await handler(
      {
        method: request.method,
        query: {
          ...Object.fromEntries(url.searchParams),
          nextauth: url.pathname.slice('/api/auth/'.length).split('/'),
        },
        headers: Object.fromEntries(request.headers),
        cookies: Object.fromEntries(
          (request.headers.get('cookie') ?? '')
            .split('; ')
            .filter((pair) => pair !== '')
            .map((pair) => [
              pair.slice(0, pair.indexOf('=')),
              decodeURIComponent(pair.slice(pair.indexOf('=') + 1)),
            ]),
        ),
        body:
          text === '' ? undefined : isJson ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text)),
      },
      answer,
    )
    return new Response(answer.body, { status: answer.statusCode, headers: answer.headers })
  }
}
