import { describe, expect, it } from 'vitest'

import { collectImports } from './build-manifest.ts'

describe('the files of requested build entries', () => {
  const manifest = {
    'page.tsx': { file: 'page.js', imports: ['_shared.js', 'button.tsx'], dynamicImports: ['dialog.tsx'] },
    'button.tsx': { file: 'button.js', imports: ['_shared.js'] },
    'dialog.tsx': { file: 'dialog.js' },
    '_shared.js': { file: 'shared.js', imports: ['page.tsx'] },
  }

  it('each entry and its static imports are listed once', () => {
    expect(collectImports(manifest, ['page.tsx'])).toEqual(['page.tsx', '_shared.js', 'button.tsx'])
  })

  it('include requested entries that the build does not contain', () => {
    expect(collectImports(manifest, ['gone.tsx', 'dialog.tsx'])).toEqual(['gone.tsx', 'dialog.tsx'])
  })
})
