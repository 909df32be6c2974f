/** iPhones and iPads, also iPads that report themselves as a Macintosh: push needs the home screen there. */
export const isAppleTouchDevice = (): boolean =>
  /iphone|ipad|ipod/i.test(navigator.userAgent) ||
  (/macintosh/i.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/** Opened from an icon on the home screen. */
export const isOnHomeScreen = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true)
