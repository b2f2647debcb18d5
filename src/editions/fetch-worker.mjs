// Plain JavaScript, so that a worker can start it: loads the TypeScript sources.
import { register } from 'tsx/esm/api'

register()
await import('./fetch.ts')
