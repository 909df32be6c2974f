import type { CallRole } from '#contract/calls/calls.ts'
import { type ChatPrice, chatPriceMax, chatPriceStep } from '#contract/chat/operator.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'

/** Whether operators may set this price for a message. */
export const chatPriceSettingDecision = (pricePoints: number): ChatPrice | Refusal<'chatPriceWrong'> =>
  pricePoints >= 0 && pricePoints <= chatPriceMax && pricePoints % chatPriceStep === 0
    ? { pricePoints }
    : refuse('chatPriceWrong')

/** What one side of a conversation pays for a message: the caller the operator's price, the broadcaster nothing. */
export const messagePriceFor = (sender: CallRole, pricePoints: number): number =>
  sender === 'caller' ? pricePoints : 0

/**
 * What a message costs its sender now. A sender who was shown another price pays nothing and sends nothing: the price
 * changed while the page was open.
 */
export const messagePriceDecision = (
  sender: CallRole,
  pricePoints: number,
  shownPoints: number,
): number | Refusal<'chatPriceChanged'> => {
  const price = messagePriceFor(sender, pricePoints)
  return price === 0 || price === shownPoints ? price : refuse('chatPriceChanged')
}
