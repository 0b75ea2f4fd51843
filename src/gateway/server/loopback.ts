/** Whether a host name (without a port) can only mean this machine. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase()
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || name === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(name)
}
