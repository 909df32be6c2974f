/** Explains which file of an export contains what, and the meaning of its keys. */
export const exportReadme = `今宵（Koyoi） データの控え

このZIPには、あなたについて今宵が保存している情報が入っています。
文字のファイルはJSON（UTF-8）です。日時は協定世界時（UTC）のISO 8601形式、ポイントは整数、金額は円です。
ほかの方の情報は、画面に表示される名前のほかは含みません。パスワードや認証の鍵も含みません。

profile.json               会員ID、名前、地域、年齢、生年月日、自己紹介、登録日など
sign-in.json               メールアドレス、電話番号、パスキー、復旧コードの状態、ログイン中の端末
agreements.json            同意した規約とその版、日時
notification-settings.json 通知の設定
notices.json               アプリ内のお知らせ（kind 種類、details 内容）
applications.json          配信者の申請の記録（本人確認書類そのものは含みません）
calls.json                 通話の記録。kind 種類、role 立場、partnerName 相手の名前、connectedSec 通話秒数、
                           points 使ったポイント、earnedPoints 得た報酬、pointBackPoints 戻ったポイント
market.json                フリマ。address 住所、items 出品、transactions 取引、questions 質問、offers 希望価格、reviews 評価
live-rooms.json            ライブ配信の題名、タグ、料金、日時（配信者の方）
live-flow.json             ライブ配信でのコメント、プレゼント、メニューの注文、あなたのメニュー
bookings.json              通話の予約。phase 状態、outcome 結果、note あなたが添えたひとこと
boards.json                掲示板に書いたもの（posts）と、通知を受け取っているスレッド（subscriptions）
missions.json              受け取ったミッションのポイント
points.json                ポイントと報酬の増減。account wallet（ポイント）・earnings（報酬）・debt（返還待ち）、
                           amount 増減、lots 残っているポイントの内訳
orders.json                購入の記録
payouts.json               報酬の支払いの記録
chats.json                 トークのうち、あなたが送ったもの
videos.json                あなたが送った動画の日時と長さ。durationMs 長さ（ミリ秒）
gallery.json               items 出品した作品、bought 購入した作品、saved 保存した作品、requests 写真のリクエスト、
                           removalRequests 削除の申し出
reviews.json               written 書いたレビュー、received 届いたレビュー、answers あなたの返信
timeline.json              posts 投稿、comments コメント、likes いいねの日時、votes アンケートの投票
availability-requests.json 「空いたら知らせる」のうち、まだお知らせしていないもの
favourites.json            お気に入り
blocks.json                ブロックした方
reports.json               あなたが送った通報
images/                    あなたが送った画像
`
