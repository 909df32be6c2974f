/**
 * The text that carries a code. With an origin it ends in the line by which a browser offers the code on our
 * own page and on no other (WICG, "Origin-bound one-time codes delivered via SMS").
 */
export const phoneCodeText = ({
  code,
  minutes,
  origin,
}: {
  code: string
  minutes: number
  origin: string | undefined
}): string => {
  const sentence = `【今宵】確認コードは ${code} です（${minutes}分間有効）。だれにも教えないでください。`
  return origin === undefined ? sentence : `${sentence}\n\n@${new URL(origin).hostname} #${code}`
}
