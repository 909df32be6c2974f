/** A segment with a digit names a person, a call or an order. */
const named = /\/[^/]*\d[^/]*/g

/** A path without ids, so that its readers don't learn about whom it is. */
export const withoutNames = (pathname: string): string => pathname.replaceAll(named, '/-')
