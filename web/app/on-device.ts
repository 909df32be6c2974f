import { type LoaderFunctionArgs, replace } from '#web/router/router.ts'
import { isOnMobile } from '#web/shell/device.ts'

/** What is below /profile has one address per kind of device (specification 2); the other one leads to it. */
export const onDevice =
  (mobile: boolean, pathOf: (partnerId: string) => string) =>
  ({ params }: LoaderFunctionArgs) =>
    isOnMobile() === mobile ? null : replace(pathOf(params.partnerId ?? ''))
