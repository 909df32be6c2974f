import '../styles/tokens.css'
import '../styles/base.css'

export const metadata = {
  title: '今宵 Koyoi',
  description:
    '声でも、ビデオでも。今宵、だれかと話したくなったら。6秒ごとの料金で安心な通話サービスです。18歳以上の方がご利用いただけます。',
  icons: { icon: '/icon.svg' },
}

const Layout = ({ children }) => (
  <html lang="ja">
    <body>{children}</body>
  </html>
)

export { Layout as default }
