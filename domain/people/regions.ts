/** The 47 prefectures without their suffix, as profiles name them, by the regions of Japan. */
export const regionGroups = [
  { name: '北海道・東北', regions: ['北海道', '青森', '岩手', '宮城', '秋田', '山形', '福島'] },
  { name: '関東', regions: ['東京', '神奈川', '埼玉', '千葉', '茨城', '栃木', '群馬'] },
  {
    name: '中部',
    regions: ['新潟', '富山', '石川', '福井', '山梨', '長野', '岐阜', '静岡', '愛知'],
  },
  { name: '近畿', regions: ['三重', '滋賀', '京都', '大阪', '兵庫', '奈良', '和歌山'] },
  { name: '中国・四国', regions: ['鳥取', '島根', '岡山', '広島', '山口', '徳島', '香川', '愛媛', '高知'] },
  { name: '九州・沖縄', regions: ['福岡', '佐賀', '長崎', '熊本', '大分', '宮崎', '鹿児島', '沖縄'] },
] as const

export const regions: readonly string[] = regionGroups.flatMap((group) => group.regions)
