import { ChevronRight, Gift, Shuffle } from 'lucide-react'
import Link from 'next/link'
import home from '../data/home.json'
import page from '../styles/home-page.module.css'
import app from '../styles/layout.module.css'
import lanterns from '../styles/live-strip.module.css'
import panel from '../styles/panel.module.css'
import card from '../styles/person-card.module.css'
import price from '../styles/price-tag.module.css'
import random from '../styles/random-card.module.css'
import intro from '../styles/visitor-intro.module.css'
import { TabBar, TopBar } from './bars.jsx'
import { Foot } from './foot.jsx'
import { Icon } from './icon.jsx'
import { PersonCard } from './person-card.jsx'
import { Picture } from './picture.jsx'
import { Rankings } from './rankings.jsx'
import { Register, RegisterDialog } from './register.jsx'
import { ShowAll } from './show-all.jsx'

const firstShown = 8
const eagerCards = 4
const recommendedShown = 6
const newcomersShown = 4

const Head = ({ id, title, count, children }) => (
  <div className={panel.head}>
    <h2 id={id}>{title}</h2>
    {count === undefined ? null : <span className={panel.count}>{count}人</span>}
    {children ? <span className={panel.more}>{children}</span> : null}
  </div>
)

const Cards = ({ people, eager = 0 }) =>
  people.map((person, index) => (
    <li key={person.id}>
      <PersonCard person={person} isEager={index < eager} />
    </li>
  ))

const Lanterns = ({ people }) => (
  <section aria-labelledby="live-now">
    <Head id="live-now" title="配信中" count={people.length}>
      <Link href="/live" prefetch={false}>
        すべて見る
      </Link>
    </Head>
    <div className={`${lanterns.strip} scroll-x`}>
      <ul>
        {people.map((person) => (
          <li key={person.id}>
            <Link href={`/channel/${person.id}`} className={lanterns.lantern} prefetch={false}>
              <span className={lanterns.body}>
                <Picture id={person.avatarId} size={180} height={180} />
              </span>
              <b>{person.name}</b>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  </section>
)

const WelcomeGift = () => (
  <Register className={intro.gift}>
    <Icon of={Gift} />
    <span>
      <b>
        登録で<span className="num">300</span>ptプレゼント
      </b>
      <small>
        ビデオなら1分30秒ぶん。
        <span className="nowrap">ニックネームだけで始められます</span>
      </small>
    </span>
    <Icon of={ChevronRight} size="s" />
  </Register>
)

const RandomCard = () => (
  <Register className={random.card}>
    <Icon of={Shuffle} />
    <span className={random.words}>
      <b>ランダム通話</b>
      <small>いま話せる人と、すぐビデオ通話</small>
    </span>
    <span className={random.price}>
      最大
      <span className={price.price}>
        <b>200</b>
        <i>pt/分</i>
      </span>
    </span>
  </Register>
)

const Standby = ({ people }) => (
  <section aria-labelledby="standby">
    <Head id="standby" title="すぐ話せる人" count={people.length}>
      <Link href="/search" prefetch={false}>
        条件でさがす
      </Link>
    </Head>
    <ShowAll className={card.grid} more={page.more} rest={<Cards people={people.slice(firstShown)} />}>
      <Cards people={people.slice(0, firstShown)} eager={eagerCards} />
    </ShowAll>
  </section>
)

const Section = ({ id, title, people }) => (
  <section aria-labelledby={id}>
    <Head id={id} title={title} />
    <ul className={card.grid}>
      <Cards people={people} />
    </ul>
  </section>
)

export const Home = ({ isVisitor }) => (
  <div className={app.app}>
    <TopBar isVisitor={isVisitor} />
    <div className={app.screen}>
      <main className={`${app.main} ${app.aboveTabs} ${app.belowBar}`}>
        <div className={page.wrap}>
          <header>
            <h1 className={page.display}>今宵、だれと話そう。</h1>
            <p className={intro.sentence}>待機中の配信者と、ビデオや音声で1対1で話せるサービスです。</p>
            <p className={page.lead}>
              いま<span className="num">{home.standby.length}</span>人が待機中です
            </p>
          </header>
          {isVisitor ? <WelcomeGift /> : null}
          <div className={page.columns}>
            <div className={page.lists}>
              {home.live.length > 0 ? <Lanterns people={home.live} /> : null}
              <RandomCard />
              <Standby people={home.standby} />
              <Section
                id="recommended"
                title="おすすめ"
                people={home.recommended.slice(0, recommendedShown)}
              />
              <Section id="newcomers" title="新しい人" people={home.newcomers.slice(0, newcomersShown)} />
            </div>
            <div className={page.aside}>
              <Rankings topRated={home.topRated} popular={home.popular} />
              <Foot />
            </div>
          </div>
        </div>
      </main>
    </div>
    <TabBar />
    <RegisterDialog />
  </div>
)
