import Link from 'next/link'
import styles from '../styles/legal-links.module.css'

const pages = {
  '/message': 'キャンペーン・お知らせ',
  '/terms': '利用規約',
  '/privacy': 'プライバシーポリシー',
  '/tokushoho': '特定商取引法に基づく表記',
  '/shikin': '資金決済法に基づく表示',
  '/external-transmission': '外部送信について',
  '/community': 'コミュニティガイドライン',
}

export const Foot = () => (
  <nav aria-label="お知らせと規約" className={styles.links}>
    <ul>
      {Object.entries(pages).map(([path, word]) => (
        <li key={path}>
          <Link href={path} prefetch={false}>
            {word}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
