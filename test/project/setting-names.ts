import { loadConfig } from '../../src/config/config.ts'

const asked = new Set<string>()
loadConfig(new Proxy({}, { get: (_, name) => void asked.add(String(name)) }))

/** The variables that the configuration reads. */
export const SETTING_NAMES: readonly string[] = [...asked]
