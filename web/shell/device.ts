import { isMobileDevice } from '#domain/shell/device.ts'

/** Whether the page is on a mobile device (specification 2). */
export let isOnMobile = (): boolean => isMobileDevice(navigator.userAgent)

/** On the server, where a page is rendered for the device that asked for it. */
export const answerDeviceBy = (answer: () => boolean): void => {
  isOnMobile = answer
}
