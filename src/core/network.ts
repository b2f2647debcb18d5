const LOOPBACK_NAMES = new Set(['localhost', '[::1]', '::1'])

/** Whether a host name or address means this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK_NAMES.has(hostname) || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
