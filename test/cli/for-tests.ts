import { vi } from 'vitest'
import { main } from '../../src/main.ts'

/**
 * `selvage ARGS` in this process, for what ends before any work begins: to start a process takes a hundred times as
 * long.
 */
export async function runHere(args: readonly string[]) {
  const said = { stdout: '', stderr: '' }
  const keep = (stream: 'stdout' | 'stderr') =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      said[stream] += String(text)
      return true
    })
  // `main` listens to standard output as long as the process lives.
  const spies = [keep('stdout'), keep('stderr'), vi.spyOn(process.stdout, 'on').mockReturnThis()]
  try {
    await main([...args])
    return { code: process.exitCode ?? 0, ...said }
  } finally {
    for (const spy of spies) spy.mockRestore()
    process.exitCode = undefined
  }
}
