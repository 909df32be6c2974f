import type { Context as HonoContext } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { campaignCodeOf } from '#domain/account/campaign-code.ts'
import type { Config } from '#server/config/config.ts'
import { isSecureOrigin } from '#server/credentials/auth-cookies.ts'

/** Specification 3: the name of the cookie, and of the parameter of a campaign's links. */
const campaignName = 'cm_code'
/** For this long a registration counts for the campaign of the first visit. */
const firstTouchSec = 90 * 24 * 60 * 60

/** First touch (product.md 8.8): stores the campaign of this browser's first visit, or that there was none. */
export const rememberFirstTouch = (c: HonoContext, config: Pick<Config, 'publicUrl'>): void => {
  if (getCookie(c, campaignName) !== undefined) return
  setCookie(c, campaignName, campaignCodeOf(c.req.query(campaignName)), {
    path: '/',
    sameSite: 'Lax',
    secure: isSecureOrigin(config.publicUrl),
    maxAge: firstTouchSec,
  })
}
