import type { Context as HonoContext } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { campaignCodeOf } from '#domain/account/campaign-code.ts'
import type { Config } from '#server/config/config.ts'
import { isSecureOrigin } from '#server/credentials/auth-cookies.ts'

/** Specification 3: the name of the cookie, and of the parameter of a campaign's links. */
const campaignName = 'cm_code'
/** A registration counts for the campaign that brought somebody first, as long as this. */
const firstTouchSec = 90 * 24 * 60 * 60

/** First touch (product.md 8): what brought this browser here first stays, be it no campaign at all. */
export const rememberFirstTouch = (c: HonoContext, config: Pick<Config, 'publicUrl'>): void => {
  if (getCookie(c, campaignName) !== undefined) return
  setCookie(c, campaignName, campaignCodeOf(c.req.query(campaignName)), {
    path: '/',
    sameSite: 'Lax',
    secure: isSecureOrigin(config.publicUrl),
    maxAge: firstTouchSec,
  })
}
