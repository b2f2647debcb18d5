import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { VERSION } from '../../src/version.ts'
import { allTools } from '../../tools/index.ts'
import { ROOT, temporaryFolder } from '../helpers/files.ts'

const PLUGIN = join(ROOT, 'deploy/plugin')
const read = (folder: string, file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'))

const ABOUT = ['name', 'version', 'description', 'homepage', 'repository', 'license', 'keywords', 'author']

/** The members that each directory takes and we use. A new one is looked up in its schema before it is used. */
const MEMBERS = {
  '.claude-plugin/plugin.json': [...ABOUT, 'displayName', 'privacyPolicyUrl'],
  '.mcp.json': ['mcpServers'],
  // Cursor takes no $schema here.
  '.cursor-plugin/plugin.json': [...ABOUT, 'displayName', 'logo', 'skills', 'mcpServers'],
  'plugin.json': ['$schema', ...ABOUT, 'extensions'],
  'mcp.json': ['$schema', 'mcpServers'],
  '../server.json': [
    ...['$schema', 'name', 'title', 'description', 'version', 'websiteUrl', 'repository', 'icons', 'remotes'],
  ],
}

it.each(Object.entries(MEMBERS))('deploy/plugin/%s is what its directory takes', (file, members) => {
  const manifest = z.record(z.string(), z.unknown()).parse(read(PLUGIN, file))
  expect(Object.keys(manifest).sort()).toEqual(members.toSorted())
  expect(manifest['version'] ?? VERSION).toBe(VERSION)
  const text = JSON.stringify(manifest)
  expect(text).not.toContain('http:')
  const assets = [...text.matchAll(/"(?:\.\/)?assets\/([^"]+)"/g)].map(([, name]) => name)
  expect(readdirSync(join(PLUGIN, 'assets'))).toEqual(expect.arrayContaining(assets))
})

it("what ChatGPT's directory shows has its lengths", () => {
  const shown = z.strictObject({
    displayName: z.string().max(30),
    shortDescription: z.string().max(30),
    longDescription: z.string().max(4000),
    developerName: z.string(),
    category: z.string(),
    capabilities: z.array(z.enum(['Interactive', 'Read', 'Write'])),
    websiteURL: z.url(),
    privacyPolicyURL: z.url(),
    termsOfServiceURL: z.url(),
    defaultPrompt: z.array(z.string().max(128)).max(3),
    brandColor: z.string().regex(/^#[0-9A-F]{6}$/),
    composerIcon: z.string(),
    logo: z.string(),
    screenshots: z.array(z.string()).min(3).max(5),
  })
  const extensions = z.strictObject({ 'com.openai': z.strictObject({ interface: shown }) })
  z.object({ extensions }).parse(read(PLUGIN, 'plugin.json'))
})

it('the packages have the address of a deployment, and what each directory reads', () => {
  const folder = temporaryFolder()
  cpSync(join(ROOT, 'deploy'), join(folder.path, 'deploy'), { recursive: true })
  const script = join(folder.path, 'deploy/package-plugins')
  execFileSync(script, ['https://quilts.acme.test', 'https://github.com/acme/quilts'])
  const made = join(folder.path, 'var/plugins')
  const files = readdirSync(made, { recursive: true, encoding: 'utf8' })
  const skills = ['claude', 'openai', 'cursor'].map((name) => `${name}/skills/create-project/SKILL.md`)
  const connectors = ['claude/.mcp.json', 'openai/mcp.json', 'cursor/.mcp.json']
  expect(files).toEqual(expect.arrayContaining([...connectors, ...skills]))
  for (const file of files.filter((name) => /\.(?:json|md)$/.test(name))) {
    const text = readFileSync(join(made, file), 'utf8')
    expect(text, file).not.toContain('example')
    // A plugin for one store speaks of no other one.
    if (file.startsWith('openai/')) expect(text, file).not.toMatch(/claude|anthropic|cursor/i)
  }
  expect(read(made, 'server.json')).toMatchObject({
    name: 'test.acme.quilts/selvage',
    remotes: [{ url: 'https://quilts.acme.test/mcp' }],
  })
})

it.each(readdirSync(join(PLUGIN, 'assets')))('%s is a PNG of the size that stores ask for', (name) => {
  const picture = readFileSync(join(PLUGIN, 'assets', name))
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
  expect(picture.readUInt32BE(16)).toBeGreaterThanOrEqual(name === 'icon.png' ? 512 : 1000)
})

describe('docs/directories.md', () => {
  const page = readFileSync(join(ROOT, 'docs/directories.md'), 'utf8')
  const rowsOf = (heading: string) => {
    const [, after = ''] = page.split(`${heading}\n`)
    const [table = ''] = after.split(/\n(?!\|)/).filter((part) => part.trimStart().startsWith('|'))
    const lines = table.trim().split('\n').slice(2)
    return lines.map((line) => line.split('|').slice(1, -1))
  }

  it('has at least five prompts that call tools which exist, and three that call none', () => {
    const positive = rowsOf('With the demo account:')
    expect(positive.length).toBeGreaterThanOrEqual(5)
    const called = positive.flatMap(([, tools = '']) =>
      [...tools.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    )
    const listed = allTools.filter(({ isRestOnly }) => !isRestOnly).map(({ name }) => name)
    expect(called.filter((name = '') => !listed.includes(name))).toEqual([])
    expect(rowsOf('What must not happen:').length).toBeGreaterThanOrEqual(3)
  })

  it('names the prompt of each screenshot', () => {
    const pictures = rowsOf('again.').map(([name = '']) => name.replace(/[` ]/g, ''))
    const shown = readdirSync(join(PLUGIN, 'assets')).filter((name) => name !== 'icon.png')
    expect(pictures.toSorted()).toEqual(shown.toSorted())
  })

  it('has install links of the address that the packages have', () => {
    const address = 'https://agents.example.com/mcp'
    const [, code = ''] = /^vscode:mcp\/install\?(.+)$/m.exec(page) ?? []
    expect(JSON.parse(decodeURIComponent(code))).toEqual({ name: 'selvage', type: 'http', url: address })
    const [link = ''] = /^cursor:.+$/m.exec(page) ?? []
    const { searchParams } = new URL(link)
    const config = Buffer.from(searchParams.get('config') ?? '', 'base64').toString()
    expect([searchParams.get('name'), JSON.parse(config)]).toEqual(['selvage', { url: address }])
  })
})
