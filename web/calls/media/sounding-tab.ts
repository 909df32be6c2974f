const channelName = 'koyoi-ring-sound'

/**
 * One tab of this browser sounds at a time, the one that began last: who opens the ring in a second tab doesn't hear
 * it twice.
 * @param onOther another tab has begun to sound
 * @returns how to stop listening
 */
export const beginSounding = (onOther: () => void): (() => void) => {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', onOther)
  channel.postMessage('begun')
  return () => channel.close()
}
