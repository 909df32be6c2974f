/** The passwords that are guessed first, of eight characters and more, in lower case. */
const commonPasswords = `
12345678 123456789 1234567890 12345678910 87654321 987654321 0987654321 11111111 00000000 88888888 66666666 55555555
12341234 11223344 12344321 123123123 112233445566 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 zaq12wsx qazwsxedc q1w2e3r4
qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 asdfghjk asdfghjkl asdfasdf zxcvbnm1 zxcvbnm123 qweasdzxc
password passw0rd p@ssword p@ssw0rd password1 password12 password123 password1234 pass1234 passpass
abcd1234 abc12345 abcdefgh abcdefg1 a1234567 aa123456 a12345678 abcabcabc 1234abcd 123456ab 123456789a
iloveyou iloveyou1 sunshine princess football baseball welcome1 superman batman123 pokemon1 doraemon pikachu1
administrator adminadmin admin123 administrator1 letmein1 changeme trustno1 monkey123 dragon123 starwars
sakura12 sakura123 sakurasakura takahiro masahiro kazuhiro hirosima yokohama nagasaki hokkaido ilovejapan japan123
arashi5104 makoto123 hanako123 tarotaro nihonjin nippon12 toyota123 nintendo playstation minecraft koyoikoyoi
`

export const passwordBlocklist: ReadonlySet<string> = new Set(commonPasswords.trim().split(/\s+/))
