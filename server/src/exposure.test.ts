import { describe, expect, it } from 'vitest'

import { assessExposure, type ExposureSettings, type DevelopmentFakes } from './exposure.ts'

const ROWS: [settings: ExposureSettings, standIns: DevelopmentFakes][] = [
  [{}, 'local'],
  [{ HOST: '127.0.0.1' }, 'local'],
  [{ HOST: '127.0.0.2' }, 'local'],
  [{ HOST: '::1' }, 'local'],
  [{ HOST: 'localhost' }, 'local'],
  [{ PUBLIC_URL: 'http://localhost:3000' }, 'local'],
  [{ PUBLIC_URL: 'http://kundig.localhost' }, 'local'],
  [{ PUBLIC_URL: 'http://LOCALHOST.:3000' }, 'local'],
  [{ PUBLIC_URL: 'http://127.0.0.2:3000' }, 'local'],
  [{ PUBLIC_URL: 'http://[::1]:3000' }, 'local'],
  [{ PUBLIC_URL: 'http://[::ffff:127.0.0.1]:3000' }, 'local'],
  [{ NODE_ENV: 'development', HOST: '::1' }, 'local'],
  [{ NODE_ENV: 'test' }, 'local'],
  [{ TRY_OUT: 'public' }, 'local'],

  [{ HOST: '0.0.0.0' }, 'none'],
  [{ HOST: '::' }, 'none'],
  [{ HOST: '192.168.1.5' }, 'none'],
  [{ HOST: 'kundig.local' }, 'none'],
  // A container with a published port can have these settings, so its exposure is unknown.
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' }, 'none'],
  // A server behind a proxy on the same machine can have these settings.
  [{ HOST: '127.0.0.1', PUBLIC_URL: 'https://kundig.example' }, 'none'],
  [{ PUBLIC_URL: 'http://192.168.1.5:3000' }, 'none'],
  [{ PUBLIC_URL: 'http://localhost.kundig.example' }, 'none'],
  [{ PUBLIC_URL: 'http://127.0.0.1.kundig.example' }, 'none'],
  [{ PUBLIC_URL: 'http://[::ffff:8.8.8.8]' }, 'none'],
  [{ PUBLIC_URL: 'nonsense' }, 'none'],
  [{ NODE_ENV: 'development', PUBLIC_URL: 'https://kundig.example' }, 'none'],
  [{ NODE_ENV: 'test', HOST: '0.0.0.0' }, 'none'],
  [{ NODE_ENV: 'production' }, 'none'],
  [{ NODE_ENV: 'production', HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:3000' }, 'none'],
  [{ NODE_ENV: 'production', HOST: '0.0.0.0', TRY_OUT: 'public' }, 'none'],
  [{ HOST: '0.0.0.0', TRY_OUT: 'yes' }, 'none'],

  [{ HOST: '0.0.0.0', TRY_OUT: 'public' }, 'public'],
  [{ PUBLIC_URL: 'https://try.kundig.example', TRY_OUT: 'public' }, 'public'],
]

describe('exposure of development fakes', () => {
  it.each(ROWS)('the settings %j expose fakes to: %s', (settings, standIns) => {
    expect(assessExposure(settings).developmentFakes).toBe(standIns)
  })

  it('lists the settings that expose the server', () => {
    const PUBLIC_URL = 'https://kundig.example'
    expect(assessExposure({ HOST: '::', PUBLIC_URL }).exposedBy).toEqual(['HOST=::', `PUBLIC_URL=${PUBLIC_URL}`])
    expect(assessExposure({ HOST: '::1', PUBLIC_URL }).exposedBy).toEqual([`PUBLIC_URL=${PUBLIC_URL}`])
    expect(assessExposure({}).exposedBy).toEqual([])
  })
})
