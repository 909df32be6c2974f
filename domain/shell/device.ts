/**
 * Specification 2: a device is mobile if its user agent shows Android, iPhone or iPad, or contains 'mobile' or
 * 'tablet'.
 */
export const isMobileDevice = (userAgent: string): boolean =>
  /android|iphone|ipad|mobile|tablet/i.test(userAgent)
