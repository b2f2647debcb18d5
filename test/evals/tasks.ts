import { ACCOUNT_TASKS } from './account-tasks.ts'
import { CATALOG_TASKS } from './catalog-tasks.ts'
import { FINDING_TASKS } from './finding-tasks.ts'
import { ITEM_TASKS } from './item-tasks.ts'
import type { Task } from './task.ts'

export const TASKS: readonly Task[] = [...CATALOG_TASKS, ...FINDING_TASKS, ...ACCOUNT_TASKS, ...ITEM_TASKS]
