const channelName = 'koyoi-ring-sound'

/**
 * One tab of this browser sounds at a time, the one that began last: a ring that is opened in a second tab
 * isn't heard twice.
 * @param onOther another tab has begun to sound
 * @returns a function that stops listening
 */
export const beginSounding = (onOther: () => void): (() => void) => {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', onOther)
  channel.postMessage('begun')
  return () => channel.close()
}
