import Lightbox from 'yet-another-react-lightbox'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'
import './image-viewer.css'

export interface ViewedImage {
  src: string
  alt: string
  width: number
  height: number
}

/** Image pixels to screen pixels at the largest zoom. */
const zoomMax = 3

const labels = {
  Close: '閉じる',
  Previous: '前の画像',
  Next: '次の画像',
  'Zoom in': '拡大',
  'Zoom out': '縮小',
  Lightbox: '画像',
  'Photo gallery': '画像の一覧',
  Carousel: '画像の一覧',
  Slide: '画像',
  '{index} of {total}': '{total}枚中{index}枚目',
}

/** The conversation's pictures, one at a time over the whole screen; pinch, double tap and wheel zoom. */
export const ImageViewer = ({
  images,
  index,
  onClose,
}: {
  images: readonly ViewedImage[]
  index: number
  onClose: () => void
}) => (
  <Lightbox
    open
    close={onClose}
    index={index}
    slides={images}
    plugins={[Zoom]}
    labels={labels}
    carousel={{ finite: true, padding: 0 }}
    controller={{ closeOnPullDown: true, closeOnBackdropClick: true }}
    zoom={{ maxZoomPixelRatio: zoomMax, scrollToZoom: true }}
    render={images.length > 1 ? {} : { buttonPrev: () => null, buttonNext: () => null }}
  />
)
