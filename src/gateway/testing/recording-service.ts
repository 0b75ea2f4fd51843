/** An account as the service answers with it. */
const account = { id: 7, email: 'kim@example.org', name: 'Kim', countryId: null, plan: { exceed: false } }

/** A service that accepts every request, and names those that reached it: `GET /chats/7`. */
export function recordingService() {
  const reached: string[] = []
  const service = {
    fetch: (request: Request) => {
      const path = request.url.slice('http://service.invalid'.length)
      reached.push(`${request.method} ${path}`)
      return Response.json({ status: true, data: path === '/account' ? { ...account, tokenKey: 'secret-key' } : [] })
    },
  }
  return { reached, service, account }
}
