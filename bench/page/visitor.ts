/** What a visitor's phone sends. Both servers compress with gzip for it: only over HTTPS browsers ask for Brotli. */
export const visitorHeaders = {
  'user-agent':
    'Mozilla/5.0 (Linux; Android 11; moto g power (2022)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Mobile Safari/537.36',
  'accept-encoding': 'gzip',
  accept: 'text/html,application/xhtml+xml,image/avif,image/webp,*/*;q=0.8',
}

export const fetchAsVisitor = (url: string): Promise<Response> => fetch(url, { headers: visitorHeaders })
