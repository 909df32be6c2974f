/** A segment with a digit names a person, a call or an order. */
const named = /\/[^/]*\d[^/]*/g

/** A path without whom or what it is about: what others read of it tells nothing of with whom somebody was. */
export const withoutNames = (pathname: string): string => pathname.replaceAll(named, '/-')
