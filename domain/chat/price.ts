import type { CallRole } from '#contract/calls/calls.ts'
import { type ChatPrice, chatPriceMax, chatPriceStep } from '#contract/chat/operator.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'

/** Whether operators may set this price for a message. */
export const chatPriceSettingDecision = (pricePoints: number): ChatPrice | Refusal<'chatPriceWrong'> =>
  pricePoints >= 0 && pricePoints <= chatPriceMax && pricePoints % chatPriceStep === 0
    ? { pricePoints }
    : refuse('chatPriceWrong')

/** What one side pays for a message: the caller pays the operator's price, the broadcaster pays nothing. */
export const messagePriceFor = (sender: CallRole, pricePoints: number): number =>
  sender === 'caller' ? pricePoints : 0

/**
 * What a message costs its sender now. If the page showed another price, the message is refused and nothing
 * is charged: the price changed while the page was open.
 */
export const messagePriceDecision = (
  sender: CallRole,
  pricePoints: number,
  shownPoints: number,
): number | Refusal<'chatPriceChanged'> => {
  const price = messagePriceFor(sender, pricePoints)
  return price === 0 || price === shownPoints ? price : refuse('chatPriceChanged')
}
