import { unusualPrice } from '#domain/gallery/usual-price.ts'
import { points } from '#web/text/format.ts'

/** What the editor says about a price outside the usual range; null within it. */
export const unusualPriceText = (
  price: number | null,
  usual: { from: number; to: number } | null,
): string | null => {
  const unusual = price === null ? null : unusualPrice(price, usual)
  if (unusual === null || usual === null) return null
  const range = `よく購入されている価格は${points(usual.from)}〜${points(usual.to)}です。`
  return unusual === 'high'
    ? `${range}高めの価格なので、購入されにくいことがあります。`
    : `${range}低めの価格なので、報酬が少なくなります。`
}
