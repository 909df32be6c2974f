import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadImagePath } from '#contract/images/images.ts'
import { loadNodeId } from '#server/nodes/node-id.ts'
import { makeDataExports } from '#server/privacy/data-export/make-exports.ts'
import { loadSecret } from '#server/secrets/signing-secret.ts'
import { openEntries } from '#test/helpers/open-entries.ts'
import { type ApplicationWorld, createApplicationWorld } from '../applications/application-world.ts'
import { jpeg } from '../images/upload-steps.ts'

let world: ApplicationWorld
beforeAll(async () => {
  world = await createApplicationWorld()
})
afterAll(() => world.close())

test('nothing in a used data folder is open to another account of the machine', async () => {
  const { dataDir } = world.context.config
  await loadSecret(dataDir)
  await loadNodeId(dataDir)
  const member = await world.applicant()
  const uploaded = await member.browser.fetch(`${uploadImagePath}?id=${randomUUID()}`, {
    method: 'POST',
    body: new Uint8Array(await jpeg()),
  })
  const { imageId } = (await uploaded.json()) as { imageId: string }
  const shown = await member.browser.fetch(`/api/img/api=get-img&id=${imageId}&kind=6&size=60`)
  expect(shown.status).toBe(200)
  expect(await world.handIn(member, { documentKind: 'passport' })).toMatchObject({ type: 'success' })
  expect(await member.request('requestDataExport', {})).toMatchObject({ dataExport: { state: 'making' } })
  expect(await makeDataExports(world.context)).toEqual({ made: 1 })

  const { open, seen } = await openEntries(dataDir)
  expect(open).toEqual([])
  for (const used of ['images', 'identity', 'exports', 'cache/images', 'cache/exports', 'secret', 'node-id'])
    expect(seen).toContain(used)
  for (const used of [
    /^images\/.+\.jpg$/,
    /^identity\/.+\.bin$/,
    /^exports\/.+\.zip$/,
    /^cache\/images\/.+\/./,
  ])
    expect(seen.filter((name) => used.test(name))).not.toEqual([])
  expect(seen).toContain('sandbox-payments.jsonl')
})
