import { execFile } from 'node:child_process'
import { access, constants, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Where Debian and Ubuntu install it when it isn't in PATH: one folder per major version. */
const debianRoot = '/usr/lib/postgresql'

/** One thread per core of the machine on which the bars were set. */
const threads = 2

export interface PgbenchRun {
  /** One transaction in pgbench's language. */
  script: string
  clients: number
  seconds: number
}

/** Runs PostgreSQL's own load generator with prepared statements; answers transactions a second. */
export async function pgbench(url: string, { script, clients, seconds }: PgbenchRun): Promise<number> {
  const program = await findPgbench()
  const folder = await mkdtemp(join(tmpdir(), 'koyoi-pgbench-'))
  try {
    const file = join(folder, 'script.sql')
    await writeFile(file, script)
    const options = ['--no-vacuum', '--protocol=prepared', `--client=${clients}`, `--jobs=${threads}`]
    const { stdout } = await run(program, [...options, `--time=${seconds}`, `--file=${file}`], {
      env: { PATH: process.env.PATH, ...connectionOf(url) },
    })
    const figure = /^tps = ([\d.]+) \(without initial connection time\)/m.exec(stdout)?.[1]
    if (figure === undefined) throw new Error(`pgbench answered no figure:\n${stdout}`)
    return Number(figure)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function findPgbench(): Promise<string> {
  const versions = await readdir(debianRoot).catch((): string[] => [])
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions
      .sort((one, other) => Number(other) - Number(one))
      .map((each) => join(debianRoot, each, 'bin')),
  ]
  for (const folder of folders) {
    const program = join(folder, 'pgbench')
    if (await isExecutable(program)) return program
  }
  throw new Error(
    `pgbench が見つかりません（PATH と ${debianRoot}/*/bin を探しました）。` +
      'Debian・Ubuntu では `apt install postgresql-contrib` で入ります。',
  )
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}

/** In the environment, so that no list of processes shows the password. */
function connectionOf(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname } = new URL(url)
  return {
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
  }
}
