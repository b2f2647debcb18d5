import type { ColumnDefinitionBuilder } from 'kysely'
import type { Migration, Migrations } from '../database/index.ts'

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const flag = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)

const accounts: Migration = async (schema, id) => {
  await schema
    .createTable('meta')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', required)
    .execute()

  await schema
    .createTable('projects')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('name', 'text', required)
    .addColumn('folded_name', 'text', required)
    .addColumn('description', 'text')
    .addColumn('archived', 'integer', flag)
    .addColumn('imported', 'integer', flag)
    .addColumn('created_at', 'bigint', required)
    .execute()

  await schema
    .createTable('project_members')
    .addColumn('user_id', id, required)
    .addColumn('project_id', id, (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('role', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('project_members_key', ['project_id', 'user_id'])
    .execute()
  await schema
    .createIndex('project_members_newest')
    .on('project_members')
    .columns(['user_id', 'created_at', 'project_id'])
    .execute()

  await schema
    .createTable('assets')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('owner_id', id, required)
    .addColumn('resource', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('folded_name', 'text', required)
    .addColumn('description', 'text')
    .addColumn('project_id', id, (column) => column.references('projects.id').onDelete('set null'))
    .addColumn('width', 'double precision')
    .addColumn('height', 'double precision')
    .addColumn('grid_rows', 'integer')
    .addColumn('grid_cols', 'integer')
    .addColumn('block_size', 'double precision')
    .addColumn('shape_count', 'integer')
    .addColumn('color_hex', 'text')
    .addColumn('layout_mode', 'text')
    .addColumn('tags', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('archived', 'integer', flag)
    .addColumn('imported', 'integer', flag)
    .addColumn('created_at', 'bigint', required)
    .execute()
  await schema
    .createIndex('assets_newest')
    .on('assets')
    .columns(['owner_id', 'resource', 'created_at', 'id'])
    .execute()
  await schema
    .createIndex('assets_newest_in_project')
    .on('assets')
    .columns(['project_id', 'owner_id', 'resource', 'created_at', 'id'])
    .execute()

  await schema
    .createTable('designs')
    .addColumn('asset_id', id, (column) => column.primaryKey().references('assets.id').onDelete('cascade'))
    .addColumn('design', 'text', required)
    .execute()
}

export const MIGRATIONS: Migrations = { 'accounts-1': accounts }
