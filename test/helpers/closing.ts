type Close = () => Promise<void> | void

const open = new Set<() => Promise<void>>()

/** Makes a function that closes something once: when it is called, or after the last test of the file. */
export function closing(close: Close): () => Promise<void> {
  const once = async () => {
    if (open.delete(once)) await close()
  }
  open.add(once)
  return once
}

/** What was opened last is closed first. */
export async function closeAll(): Promise<void> {
  for (const close of [...open].reverse()) await close()
}
