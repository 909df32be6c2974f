import { isMobileDevice } from '#domain/shell/device.ts'
import { type LoaderFunctionArgs, replace } from '#web/router/router.ts'

/** What stands below /profile has one address per kind of device (specification 2); the other one leads to it. */
export const onDevice =
  (mobile: boolean, pathOf: (partnerId: string) => string) =>
  ({ params }: LoaderFunctionArgs) =>
    isMobileDevice(navigator.userAgent) === mobile ? null : replace(pathOf(params.partnerId ?? ''))
