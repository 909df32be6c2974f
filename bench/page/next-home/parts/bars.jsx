import { House, Images, MessageCircle, Search, Tent, UserRound } from 'lucide-react'
import Link from 'next/link'
import button from '../styles/button.module.css'
import tabs from '../styles/tab-bar.module.css'
import top from '../styles/top-bar.module.css'
import { Icon } from './icon.jsx'
import { Register } from './register.jsx'

export const TopBar = ({ isVisitor }) => (
  <header className={top.bar} data-visitor data-home>
    <Link href="/" prefetch={false} className={top.mark} aria-label="今宵 Koyoi ホーム">
      今宵
    </Link>
    {isVisitor ? (
      <>
        <Register className={`${button.button} ${button.text} ${button.s} ${top.login}`}>ログイン</Register>
        <Register className={`${button.button} ${button.primary} ${button.s}`}>無料ではじめる</Register>
      </>
    ) : null}
  </header>
)

const places = [
  ['/', 'ホーム', House],
  ['/search', 'さがす', Search],
  ['/conversation/all', 'トーク', MessageCircle],
  ['/base', 'ベース', Tent],
  ['/gallery', 'ギャラリー', Images],
  ['/my-page', 'マイページ', UserRound],
]

export const TabBar = () => (
  <nav className={tabs.bar} aria-label="メイン">
    {places.map(([path, word, icon]) => (
      <Link key={path} href={path} prefetch={false} aria-current={path === '/' ? 'page' : undefined}>
        <Icon of={icon} />
        <span>{word}</span>
      </Link>
    ))}
  </nav>
)
