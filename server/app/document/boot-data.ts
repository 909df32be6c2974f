import type { Context as HonoContext } from 'hono'
import { getCookie } from 'hono/cookie'
import { ageCookieName, ageDeclarationVersion, type Session } from '#contract/account/account.ts'
import type { BootData } from '#contract/core/boot-data.ts'
import { ownDsn } from '#contract/monitoring/monitoring.ts'
import { publishSession } from '#server/account/sign-in/session-answer.ts'
import type { Config } from '#server/config/config.ts'
import type { Context } from '#server/context.ts'
import { clientOf, type ServerEnv } from '#server/http/client-of.ts'
import { rememberFirstTouch } from '../campaign-cookie.ts'

/** JSON inside a script element: nothing in it may close the element or open a comment. */
export const asScriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

export const withBootData = (html: string, boot: BootData): string =>
  // A function: a name may contain what a replacement text would expand.
  html.replace(
    '</head>',
    () => `<script id="boot" type="application/json">${asScriptJson(boot)}</script></head>`,
  )

/** Analytics run only with a session (decision 54). */
export const measurementIdFor = (
  session: Session | null,
  { analytics }: Pick<Config['audience'], 'analytics'>,
): string | null => (session && analytics ? analytics.measurementId : null)

export const bootDataOf = async (context: Context, c: HonoContext<ServerEnv>): Promise<BootData> => {
  const { config } = context
  const session = await publishSession(c, context)
  rememberFirstTouch(c, config)
  return {
    session,
    isMobile: clientOf(c, config.trustedProxyHops).isMobile,
    isGated: config.audience.ageGate && !session && getCookie(c, ageCookieName) !== ageDeclarationVersion,
    measurementId: measurementIdFor(session, config.audience),
    hasGoogle: context.google !== null,
    dsn: config.collector?.dsn ?? ownDsn,
    supportMail: config.supportMail,
    ipLookupUrl: config.audience.ipLookupUrl ?? null,
  }
}
