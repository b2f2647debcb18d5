import { visibleText } from '../core/text.ts'
import type { Finding } from '../files/index.ts'

/** How many findings are written one by one. The others are counted. */
const MOST_LINES = 20
const MOST_VALUE_CHARACTERS = 60

/** A value as one short line, without characters that could change the terminal. */
function shown(value: string): string {
  const characters = [...visibleText(value)]
  const cut = characters.slice(0, MOST_VALUE_CHARACTERS).join('')
  return JSON.stringify(characters.length > MOST_VALUE_CHARACTERS ? `${cut}…` : cut)
}

/** Writes what is wrong with the records of a file: the first ones with line and value, then a count by kind. */
export function createFindingList(write: (line: string) => void) {
  let written = 0
  const kinds = new Map<string, number>()
  const writeFirst = (kind: string, line: string): void => {
    written += 1
    if (written <= MOST_LINES) write(line)
    else {
      // There are few kinds, but a hostile file could have many.
      const counted = kinds.has(kind) || kinds.size < MOST_LINES ? kind : 'of other kinds'
      kinds.set(counted, (kinds.get(counted) ?? 0) + 1)
    }
  }
  return {
    add({ line, kind, value }: Finding): void {
      writeFirst(kind, `line ${line}: ${kind}${value === undefined ? '' : `: ${shown(value)}`}`)
    },
    /** Says how names are understood, so that a wrong guess is seen. */
    tellRenamed(names: ReadonlyMap<string, string>): void {
      write(`Read ${[...names].map(([name, field]) => `${shown(name)} as ${field}`).join(', ')}.`)
    },
    /** @param field what the name stands for, if a surer name gives that. */
    addUnknown(name: string, of: string, field?: string): void {
      if (field === undefined)
        writeFirst(
          `not a field of ${of}, and left out`,
          `${shown(name)} is not a field of ${of}, and is left out.`,
        )
      else
        writeFirst('given twice, and left out', `${shown(name)} is left out: another column is the ${field}.`)
    },
    /** Counts of the findings that were not written. */
    end(): void {
      if (kinds.size === 0) return
      write(`and ${(written - MOST_LINES).toLocaleString('en')} more:`)
      const byCount = [...kinds].sort(([, one], [, other]) => other - one)
      for (const [kind, count] of byCount) write(`  ${count.toLocaleString('en')} × ${kind}`)
    },
  }
}
