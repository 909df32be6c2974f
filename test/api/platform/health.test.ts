import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openHealthWatch } from '#server/health/open-health-watch.ts'
import { createWriteProbe } from '#server/health/write-probe.ts'
import { createTestWorld, type TestWorld } from '#test/helpers/test-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
  world.context.readiness.open()
})
afterAll(() => world.close())
afterEach(() => world.media.recover())

const allParts = { database: true, databaseWrites: true, disk: true, 'media-1': true, 'media-2': true }

const get = async (path: string, at = world) => {
  const answer = await at.request(path)
  return { httpStatus: answer.status, ...((await answer.json()) as object) }
}
const serviceParts = async (at = world) => {
  const answer = await at.request('/api/get-service-status', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  return ((await answer.json()) as { parts: object }).parts
}

/** The database of a provider whose disk is full: it accepts no writes. */
const readOnlyUrl = () => `${world.database.url}?default_transaction_read_only=on`

/** Checks like a process that was started with other settings or another database. */
const checkWith = ({
  diskFreeBytesMin = world.context.config.diskFreeBytesMin,
  databaseUrl = world.database.url,
}) => {
  const { context } = world
  const before = context.healthWatch
  context.healthWatch = openHealthWatch(
    { config: { ...context.config, diskFreeBytesMin }, log: { ...context.log, error: () => undefined } },
    databaseUrl,
    context.nodes.id,
  )
  onTestFinished(async () => {
    await context.healthWatch.stop()
    context.healthWatch = before
  })
  return context.healthWatch.check()
}

describe('the health endpoint for machines', () => {
  it('answers well while everything works, part by part', async () => {
    await world.context.healthWatch.check()
    expect(await get('/api/health')).toEqual({
      httpStatus: 200,
      status: 'ok',
      database: true,
      media: true,
      parts: allParts,
    })
    expect(await get('/api/ready')).toEqual({
      httpStatus: 200,
      status: 'ready',
      parts: { accepting: true, ...allParts },
    })
  })

  it('names the media process that is missing while another one serves', async () => {
    world.media.loseSecondProcess()
    const parts = { ...allParts, 'media-2': false }
    expect(await get('/api/health')).toMatchObject({
      httpStatus: 200,
      status: 'degraded',
      media: true,
      parts,
    })
    expect(await get('/api/ready')).toMatchObject({ httpStatus: 200, parts })
  })

  it('is 503 without any media process', async () => {
    world.media.crash()
    const parts = { ...allParts, 'media-1': false, 'media-2': false }
    const unwell = { httpStatus: 503, code: 'notReady', parts }
    expect(await get('/api/health')).toMatchObject({ ...unwell, database: true, media: false })
    expect(await get('/api/ready')).toMatchObject(unwell)
  })

  it('is 503 while the database accepts no writes, and names them', async () => {
    await checkWith({ databaseUrl: readOnlyUrl() })
    const unwell = { httpStatus: 503, code: 'notReady', parts: { ...allParts, databaseWrites: false } }
    expect(await get('/api/health')).toMatchObject({ ...unwell, database: true })
    expect(await get('/api/ready')).toMatchObject(unwell)
  })

  it('names a full disk, and keeps serving as long as the database accepts writes', async () => {
    await checkWith({ diskFreeBytesMin: Number.MAX_SAFE_INTEGER })
    const parts = { ...allParts, disk: false }
    expect(await get('/api/health')).toMatchObject({ httpStatus: 200, status: 'degraded', parts })
    expect(await get('/api/ready')).toMatchObject({ httpStatus: 200, parts })
  })

  it('is not ready before the start has ended and after the stop was announced', async () => {
    world.context.readiness.close()
    expect(await get('/api/ready')).toMatchObject({ httpStatus: 503, parts: { accepting: false } })
    expect(await get('/api/health')).toMatchObject({ httpStatus: 200 })
    world.context.readiness.open()
    expect(await get('/api/ready')).toMatchObject({ httpStatus: 200, parts: { accepting: true } })
  })
})

describe('the status for members', () => {
  // Mail isn't offered without SMTP_URL and without the demo.
  const working = { account: 'working', saving: 'working', calls: 'working' }

  it('says that calls are unstable while a media process is missing, and unavailable without any', async () => {
    expect(await serviceParts()).toEqual(working)
    world.media.loseSecondProcess()
    expect(await serviceParts()).toEqual({ ...working, calls: 'limited' })
    world.media.crash()
    expect(await serviceParts()).toEqual({ ...working, calls: 'stopped' })
  })

  it('says that saving and calls are unavailable while the database accepts no writes', async () => {
    await checkWith({ databaseUrl: readOnlyUrl() })
    expect(await serviceParts()).toEqual({ account: 'working', saving: 'stopped', calls: 'stopped' })
  })

  it('says that saving is unstable while the disk is full', async () => {
    await checkWith({ diskFreeBytesMin: Number.MAX_SAFE_INTEGER })
    expect(await serviceParts()).toEqual({ ...working, saving: 'limited' })
  })
})

it('the write probe writes to the disk of the database each time, and leaves nothing there', async () => {
  const probe = createWriteProbe(world.database.url, world.context.nodes.id)
  const spilled = async () => {
    const [row] = await world.database.sql<{ bytes: number }[]>`
      select temp_bytes::float8 as bytes from pg_stat_database where datname = current_database()`
    return row?.bytes ?? 0
  }
  const before = await spilled()
  await probe.run()
  await probe.run()
  // PostgreSQL counts a session's work when the session ends.
  await probe.close()
  await expect.poll(spilled).toBeGreaterThan(before + 2 * 100_000)
})
