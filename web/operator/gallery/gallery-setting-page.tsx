import { useState } from 'react'
import {
  type GalleryReviewMode,
  type GallerySetting,
  galleryReviewModes,
  operatorGalleryEndpoints,
} from '#contract/gallery/operator.ts'
import { points } from '#web/text/format.ts'
import { Field, Input } from '#web/ui/form/field.tsx'
import { ActionPanel } from '../account/action-panel.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import operator from '../parts/operator-pages.module.css'
import { useOperatorAction, useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { QueryStates } from '../parts/query-states.tsx'
import { numberIn } from '../points/transfer-actions.tsx'
import { reviewModes } from './gallery-texts.ts'

/** The bounds of prices, when items are reviewed, and what a buyer's copy shows. */
export const GallerySettingPage = () => {
  const query = useOperatorQuery(operatorGalleryEndpoints.operatorGallerySetting, {})
  return (
    <>
      <PageHead
        title="ギャラリーの設定"
        about="価格と審査は、これから設定される価格と、これから送られる作品に適用されます。"
      />
      <QueryStates query={query}>
        {({ setting }) => <SettingForm key={JSON.stringify(setting)} setting={setting} />}
      </QueryStates>
    </>
  )
}

const SettingForm = ({ setting }: { setting: GallerySetting }) => {
  const set = useOperatorAction(operatorGalleryEndpoints.operatorSetGallerySetting)
  const [lowest, setLowest] = useState(String(setting.min))
  const [highest, setHighest] = useState(String(setting.max))
  const [review, setReview] = useState<GalleryReviewMode>(setting.review)
  const [isWatermarkVisible, setIsWatermarkVisible] = useState(setting.isWatermarkVisible)
  const input = { min: numberIn(lowest), max: numberIn(highest), review, isWatermarkVisible }
  const isChanged =
    input.min !== setting.min ||
    input.max !== setting.max ||
    review !== setting.review ||
    isWatermarkVisible !== setting.isWatermarkVisible
  return (
    <ActionPanel
      title="価格の範囲、審査と透かし"
      about="配信者が選べる価格と、運営が作品を確認するとき、購入した方に見える番号を決めます。"
    >
      <Field label="価格の下限" note="pt" hint="0pt（無料）は、範囲にかかわらず選べます。">
        <Input inputMode="numeric" value={lowest} onChange={({ target }) => setLowest(target.value)} />
      </Field>
      <Field label="価格の上限" note="pt">
        <Input inputMode="numeric" value={highest} onChange={({ target }) => setHighest(target.value)} />
      </Field>
      <fieldset className={operator.radios}>
        <legend>審査</legend>
        {galleryReviewModes.map((mode) => (
          <label key={mode}>
            <input type="radio" name="review" checked={review === mode} onChange={() => setReview(mode)} />
            <span>
              {reviewModes[mode].name}
              <small className={operator.aside}>{reviewModes[mode].about}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <fieldset className={operator.radios}>
        <legend>購入した方の画像</legend>
        <label>
          <input
            type="checkbox"
            checked={isWatermarkVisible}
            onChange={({ target }) => setIsWatermarkVisible(target.checked)}
          />
          <span>
            番号を表示する
            <small className={operator.aside}>
              6桁の番号で、だれのものかは運営だけがわかります。画像ではすみに入り、動画ではプレイヤーが映像の上に表示します。表示しなくても、目に見えない透かしが入ります。
            </small>
          </span>
        </label>
      </fieldset>
      {isChanged ? (
        <ConfirmButton
          action={set}
          input={input}
          label="変更する"
          title="ギャラリーの設定を変更しますか？"
          variant="ink"
        >
          <p>
            価格は{points(input.min)}〜{points(input.max)}、{reviewModes[review].name}ようになります。
            購入した方の画像と動画に番号を{isWatermarkVisible ? '表示します' : '表示しません'}。
          </p>
        </ConfirmButton>
      ) : null}
    </ActionPanel>
  )
}
