/** Specification 2: the error-reporting tunnel. */
export const monitoringPath = '/monitoring'

/** Specification 9, monitoring sample rates: of all errors, and of all page loads. */
export const errorSampleRate = 0.01
export const traceSampleRate = 0.05

/** Specification 9, error-reporting defaults. */
export const breadcrumbsMax = 100
export const linkedErrorsMax = 5
export const bufferedRequestsMax = 64

/** Specification 8: requests whose address holds this are dropped from error reports. */
export const unreportedMark = '/pc'

/** Stands for the collector where none is configured: the platform keeps the newest reports itself (product.md 10.2). */
export const ownDsn = 'https://koyoi@reports.invalid/1'
