import { isTestHelp, type KitResult, loadAppModule, tryModule } from '../accounts/index.ts'

function line({ promise, failure, notTried }: KitResult): string {
  if (failure !== undefined) return `FAILS  ${promise}: ${failure}`
  return notTried === undefined ? `holds  ${promise}` : `       ${promise}: not tried, ${notTried}`
}

/** `selvage check accounts FILE`: exit code 1 if a promise fails. */
export async function checkAccounts(file: string): Promise<void> {
  const { app, forTests = {} } = await loadAppModule(file)
  if (!isTestHelp(forTests))
    throw new Error(`${file}: forTests must have users (two ids), join and archive, or some of them.`)
  const results = await tryModule(app, forTests)
  await app.close?.()
  process.stdout.write(`${results.map(line).join('\n')}\n`)
  const failed = results.filter(({ failure }) => failure !== undefined).length
  if (failed === 0) return
  process.stderr.write(`${failed} of ${results.length} promises fail.\n`)
  process.exitCode = 1
}
