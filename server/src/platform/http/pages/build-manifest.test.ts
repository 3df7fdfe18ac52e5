import { describe, expect, it } from 'vitest'

import { withImports } from './build-manifest.ts'

describe('the parts of a build that come when some are asked for', () => {
  const manifest = {
    'page.tsx': { file: 'page.js', imports: ['_shared.js', 'button.tsx'], dynamicImports: ['dialog.tsx'] },
    'button.tsx': { file: 'button.js', imports: ['_shared.js'] },
    'dialog.tsx': { file: 'dialog.js' },
    '_shared.js': { file: 'shared.js', imports: ['page.tsx'] },
  }

  it('are those, then what they import at once, each once, even in a circle', () => {
    expect(withImports(manifest, ['page.tsx'])).toEqual(['page.tsx', '_shared.js', 'button.tsx'])
  })

  it('are named as well where the build does not know them', () => {
    expect(withImports(manifest, ['gone.tsx', 'dialog.tsx'])).toEqual(['gone.tsx', 'dialog.tsx'])
  })
})
