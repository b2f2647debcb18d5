import { ACCOUNT_TASKS } from './account-tasks.ts'
import { CATALOG_TASKS } from './catalog-tasks.ts'
import type { Task } from './task.ts'

export const TASKS: readonly Task[] = [...CATALOG_TASKS, ...ACCOUNT_TASKS]
