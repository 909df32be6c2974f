/**
 * Runs before every npm script of package.json, on the system's Node (20 or newer) with nothing installed. It installs
 * the locked packages when they aren't there yet, among them the Node that runs everything else. It writes to standard
 * error, so that the output of a script stays its own. It must not import a package, and its syntax must suit Node 20.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const repositoryRoot = dirname(dirname(fileURLToPath(import.meta.url)))
const lockFile = join(repositoryRoot, 'package-lock.json')
/** Holds the hash of the lock file that node_modules was installed from. */
const stampFile = join(repositoryRoot, 'node_modules', '.koyoi-installed')
const installedLockFile = join(repositoryRoot, 'node_modules', '.package-lock.json')
const nodeFile = join(repositoryRoot, 'node_modules', '.bin', 'node')
const nodePackage = join(repositoryRoot, 'node_modules', 'node')
/** What may run this script, and npm with it. */
const systemNodeMajorMin = 20
const nodeMajorMin = 24
const progressIntervalMs = 5_000
const outputLinesShown = 15

if (Number.parseInt(process.versions.node, 10) < systemNodeMajorMin) {
  fail(`Node.js ${systemNodeMajorMin} 以上が必要です（今は ${process.versions.node} です）。`, '')
}
const hash = createHash('sha256').update(readFileSync(lockFile)).digest('hex')
if (readText(stampFile) !== hash || !existsSync(nodeFile)) {
  if (!isInstalled()) await install()
  if (!hasNode()) fetchNode()
  writeFileSync(stampFile, hash)
}

/** True when node_modules holds just what the lock file names, by whichever command it was installed. */
function isInstalled() {
  const installed = JSON.parse(readText(installedLockFile) ?? '{}').packages
  if (!installed) return false
  return Object.entries(JSON.parse(readFileSync(lockFile, 'utf8')).packages).every(
    ([path, { version, optional }]) =>
      path === '' || (installed[path] ? installed[path].version === version : optional === true),
  )
}

async function install() {
  console.error('部品をインストールしています。初回は1〜2分かかります…')
  const startedAt = Date.now()
  // NODE_ENV=production would leave out the tools that build the pages.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const npmScript = process.env.npm_execpath
  const [command, first] = npmScript?.endsWith('.js') ? [process.execPath, [npmScript]] : ['npm', []]
  const child = spawn(command, [...first, ...args], {
    cwd: repositoryRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ticker = setInterval(() => {
    console.error(`  インストール中（${Math.round((Date.now() - startedAt) / 1000)}秒経過）…`)
  }, progressIntervalMs)
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      output += error.message
      resolve(1)
    })
    child.once('close', resolve)
  })
  clearInterval(ticker)
  if (code !== 0) {
    fail('部品をインストールできませんでした。ネットワークを確認して、もう一度実行してください。', output)
  }
  console.error(`インストールが終わりました（${Math.round((Date.now() - startedAt) / 1000)}秒）。`)
}

function hasNode() {
  const { stdout } = spawnSync(nodeFile, ['--version'], { encoding: 'utf8' })
  return Number.parseInt(stdout?.slice(1) ?? '', 10) >= nodeMajorMin
}

/** An npm told to ignore install scripts leaves out the Node binary, which the package's script fetches. */
function fetchNode() {
  const { stdout, stderr } = spawnSync(process.execPath, ['installArchSpecificPackage'], {
    cwd: nodePackage,
    encoding: 'utf8',
  })
  if (!hasNode()) {
    fail(
      `Node.js ${nodeMajorMin} を用意できませんでした。この環境に対応した Node.js が必要です。`,
      stdout + stderr,
    )
  }
}

function readText(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

function fail(sentence, output) {
  console.error(`\n${sentence}`)
  console.error(output.trim().split('\n').slice(-outputLinesShown).join('\n'))
  process.exit(1)
}
